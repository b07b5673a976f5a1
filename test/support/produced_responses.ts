/** Record of the documented responses that a run of the tests produces, for its report. */
import { PRODUCED, responseOf } from "../../tools/test/responses.ts";
import { runDirectory } from "./shared_fixtures.ts";

const recorded = new Set<string>();

/** Records a response that was received from a service, and is valid. */
export function recordResponse(operation: string, status: number, code = ""): void {
  const response = responseOf(operation, status, code);
  if (recorded.has(response)) return;
  recorded.add(response);
  // Appended as a whole, whatever other isolates append.
  Deno.writeTextFileSync(`${runDirectory()}/${PRODUCED}`, `${response}\n`, { append: true });
}
