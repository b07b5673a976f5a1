/** Tests of connectors: messages that go to one of them, whatever the routes say. */
import type { NewMessage } from "../core/message/message.ts";
import type { ActionContext } from "./ports.ts";

/** Returns the field of a message that is a test; none of any other. */
export function testOf(
  { testConnector }: Pick<ActionContext, "testConnector">,
): Pick<NewMessage, "testConnector"> {
  return testConnector === undefined ? {} : { testConnector };
}
