/** Button that calls a message back. */
import type { FC } from "hono/jsx";
import { advanceMessage } from "../../core/message/message_state.ts";
import type { MessageDetail } from "../../generated/admin.ts";
import type { Action } from "../model/page.ts";
import { Confirm } from "./confirm.tsx";

/** Tells whether a message may still be called back, as far as it tells by itself. */
export function isCancelable({ kind, state }: MessageDetail): boolean {
  return advanceMessage(kind, state, "cancel") !== null;
}

export const CancelForm: FC<{ of: MessageDetail }> = ({ of: message }) => (
  <Confirm
    title="Cancel"
    thing={`the message to ${message.to}`}
    do="cancel"
    button="Cancel the message"
  >
    It is not sent, unless it is at a carrier by then. Its customer gets no postback.
  </Confirm>
);

/** Calls the message of the page back. */
export const cancelMessage: Action = async (_form, { api, params }) => {
  await api.call("cancelMessage", { params: { "tracking-id": params.id! } });
  return { path: `/messages/${params.id}`, notice: "The message is canceled." };
};
