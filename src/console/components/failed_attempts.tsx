/** Failed attempts at a postback, one by one. */
import type { FC } from "hono/jsx";
import type { FailedAttempt } from "../../generated/admin.ts";
import { Code, latencyOf, Time, Value } from "./text.tsx";

/** Folded; nothing where no attempt has failed. */
export const FailedAttempts: FC<{ of: readonly FailedAttempt[] }> = ({ of: attempts }) => (
  attempts.length === 0 ? null : (
    <details>
      <summary>
        {attempts.length === 1 ? "1 failed attempt" : `The last ${attempts.length} failed attempts`}
      </summary>
      <ol class="attempts">
        {attempts.map(({ at, error, milliseconds, response, ...rest }) => (
          <li>
            <p>
              <Value text={error} />
              {rest["http-status"] === null ? ", without a response" : ""}
            </p>
            <p class="hint">
              <Time at={at} />, after {latencyOf(milliseconds)}
            </p>
            {response !== null && (
              <p class="response">
                <Code text={response} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
);
