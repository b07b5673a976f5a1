/** Requests of an MMSC before their envelope: credentials, the operator of the handset, the body. */
import { createHash, timingSafeEqual } from "node:crypto";
import { readBasic } from "../../core/account/basic_credentials.ts";
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import { MimeError } from "../../mime/errors.ts";
import type { MimeLimits } from "../../mime/reader.ts";
import { beginsAsXml, readRequest, type RequestBody } from "../../mime/request.ts";

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

/** `multipart/related; type="text/xml"`, and which XML it says. */
const XML_MULTIPART =
  /^multipart\/related\s*;.*\btype\s*=\s*"?((?:text|application)\/(?:soap\+)?xml)\b/i;

/**
 * Reads the body of a request. Bare XML under the Content-Type of a multipart whose type is XML, as
 * some MMSCs send it, is read as XML.
 *
 * @throws MimeError
 */
export function readBody(type: string | null, body: Uint8Array, limits: MimeLimits): RequestBody {
  try {
    return readRequest(type, body, limits);
  } catch (error) {
    const xmlType = XML_MULTIPART.exec(type ?? "")?.[1];
    const isWhole = error instanceof MimeError && error.place === "" && error.fault !== "limit";
    if (xmlType === undefined || !isWhole || !beginsAsXml(body)) throw error;
    return readRequest(xmlType, body, limits);
  }
}
