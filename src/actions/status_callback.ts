/** `status-callback` of a send (contract section 9): an address for the postbacks of one message. */
import { Refusal } from "../core/errors.ts";
import type { NewMessage } from "../core/message/message.ts";
import { type Fetch, FetchRefused } from "../ports/mod.ts";

/**
 * Checks the URL as far as that needs no request.
 *
 * @throws {Refusal} E2101
 */
export function readStatusCallback(
  url: string | undefined,
  { fetch }: { fetch: Pick<Fetch, "check"> },
): Pick<NewMessage, "statusCallback"> {
  if (url === undefined) return {};
  try {
    fetch.check(url);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new Refusal("receiverInvalid", `status-callback: ${error.reason}`);
  }
  return { statusCallback: url };
}
