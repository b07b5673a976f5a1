/** Headers that name the operator of a recipient. */

/**
 * Reads the operator's id from `X-Service-Carrier-Id`, or from the header that Sinch has for it;
 * null: neither is there, or it is empty.
 */
export function operatorHeader(headers: Headers): string | null {
  return headers.get("x-service-carrier-id") || headers.get("x-mblox-carrier-id") || null;
}
