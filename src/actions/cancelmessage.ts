/** `cancelmessage` (contract section 9): calls a message back before it is submitted. */
import { Refusal } from "../core/errors.ts";
import { advanceMessage, stageOf } from "../core/message/message_state.ts";
import type { MessageStatus } from "../core/postback/message_status.ts";
import type * as wire from "../generated/json.ts";
import { messageById } from "./asked_message.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

/**
 * Cancels a message. Each message is either submitted or canceled, over all machines: the store
 * cancels only what no carrier has, or may have, and a delivery says in the store that it submits
 * before it does.
 */
export async function cancelmessage(
  request: wire.Requests["cancelmessage"],
  context: ActionContext,
): Promise<wire.Responses["cancelmessage"]> {
  const { ports, access: { account } } = context;
  ports.readRate.take(account);
  for (;;) {
    const message = await messageById(request["tracking-id"], context);
    if (message.state === "canceled" || await cancel(message, account.id, ports)) {
      return { status: "Success", "tracking-id": message.trackingId, state: "canceled" };
    }
    const { state } = await messageById(message.trackingId, context);
    // It has gone on meanwhile; its next state may be one in which it can be canceled.
    if (state === message.state) throw new Refusal("tooLateToCancel");
  }
}

/**
 * @returns False if the message has changed, or may be at a carrier.
 * @throws {Refusal} E1904 where its state says that it is too late.
 */
async function cancel(
  message: MessageStatus,
  account: string,
  { clock, store }: Pick<ActionPorts, "clock" | "store">,
): Promise<boolean> {
  const { kind, operatorId, state, trackingId } = message;
  const step = advanceMessage(kind, stageOf(message), "cancel");
  if (step === null) throw new Refusal("tooLateToCancel", `the message is ${state}`);
  const at = clock.now();
  return await store.messages.transition({
    trackingId,
    from: state,
    fromUnsubmitted: true,
    to: step.state,
    at,
    change: {},
    next: null,
    events: [{
      account,
      trackingId,
      at,
      name: "cancel",
      state: step.state,
      details: null,
      code: null,
      body: null,
      operatorId,
    }],
  });
}
