/** Result of a check of a connector. */
import type { FC } from "hono/jsx";
import type { ConnectorFindings } from "../../generated/admin.ts";
import { State } from "./state.tsx";
import { Value } from "./text.tsx";

export const Findings: FC<{ of: ConnectorFindings["items"]; kind: string }> = (
  { of: findings, kind },
) => {
  if (findings.length === 0) return <p role="status">{noneOf(kind)}</p>;
  return (
    <ul class="problems" role="status">
      {findings.map(({ ok, fact, advice }) => (
        <li>
          <State of={ok ? "ok" : "wrong"} /> <Value text={fact} />
          {advice !== null && (
            <>
              {" "}
              <strong>
                <Value text={advice} />
              </strong>
            </>
          )}
        </li>
      ))}
    </ul>
  );
};

/** Returns how one knows that a connector works whose carrier cannot be asked. */
function noneOf(kind: string): string {
  return kind === "smsc_smpp"
    ? "An SMSC has no check: it works once the sessions above are bound. The last error says why they are not."
    : "This carrier cannot be asked: a test shows whether it takes messages.";
}
