/** TLS settings of connectors: `tls-ca`, `tls-certificate` and `tls-key`, all in PEM. */
import { Refusal } from "../core/errors.ts";
import type { ConnectorSettings } from "../core/routing/connector.ts";
import type { ClientTls } from "../tls/client.ts";
import type { CreateEndpoint } from "../ports/mod.ts";

type TlsSettings = Pick<ConnectorSettings, "tlsCa" | "tlsCertificate" | "tlsKey">;

/** Returns the TLS of a connector's connections. */
export function tlsOf({ tlsCa, tlsCertificate, tlsKey }: TlsSettings): ClientTls {
  return { ca: tlsCa, certificate: tlsCertificate, key: tlsKey };
}

/** Adds the TLS of a connector to the clients that it creates. */
export function endpointsWith(settings: TlsSettings, create: CreateEndpoint): CreateEndpoint {
  return (url) => create(url, tlsOf(settings));
}

/**
 * Checks that the settings can be read and fit each other.
 *
 * @throws {Refusal} E100
 */
export async function checkTls(settings: TlsSettings): Promise<void> {
  const { ca, certificate, key } = tlsOf(settings);
  if (ca === null && certificate === null && key === null) return;
  const [{ certificatesOf, isKeyOf, privateKeyOf }, { tlsOptions }] = await Promise.all([
    import("../tls/certificates.ts"),
    import("../tls/client.ts"),
  ]);
  for (const [name, shown] of [["tls-ca", ca], ["tls-certificate", certificate]] as const) {
    if (shown?.includes("PRIVATE KEY-----")) {
      throw refusal(`${name} has a private key, and is not secret; a key belongs into tls-key`);
    }
  }
  if (ca !== null) readSetting("tls-ca", () => certificatesOf(ca));
  const [leaf] = certificate === null
    ? []
    : readSetting("tls-certificate", () => certificatesOf(certificate));
  const privateKey = key === null ? undefined : readSetting("tls-key", () => privateKeyOf(key));
  if (leaf === undefined && privateKey === undefined) return;
  if (leaf === undefined) throw refusal("tls-key needs a tls-certificate");
  if (privateKey === undefined) throw refusal("tls-certificate needs a tls-key");
  if (!isKeyOf(privateKey, leaf)) {
    throw refusal("tls-key is not the key of tls-certificate, or of the first certificate in it");
  }
  try {
    // The first refuses short keys, the second curves and algorithms that TLS does not have.
    tlsOptions([], { ca, certificate, key });
    Deno.createHttpClient({ cert: certificate!, key: key! }).close();
  } catch (error) {
    throw refusal(`tls-key cannot be used: ${(error as Error).message}`);
  }
}

function readSetting<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw refusal(`${name} has ${(error as Error).message}`);
  }
}

const refusal = (message: string) => new Refusal("invalidRequest", message);
