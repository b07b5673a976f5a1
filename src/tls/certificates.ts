/** Certificates and private keys in PEM (RFC 7468). */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/**
 * Splits a text into its certificates.
 * @throws Error whose message completes "X has …".
 */
export function certificatesOf(pem: string): string[] {
  const found = pem.split(BEGIN).slice(1).map((rest) => `${BEGIN}${rest.split(END)[0]}${END}\n`);
  if (found.length === 0) throw new Error("no certificate (PEM)");
  found.forEach((certificate, at) => {
    try {
      new X509Certificate(certificate);
    } catch {
      throw new Error(`a certificate that cannot be read (${at + 1} of ${found.length})`);
    }
  });
  return found;
}

/** Section of a private key: PKCS #8, PKCS #1 or SEC 1. */
const PRIVATE_KEY = /-----BEGIN ((?:ENCRYPTED |RSA |EC )?PRIVATE KEY)-----[\s\S]*?-----END \1-----/;

/**
 * Reads a private key without a password.
 * @throws Error whose message completes "X has …", and quotes nothing of the key.
 */
export function privateKeyOf(pem: string): KeyObject {
  const [section, label] = PRIVATE_KEY.exec(pem) ?? [];
  if (section === undefined) throw new Error("no private key (PEM)");
  if (label!.startsWith("ENCRYPTED") || section.includes("Proc-Type: 4,ENCRYPTED")) {
    throw new Error("a key with a password; remove it: openssl pkey -in FILE");
  }
  try {
    return createPrivateKey(section);
  } catch {
    throw new Error("a private key that cannot be read");
  }
}

/** Tells whether a private key is that of a certificate. */
export function isKeyOf(key: KeyObject, certificate: string): boolean {
  const [ours, theirs] = [createPublicKey(key), new X509Certificate(certificate).publicKey].map(
    (each) => each.export({ type: "spki", format: "pem" }),
  );
  return ours === theirs;
}
