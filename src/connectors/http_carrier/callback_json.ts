/** Bodies of callbacks in JSON. */
import { CallbackFault } from "./protocol.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses the body of a callback.
 *
 * @throws {CallbackFault}
 */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new CallbackFault("the body is no JSON");
  }
}
