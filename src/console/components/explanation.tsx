/** Explanation of the route of a message, in words. */
import type { Child, FC } from "hono/jsx";
import type { RouteExplanation } from "../../generated/admin.ts";
import { Facts } from "./facts.tsx";
import { State } from "./state.tsx";
import { Code, sizeOf, Time, Value } from "./text.tsx";

/** Scopes of routes by their precedence. */
const SCOPES = [
  "this sender and operator",
  "this sender",
  "this account and operator",
  "this account",
  "this operator",
  "any message",
];

export const Explanation: FC<{ of: RouteExplanation; kind: "mms" | "sms"; title: string }> = (
  { of: explanation, kind, title },
) => (
  <section class="explanation" aria-label={title}>
    <h3>{title}</h3>
    {explanation["opted-out"]
      ? <p class="problem">The recipient has opted out: the message is rejected.</p>
      : null}
    {explanation["opens-at"] === null ? null : (
      <p>
        It waits until{" "}
        <Time at={explanation["opens-at"]} />, when the account's delivery window opens.
      </p>
    )}
    {explanation.missing === null ? null : (
      <p class="problem">
        <Value text={explanation.missing} />
      </p>
    )}
    <ol class="steps">
      {explanation.connectors.map((connector, index) => (
        <li>
          {index === 0 ? "First" : "then"} <Code text={connector.connector} />
          {connector["set-up"] ? null : <State of="not set up" />}
          {connector.disabled && <State of="disabled" />}
          {connector["circuit-breaker"] === "closed"
            ? null
            : <span class="state bad">circuit {connector["circuit-breaker"]}</span>}
        </li>
      ))}
    </ol>
    <p>{reasonOf(explanation)}</p>
    <Facts
      of={{
        "Operator": operatorOf(explanation, kind),
        "Takes MMS": kind === "sms" || explanation["operator-mms"] === null
          ? null
          : explanation["operator-mms"]
          ? "yes"
          : "no: it goes as a fallback SMS",
        "At most": kind === "sms" ? null : sizeOf(explanation["max-bytes"]),
        "Handset": explanation.handset === null ? "unknown" : <Value text={explanation.handset} />,
      }}
    />
  </section>
);

function reasonOf(explanation: RouteExplanation): string {
  const { connectors, missing, route } = explanation;
  switch (explanation["decided-by"]) {
    case "route": {
      const scope = SCOPES[explanation["route-precedence"]! - 1];
      const match = `Route ${route} decides: it is the most specific one, for ${scope}.`;
      return connectors.length === 0 && missing === null
        ? `${match} It has no connectors: the message is refused.`
        : match;
    }
    case "sender":
      return "No route matches: the sender has a connector of its own.";
    case "default":
      return "No route matches, and the sender has no connector: DEFAULT_CONNECTOR decides.";
    case "none":
      return "Nothing selects a connector.";
  }
}

function operatorOf(explanation: RouteExplanation, kind: "mms" | "sms"): Child {
  if (explanation.operator === null) {
    if (explanation["operator-needed"]) {
      return "unknown: it is looked up first, and may decide on another way";
    }
    return kind === "mms"
      ? "unknown: it is looked up first, for its limits"
      : "unknown, and nothing depends on it";
  }
  return (
    <>
      <Value text={explanation["operator-name"]} /> <Code text={explanation.operator} />
      {explanation["operator-source"] === "given" ? ", as you say" : null}
    </>
  );
}
