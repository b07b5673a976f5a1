/** Which way a message goes: as what, to which operator, by which connector. */
import type { Originator } from "../core/account.ts";
import { compose } from "../core/compose.ts";
import { deliverAs } from "../core/deliver_as.ts";
import type { MessageRecord, SentAs } from "../core/message.ts";
import { maxBytesFor } from "../core/operators.ts";
import type { Connector, SubmissionContent } from "../env.ts";
import type { JobEnv } from "./env.ts";

export interface Route {
  operatorId: string | null;
  sentAs: SentAs;
  /** Or why there is none: the `status-details` of the failure. */
  way: { connector: Connector; content: SubmissionContent } | { failure: string };
}

/** Looks up what the decision needs, lets the core decide, and prepares what goes out. */
export async function routeOf(env: JobEnv, message: MessageRecord): Promise<Route> {
  const access = await env.accounts.byId(message.account);
  const originator = access?.originators.find(({ address }) => address === message.from) ?? null;
  const operatorId = message.operatorId ?? await env.lookup.operatorOf(message.to);
  const mms = connectorOf(env, originator, "mmsConnector");
  const sms = connectorOf(env, originator, "smsConnector");
  const { content } = message;

  if (content.kind === "SMS") {
    return { operatorId, sentAs: "SMS", way: way(sms, { kind: "SMS", text: content.text }) };
  }
  const operator = operatorId === null ? null : env.operators.get(operatorId) ?? null;
  const as = deliverAs({
    slides: content.slides,
    fallback: content.fallback,
    forceSms: content.forceSms,
    operator: {
      mms: operator?.mms ?? true,
      maxBytes: maxBytesFor(operator, originator?.kind ?? "short-code"),
    },
    routes: { mms: mms !== null, sms: sms !== null },
  });
  switch (as.as) {
    case "failed":
      return { operatorId, sentAs: "MMS", way: { failure: as.details } };
    case "SMS":
      return { operatorId, sentAs: "SMS", way: way(sms, { kind: "SMS", text: as.text }) };
    case "MMS": {
      const parts = compose(content.slides, as.rendition);
      const mmsContent = { kind: "MMS" as const, subject: content.subject, parts };
      return { operatorId, sentAs: "MMS", way: way(mms, mmsContent) };
    }
  }
}

function way(connector: Connector | null, content: SubmissionContent): Route["way"] {
  return connector === null ? { failure: "Internal Routing Error" } : { connector, content };
}

/** The originator's own connector, or the default one; null when that is not there. */
function connectorOf(
  { config, connectors }: JobEnv,
  originator: Originator | null,
  field: "mmsConnector" | "smsConnector",
): Connector | null {
  if (originator === null) return null;
  const name = originator[field] ?? config.DEFAULT_CONNECTOR;
  return name === null ? null : connectors.get(name) ?? null;
}
