/** Translation of network errors into FetchRefused. */
import { Refusal } from "../../../core/errors.ts";
import {
  CLIENT_CERTIFICATE_REFUSED,
  isClientCertificateRefused,
  isUnknownIssuer,
} from "../../../tls/client.ts";
import { FetchRefused, StoreDown } from "../../../ports/mod.ts";

/**
 * Returns a FetchRefused with a reason that a customer may read, or the error itself when neither
 * the network nor the server caused it.
 */
export function toPublicError(error: unknown): unknown {
  if (error instanceof FetchRefused || error instanceof Refusal) return error;
  if (error instanceof StoreDown || error instanceof Deno.errors.NotCapable) return error;
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  // Leaves out the system's message: it may contain an address.
  if (code === "ECONNREFUSED") {
    return new FetchRefused("connection", "the server refused the connection");
  }
  if (isUnknownIssuer(error)) {
    return new FetchRefused(
      "connection",
      "no trusted authority has signed the server's TLS certificate; CA_CERTIFICATES can add one",
    );
  }
  if (isClientCertificateRefused(error)) {
    return new FetchRefused("connection", CLIENT_CERTIFICATE_REFUSED);
  }
  if (/certificate|CERT/i.test(`${code} ${error.message}`)) {
    return new FetchRefused("connection", "the server's TLS certificate is not valid for the URL");
  }
  return new FetchRefused("connection", "the connection to the server failed");
}
