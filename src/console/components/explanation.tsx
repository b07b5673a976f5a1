/** Way that a message would go, in words. */
import type { Child, FC } from "hono/jsx";
import type { RouteExplanation } from "../../generated/admin.ts";
import { Facts } from "./facts.tsx";
import { State } from "./state.tsx";
import { Code, sizeOf, Value } from "./text.tsx";

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
  { of: way, kind, title },
) => (
  <section class="way" aria-label={title}>
    <h3>{title}</h3>
    {way["opted-out"]
      ? <p class="problem">The recipient has opted out: the message is rejected.</p>
      : null}
    {way.missing === null ? null : (
      <p class="problem">
        <Value text={way.missing} />
      </p>
    )}
    <ol class="steps">
      {way.connectors.map((connector, index) => (
        <li>
          {index === 0 ? "First" : "then"} <Code text={connector.connector} />
          {connector["set-up"] ? null : <State of="not set up" />}
          {connector["circuit-breaker"] === "closed"
            ? null
            : <span class="state bad">circuit {connector["circuit-breaker"]}</span>}
        </li>
      ))}
    </ol>
    <p>{reasonOf(way)}</p>
    <Facts
      of={{
        "Operator": operatorOf(way, kind),
        "Takes MMS": kind === "sms" || way["operator-mms"] === null
          ? null
          : way["operator-mms"]
          ? "yes"
          : "no: it goes as a fallback SMS",
        "At most": kind === "sms" ? null : sizeOf(way["max-bytes"]),
        "Handset": way.handset === null ? "unknown" : <Value text={way.handset} />,
      }}
    />
  </section>
);

function reasonOf(way: RouteExplanation): string {
  const { connectors, missing, route } = way;
  switch (way["decided-by"]) {
    case "route": {
      const scope = SCOPES[way["route-precedence"]! - 1];
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

function operatorOf(way: RouteExplanation, kind: "mms" | "sms"): Child {
  if (way.operator === null) {
    if (way["operator-needed"]) {
      return "unknown: it is looked up first, and may decide on another way";
    }
    return kind === "mms"
      ? "unknown: it is looked up first, for its limits"
      : "unknown, and nothing depends on it";
  }
  return (
    <>
      <Value text={way["operator-name"]} /> <Code text={way.operator} />
      {way["operator-source"] === "given" ? ", as you say" : null}
    </>
  );
}
