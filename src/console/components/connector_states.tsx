/** Connectors and what they are doing. */
import type { Child, FC } from "hono/jsx";
import { adminOperation } from "../../contract/admin.ts";
import type { ConnectorState } from "../../generated/admin.ts";
import { connectorPath, consoleUrl } from "../model/page.ts";
import { BreakerLabel } from "./breaker.tsx";
import { State } from "./state.tsx";
import { Code, grouped, Time, Value } from "./text.tsx";

export const ConnectorStates: FC<{ of: readonly ConnectorState[] }> = ({ of: connectors }) => (
  <div class="connectors">
    {connectors.map((connector) => (
      <article
        class="card connector"
        data-key={connector.connector}
        data-row={connector.kind === "loopback" ? undefined : ""}
      >
        <div class="row">
          <h3>
            {connector.kind === "loopback"
              ? <Code text={connector.connector} />
              : (
                <a href={consoleUrl(connectorPath(connector.connector))}>
                  <Code text={connector.connector} />
                </a>
              )}
          </h3>
          <State of={connector.state} />
          <BreakerLabel state={connector["circuit-breaker"]} until={connector["open-until"]} />
        </div>
        <p class="hint">
          {KINDS[connector.kind] ?? <Value text={connector.kind} />}
          {connector.host === null ? null : (
            <>
              {" · "}
              <Value text={connector.host} />
            </>
          )}
        </p>
        <dl class="facts">
          {Object.entries(factsOf(connector)).map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {connector["last-error"] === null ? null : (
          <p class="last-error">
            <Value text={connector["last-error"]} />{" "}
            <span class="hint">
              <Time at={connector["last-error-at"]} isAge /> ago
            </span>
          </p>
        )}
        {connector.suggestion && <p class="hint">{connector.suggestion}</p>}
        <Unmatched of={connector["unmatched-reports"]} />
      </article>
    ))}
  </div>
);

const Unmatched: FC<{ of: ConnectorState["unmatched-reports"] }> = ({ of: reports }) =>
  reports.length === 0 ? null : (
    <details>
      <summary>Reports for no message of ours</summary>
      <ul>
        {reports.map(({ at, text, "carrier-id": id }) => (
          <li>
            <Time at={at} /> {id === null ? "without an id" : <Code text={id} />}{" "}
            {text && <Value text={text} />}
          </li>
        ))}
      </ul>
    </details>
  );

/** Names of the kinds in words. */
const KINDS: Readonly<Record<string, string>> = {
  loopback: "built in, sends nothing",
  ...Object.fromEntries(
    adminOperation("createConnector").kinds.map(({ kind, title }) => [kind, title]),
  ),
};

function factsOf(connector: ConnectorState): Record<string, Child> {
  const { rate, sessions, waiting, window } = connector;
  const inFlight = connector["in-flight"];
  return {
    ...connector["sessions-max"] === 0 ? {} : {
      "Sessions": (
        <>
          {sessions.length} of {connector["sessions-max"]} bound
          <ul>
            {sessions.map((session) => (
              <li>
                {session.type}, since <Time at={session["bound-at"]} />
              </li>
            ))}
          </ul>
        </>
      ),
    },
    "In flight": window === null ? grouped(inFlight) : (
      <>
        {grouped(inFlight)} of {grouped(window)}{" "}
        <meter min={0} max={window} value={inFlight} aria-label="Share of the window in use" />
      </>
    ),
    "Waiting here": grouped(waiting),
    "Rate": rate === null ? "unlimited" : `${grouped(rate)} a second`,
    "Last success": connector["last-success-at"] === null
      ? "none yet"
      : <Time at={connector["last-success-at"]} />,
  };
}
