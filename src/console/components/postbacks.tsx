/** Postbacks of a message or template. */
import type { FC } from "hono/jsx";
import type { PostbackEntry, PostbackRecord } from "../../generated/admin.ts";
import { CodedText, CodeLink, ExplainedCodes, FoldedExplanation } from "./code_explanation.tsx";
import { Copyable, Id } from "./copyable.tsx";
import { Facts } from "./facts.tsx";
import { FailedAttempts } from "./failed_attempts.tsx";
import { Button, Form } from "./form.tsx";
import { State } from "./state.tsx";
import { Time, Value } from "./text.tsx";

/** Postback, with its account and tracking-id where the page is not about these. */
type ListedPostback =
  & PostbackEntry
  & Partial<Pick<PostbackRecord, "account" | "tracking-id">>;

/** Postbacks with body, meaning and failed attempts, and a button that sends each again, or at once. */
export const Postbacks: FC<{
  of: readonly ListedPostback[];
  hasManual: boolean;
  mayChange: boolean;
}> = ({ of, hasManual, mayChange }) => {
  if (of.length === 0) return <p class="hint">None yet.</p>;
  return (
    <>
      {of.map((postback) => (
        <div class="postback" data-key={postback.id}>
          <div class="row">
            <h3>
              <CodeLink code={postback.code} hasManual={hasManual} />
            </h3>
            <State of={postback.state} />
            {mayChange && <ReplayForm of={postback} />}
          </div>
          <Facts
            of={{
              "Account": postback.account,
              "Receiver": <Value text={postback.receiver} />,
              "Tracking-id": postback["tracking-id"] && <Subject of={postback} />,
              "Attempts": attemptsOf(postback),
              "Answered": postback["sent-at"] && <Time at={postback["sent-at"]} />,
              "Next attempt": postback["next-attempt-at"] &&
                <Time at={postback["next-attempt-at"]} />,
              "Last error": postback["last-error"] && (
                <CodedText text={postback["last-error"]} hasManual={hasManual} />
              ),
              "webhook-id": <Id text={postback.id} name="the webhook-id" />,
            }}
          />
          <FailedAttempts of={postback["failed-attempts"]} />
          <FoldedExplanation code={postback.code} hasManual={hasManual} />
          <ExplainedCodes of={postback["last-error"] ?? ""} hasManual={hasManual} />
          <details>
            <summary>Body</summary>
            <Copyable text={JSON.stringify(postback.body, null, 2)} name="the body" />
          </details>
        </div>
      ))}
    </>
  );
};

const ReplayForm: FC<{ of: ListedPostback }> = ({ of: { code, id, state } }) => {
  const label = state === "pending" ? "Send now" : "Replay";
  return (
    <Form>
      <input type="hidden" name="id" value={id} />
      <Button do="replay" label={`${label} ${code}`}>{label}</Button>
    </Form>
  );
};

/** Codes that are about a message, which has a page of its own. */
const MESSAGE_CODE = /^(?:[NE][12]\d\d|N013)$/;

/** Tracking-id with a link to the message. */
const Subject: FC<{ of: ListedPostback }> = ({ of: { code, "tracking-id": id = null } }) => (
  <Id
    text={id}
    name="the tracking-id"
    path={id !== null && MESSAGE_CODE.test(code)
      ? `/messages/${encodeURIComponent(id)}`
      : undefined}
  />
);

function attemptsOf({ attempts, state }: PostbackEntry): string {
  const failed = attempts === 0 ? null : `${attempts} failed`;
  const success = state === "sent" ? "one answered" : null;
  return [failed, success].filter(Boolean).join(", ") || "none yet";
}
