/** Waiting of a message, and the button that calls it back. */
import type { FC } from "hono/jsx";
import { advanceMessage } from "../../core/message/message_state.ts";
import type { MessageDetail } from "../../generated/admin.ts";
import type { Action } from "../model/page.ts";
import { Confirm } from "./confirm.tsx";
import { Time } from "./text.tsx";

/** Tells whether a message may still be called back, as far as it tells by itself. */
function isCancelable({ kind, state }: MessageDetail): boolean {
  return advanceMessage(kind, state, "cancel") !== null;
}

/** Says until when a message waits, and asks before it cancels. */
export const Waiting: FC<{ of: MessageDetail; mayCancel: boolean }> = (
  { of: message, mayCancel },
) => {
  const { "due-at": dueAt, to } = message;
  const isOffered = mayCancel && isCancelable(message);
  if (dueAt === undefined && !isOffered) return null;
  return (
    <div class="card" data-key="waiting">
      {dueAt !== undefined && (
        <p>
          It waits until <Time at={dueAt} />.
        </p>
      )}
      {isOffered && (
        <Confirm
          title="Cancel"
          thing={`the message to ${to}`}
          do="cancel"
          button="Cancel the message"
        >
          It is not sent, unless it is at a carrier by then. Its customer gets no postback.
        </Confirm>
      )}
    </div>
  );
};

/** Calls the message of the page back. */
export const cancelMessage: Action = async (_form, { api, params }) => {
  await api.call("cancelMessage", { params: { "tracking-id": params.id! } });
  return { path: `/messages/${params.id}`, notice: "The message is canceled." };
};
