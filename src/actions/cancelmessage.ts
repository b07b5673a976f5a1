/** `cancelmessage` (contract section 9): calls a message back before it is submitted. */
import { Refusal } from "../core/errors.ts";
import type { MessageRecord } from "../core/message/message.ts";
import { advanceMessage, stageOf } from "../core/message/message_state.ts";
import type * as wire from "../generated/json.ts";
import type { Clock, Store } from "../ports/mod.ts";
import { messageById } from "./asked_message.ts";
import type { ActionContext } from "./ports.ts";

export async function cancelmessage(
  request: wire.Requests["cancelmessage"],
  context: ActionContext,
): Promise<wire.Responses["cancelmessage"]> {
  const { ports, access: { account } } = context;
  ports.readRate.take(account);
  const read = async () => ({
    ...await messageById(request["tracking-id"], context),
    account: account.id,
  });
  const { trackingId } = await callBack(read, ports);
  return { status: "Success", "tracking-id": trackingId, state: "canceled" };
}

type Cancelable = Pick<
  MessageRecord,
  "account" | "kind" | "operatorId" | "presumed" | "state" | "trackingId"
>;

interface CancelPorts {
  clock: Clock;
  store: Pick<Store, "messages">;
}

/**
 * Calls a message back. Each message is either submitted or canceled, over all machines: the store
 * cancels only what no carrier has, or may have, and a delivery says in the store that it submits
 * before it does.
 *
 * @param read Reads the message.
 * @returns The message, which is canceled.
 * @throws {Refusal} E1904
 */
export async function callBack<M extends Cancelable>(
  read: () => Promise<M>,
  ports: CancelPorts,
): Promise<M> {
  let message = await read();
  while (message.state !== "canceled") {
    const isCanceled = await cancel(message, ports);
    const earlier = message;
    message = await read();
    // One that has gone on meanwhile may be in a state in which it can still be canceled.
    if (!isCanceled && message.state === earlier.state) throw new Refusal("tooLateToCancel");
  }
  return message;
}

/**
 * @returns False if the message has changed, or may be at a carrier.
 * @throws {Refusal} E1904 where its state says that it is too late.
 */
async function cancel(message: Cancelable, { clock, store }: CancelPorts): Promise<boolean> {
  const { account, kind, operatorId, state, trackingId } = message;
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
