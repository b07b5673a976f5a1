/** TLS of connections that this process opens. */
import { createSecureContext, type SecureContext } from "node:tls";

/** Trust and identity of one client, in PEM. */
export interface ClientTls {
  /** Certificates to trust beside those that all clients trust. */
  readonly ca: string | null;
  /** Certificate, with its chain, that the client shows where a server asks for one. */
  readonly certificate: string | null;
  /** Private key of `certificate`. */
  readonly key: string | null;
}

/** Options of `node:tls` that `ClientTls` decides. */
export interface TlsOptions {
  secureContext: SecureContext;
  /** Unused beside the context. */
  ca: string[];
}

/**
 * Builds the options of a client.
 *
 * @param trusted Certificates (PEM) that all clients trust beside the built-in roots; valid, as the
 *   runtime ends at a connection with any other.
 * @param own Those of this client. Default: none.
 */
export function tlsOptions(trusted: readonly string[], own?: ClientTls): TlsOptions {
  const { ca = null, certificate = null, key = null } = own ?? {};
  const identity = certificate === null || key === null ? {} : { cert: certificate, key };
  const secureContext = createSecureContext(identity);
  // Adds to the built-in roots, where the option `ca` replaces them. The roots themselves cannot be
  // listed: Deno 2.9 wants --allow-sys=ca for that, and does not know it.
  for (const pem of ca === null ? trusted : [...trusted, ca]) secureContext.context.addCACert(pem);
  // Without `ca`, an agent lists the roots wherever NODE_EXTRA_CA_CERTS is set.
  return { secureContext, ca: [] };
}

/** OpenSSL's codes of certificates without a trusted issuer. */
const UNKNOWN_ISSUER = [
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
];

/** Tells whether a server was refused because no trusted authority has signed its certificate. */
export function isUnknownIssuer(error: unknown): boolean {
  return UNKNOWN_ISSUER.includes((error as { code?: string }).code ?? "");
}

/** Alerts of a server about the client's certificate (RFC 8446 section 6.2), in OpenSSL's codes. */
const CLIENT_CERTIFICATE = /ALERT_(BAD_|UNSUPPORTED_)?CERTIFICATE|ALERT_UNKNOWN_CA/;

/** Reason for operators where `isClientCertificateRefused`. */
export const CLIENT_CERTIFICATE_REFUSED =
  "the server asks for a TLS certificate, or refuses ours (tls-certificate)";

/** Tells whether a server asks for a certificate of the client, or refuses the one that it got. */
export function isClientCertificateRefused(error: unknown): boolean {
  return CLIENT_CERTIFICATE.test((error as { code?: string }).code ?? "");
}
