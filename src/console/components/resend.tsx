/** Button that sends a message again. */
import type { FC } from "hono/jsx";
import { hasEnded } from "../../core/message/message_state.ts";
import type { MessageDetail } from "../../generated/admin.ts";
import type { Action } from "../model/page.ts";
import { Confirm } from "./confirm.tsx";

/** Tells whether a message can be sent again, as far as it tells by itself. */
export function isResendable(message: MessageDetail): boolean {
  return hasEnded(message.state) && message["reply-to"] === null;
}

/**
 * Asks before it sends. The key counts the messages that the page knows of: a second click, or
 * another person with the same page, sends nothing more.
 */
export const ResendForm: FC<{ of: MessageDetail }> = ({ of: message }) => (
  <Confirm
    title="Send again"
    thing={`the message to ${message.to}`}
    do="resend"
    button="Send again"
    fields={{ key: `page-${(message["resent-as"] ?? []).length + 1}` }}
  >
    {CONSEQUENCES[message.state] ?? "The recipient may have the message already."}{" "}
    The same content goes out as a new message of the account, which pays for it.
  </Confirm>
);

const CONSEQUENCES: Partial<Record<MessageDetail["state"], string>> = {
  delivered: "The recipient gets the message a second time.",
  rejected: "The carrier may reject it again.",
};

/** Sends the message of the page again, and goes to the new one. */
export const resendMessage: Action = async (form, { api, params }) => {
  const { "tracking-id": id } = await api.call("resendMessage", {
    params: { "tracking-id": params.id! },
    body: { "idempotency-key": String(form.get("key")) },
  });
  return { path: `/messages/${id}`, notice: "The message is sent again, as this one." };
};
