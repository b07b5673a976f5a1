/** Reads the HTTP level of an MMSC's requests: credentials, operator id and body. */
import { createHash, timingSafeEqual } from "node:crypto";
import { readBasic } from "../../core/account/basic_credentials.ts";
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import { MimeError } from "../../mime/errors.ts";
import type { MimeLimits } from "../../mime/reader.ts";
import { beginsAsXml, readRequest, type RequestBody } from "../../mime/request.ts";

/** Verifies an `Authorization` header against the relay credentials (RFC 7617). */
export type Admits = (authorization: string | null) => boolean;

/** Creates the check; null when the connector has no relay credentials and admits no request. */
export function createAdmission(
  { relayUsername, relayPassword }: MmscMm7Settings,
): Admits | null {
  if (relayUsername === null || relayPassword === null) return null;
  const expected = digest(`${relayUsername}:${relayPassword}`);
  return (authorization) => {
    const credentials = readBasic(authorization);
    // Digests have equal lengths, as a constant-time comparison requires.
    return credentials !== null &&
      timingSafeEqual(digest(`${credentials.user}:${credentials.password}`), expected);
  };
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/** Reads the handset's operator id from `X-Service-Carrier-Id`; null when missing or malformed. */
export function operatorOf(headers: Headers): string | null {
  const operatorId = headers.get("x-service-carrier-id")?.trim() ?? "";
  return /^[\w-]{1,32}$/.test(operatorId) ? operatorId : null;
}

/** Matches `multipart/related; type="text/xml"` and captures the XML type. */
const XML_MULTIPART =
  /^multipart\/related\s*;.*\btype\s*=\s*"?((?:text|application)\/(?:soap\+)?xml)\b/i;

/**
 * Reads the body of a request, tolerantly: what a handset sent is lost if its MMSC is refused. Some
 * MMSCs send bare XML as text, without a type or under a multipart's; it is read as XML.
 *
 * @throws MimeError
 */
export function readBody(
  declared: string | null,
  body: Uint8Array,
  limits: MimeLimits,
): RequestBody {
  const options = { ...limits, tolerant: true };
  const type = beginsAsXml(body) ? xmlTypeOf(declared) : declared;
  try {
    return readRequest(type, body, options);
  } catch (error) {
    const xmlType = XML_MULTIPART.exec(type ?? "")?.[1];
    const isWhole = error instanceof MimeError && error.position === "" && error.fault !== "limit";
    if (xmlType === undefined || !isWhole || !beginsAsXml(body)) throw error;
    return readRequest(xmlType, body, options);
  }
}

/** Returns the type of a body that begins as XML: text/xml for one of plain text, or of no type. */
function xmlTypeOf(declared: string | null): string {
  return declared === null || declared.trim() === ""
    ? "text/xml"
    : declared.replace(/^\s*text\/plain(?=\s*(?:;|$))/i, "text/xml");
}
