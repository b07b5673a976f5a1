/** Who posts to us as the MMSC, and which operator it says a handset has. */
import { createHash, timingSafeEqual } from "node:crypto";
import { readBasic } from "../../core/basic_credentials.ts";
import type { MmscMm7Settings } from "../../core/connector.ts";

/** Whether an `Authorization` header is that of the connector's MMSC (RFC 7617). */
export type Admits = (authorization: string | null) => boolean;

/** Null: the connector has no relay credentials, and admits nobody. */
export function createAdmission(
  { relayUsername, relayPassword }: MmscMm7Settings,
): Admits | null {
  if (relayUsername === null || relayPassword === null) return null;
  const expected = digest(`${relayUsername}:${relayPassword}`);
  return (authorization) => {
    const given = readBasic(authorization);
    // Digests are compared: that takes the same time whatever is wrong with what was given.
    return given !== null &&
      timingSafeEqual(digest(`${given.user}:${given.password}`), expected);
  };
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/** `X-Service-Carrier-Id`: who serves the handset. Anything else than an id is passed over. */
export function operatorOf(headers: Headers): string | null {
  const given = headers.get("x-service-carrier-id")?.trim() ?? "";
  return /^[\w-]{1,32}$/.test(given) ? given : null;
}
