/** Admin operation that sends a test by a connector. */
import { isBlank } from "../../core/characters.ts";
import { Refusal } from "../../core/errors.ts";
import { formsOf } from "../../core/routing/connector.ts";
import type { RouteKind } from "../../core/routing/routing.ts";
import type { AdminHandlers, ConnectorTest } from "../../generated/admin.ts";
import type { AccountDirectory, Connector, Connectors, Store } from "../../ports/mod.ts";
import type { CallAction } from "../json/call_action.ts";
import { note } from "../requests/request_log.ts";
import { missing } from "./refusals.ts";
import { messageView } from "./views.ts";

export interface ConnectorTestPorts {
  accounts: AccountDirectory;
  callAction: CallAction;
  connectors: Pick<Connectors, "get" | "reload">;
  store: Pick<Store, "connectors" | "messages">;
}

export function connectorTestHandlers(
  { accounts, callAction, connectors, store }: ConnectorTestPorts,
) {
  return {
    async testConnector({ params: { connector: name }, body }) {
      const record = await store.connectors.byName(name);
      if (record === null) throw missing("connector");
      if (record.settings.disabled) {
        throw new Refusal("conflict", "connector is disabled; enable it first");
      }
      // Another machine may just have created it.
      if (connectors.get(name) === undefined) await connectors.reload();
      const kind = kindOf(body.kind, formsOf(record.settings.kind), connectors.get(name), name);
      const { text = `Test of connector ${name}` } = body;
      if (isBlank(text)) throw new Refusal("invalidRequest", "text must not be blank");
      const access = await accounts.byId(body.account);
      if (access === null) throw missing("account");
      if (access.account.disabled) throw new Refusal("accountBlocked");
      note({ account: body.account });
      const request = requestOf(kind, { ...body, text });
      const { "tracking-id": id } = await callAction(request.action, request, {
        access,
        operatorId: null,
        testConnector: name,
        signal: () => new AbortController().signal,
      });
      return messageView((await store.messages.byTrackingId(id))!);
    },
  } satisfies Partial<AdminHandlers>;
}

/**
 * Decides the form of a test.
 *
 * @param forms Forms that the protocol takes.
 * @param connector Connector as it runs here; undefined: it does not run yet.
 * @throws {Refusal} E100 for a form that the connector does not take.
 */
function kindOf(
  requested: RouteKind | undefined,
  forms: readonly RouteKind[],
  connector: Connector | undefined,
  name: string,
): RouteKind {
  const accepted = forms.filter((form) => form === "sms" || connector?.mms !== null);
  const kind = requested ?? accepted[0]!;
  if (accepted.includes(kind)) return kind;
  const noun = kind === "mms" ? "MMS" : "texts";
  throw new Refusal("invalidRequest", `kind: ${name} takes no ${noun}`);
}

/** Makes the request of an action that sends the test. */
function requestOf(kind: RouteKind, { from, to, text }: ConnectorTest) {
  return kind === "sms" ? { action: "sendsms" as const, from, to, "message-text": text } : {
    action: "sendmms" as const,
    from,
    to,
    "disable-fallback-sms": true,
    slide: [{ "message-text": text }],
  };
}
