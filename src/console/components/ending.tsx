/** End of a message that did not arrive: our words, the carrier's, and the acts that help. */
import type { FC } from "hono/jsx";
import { advanceMessage, type MessageEvent } from "../../core/message/message_state.ts";
import type { Block, MessageDetail } from "../../generated/admin.ts";
import { CauseAndRemedy, CodeLink, postbackExplanationOf } from "./code_explanation.tsx";
import { LiftBlock } from "./lift_block.tsx";
import { Value } from "./text.tsx";

/** States in which a message has not arrived. */
const LOST: ReadonlySet<MessageDetail["state"]> = new Set([
  "expired",
  "failed",
  "rejected",
  "unrecognised",
]);

/** Tells whether a message ended without arriving. */
export function isLost({ state }: MessageDetail): boolean {
  return LOST.has(state);
}

/** Tells whether a text has expired, for which texts have no state. */
function isExpiredText({ history, kind, state }: MessageDetail): boolean {
  const end = history.findLast((entry) => entry.state === state);
  return kind === "SMS_MT" && (end?.event === "expired" || end?.event === "presumed expired");
}

export const Ending: FC<{ of: MessageDetail; hasManual: boolean }> = (
  { of: message, hasManual },
) => {
  const { kind, state } = message;
  const reason = message["status-reason"];
  const code = advanceMessage(kind, "submitted", state as MessageEvent)?.postback ?? null;
  const explanation = code === null ? null : postbackExplanationOf(code);
  return (
    <section class="ending" aria-label="Why it did not arrive">
      <p class="problem">
        {code !== null && (
          <>
            <CodeLink code={code} hasManual={hasManual} />
            {" "}
          </>
        )}
        {isExpiredText(message)
          ? "The message has failed: expired before a carrier delivered it."
          : <Value text={`${message["status-details"] ?? state}.`} />}
        {reason !== null && (
          <>
            {" "}Reason given: <Value text={reason} />
          </>
        )}
      </p>
      {explanation !== null && <CauseAndRemedy of={explanation} hasManual={hasManual} />}
    </section>
  );
};

/** Blocks of the recipient that hold for the sender, each with a button that lifts it. */
export const RecipientBlocks: FC<{ of: readonly Block[]; mayLift: boolean }> = (
  { of: blocks, mayLift },
) => (
  <section class="ending" aria-label="Blocks of the recipient">
    {blocks.map((block) => (
      <div class="row">
        <p>
          The recipient is blocked for{" "}
          {block.originator === null ? "all senders" : <Value text={block.originator} />}.
        </p>
        {mayLift && <LiftBlock of={block} />}
      </div>
    ))}
  </section>
);
