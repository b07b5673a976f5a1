/** A connector: its state, check, settings and end. */
import type { FC } from "hono/jsx";
import { visible } from "../../../core/visible.ts";
import type { AdminResponses, ConnectorFindings, Route } from "../../../generated/admin.ts";
import { Confirm } from "../../components/confirm.tsx";
import { ConnectorStates } from "../../components/connector_states.tsx";
import { Id } from "../../components/copyable.tsx";
import { Facts } from "../../components/facts.tsx";
import { Findings } from "../../components/findings.tsx";
import { Button, Form } from "../../components/form.tsx";
import { Live } from "../../components/live.tsx";
import { OperationFacts, OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { State } from "../../components/state.tsx";
import { Value } from "../../components/text.tsx";
import { labelOf } from "../../model/field_names.ts";
import { bodyOf } from "../../model/operation_body.ts";
import {
  type Action,
  consoleUrl,
  type OpenedPage,
  type Page,
  type Visit,
} from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { CARRIERS_PATH, connectorPath, ROUTES_PATH, testPath } from "./paths.ts";
import { allOf, changeFieldsOf, KINDS, manualOf } from "./settings.ts";

type Connector = AdminResponses["readConnector"];

export const connectorPage: Page = {
  path: "/carriers/connectors/:connector",

  open: (visit) => openWith(visit, null),

  actions: {
    async save(form, visit) {
      const { name, kind } = await readConnector(visit);
      const body = bodyOf(allOf(changeFieldsOf(kind)), form);
      const labels = Object.keys(body).map(labelOf);
      const path = connectorPath(name);
      if (labels.length === 0) return { path, notice: "Nothing has changed." };
      await visit.api.call("changeConnector", { params: paramsOf(visit), body });
      return { path, notice: `Saved: ${labels.join(", ")}.` };
    },

    async check(_, visit) {
      return await openWith(
        visit,
        await visit.api.call("checkConnector", { params: paramsOf(visit) }),
      );
    },

    disable: stateAction(true, "is disabled: it submits nothing."),
    enable: stateAction(false, "is enabled."),

    async remove(form, visit) {
      const params = paramsOf(visit);
      await visit.api.call("removeConnector", {
        params,
        query: { force: form.get("force") === "true" },
      });
      return { path: CARRIERS_PATH, notice: `Connector ${visible(params.connector)} is removed.` };
    },
  },
};

function stateAction(disabled: boolean, notice: string): Action {
  return async (_, visit) => {
    const params = paramsOf(visit);
    await visit.api.call("changeConnector", { params, body: { disabled } });
    const name = visible(params.connector);
    return { path: connectorPath(params.connector), notice: `Connector ${name} ${notice}` };
  };
}

async function openWith(visit: Visit, findings: ConnectorFindings | null): Promise<OpenedPage> {
  const { api, hasManual, may } = visit;
  const connector = await readConnector(visit);
  const { disabled, kind, name } = connector;
  const [state, routes] = await Promise.all([
    api.call("readConnectorState", { params: paramsOf(visit) }),
    api.call("listRoutes"),
  ]);
  const used = routes.items.filter((route) => route.connectors.split(",").includes(name));
  const mayChange = may("changeConnector");
  const live = { state: <ConnectorStates of={[state]} /> };
  return {
    title: `Connector ${visible(name)}`,
    live,
    main: (
      <>
        <div class="head">
          <h1>
            Connector <Value text={name} />
          </h1>
          {disabled && <State of="disabled" />}
          <span class="live">Live</span>
          {hasManual && <a href={manualOf(kind)}>Manual</a>}
          <a href={consoleUrl(CARRIERS_PATH)}>All connectors</a>
        </div>
        <section aria-labelledby="state-title">
          <h2 class="unseen" id="state-title">State</h2>
          <Live id="state">{live.state}</Live>
        </section>
        <Section title="Does it work?">
          <Works connector={connector} findings={findings} visit={visit} />
        </Section>
        <Section title="What goes by it">
          <Users of={used} name={name} />
        </Section>
        <Addresses of={connector} />
        <Settings connector={connector} visit={visit} />
        {mayChange && <Disabling connector={connector} used={used} />}
        {may("removeConnector") && <Removal name={name} used={used} visit={visit} />}
      </>
    ),
  };
}

const Works: FC<{ connector: Connector; findings: ConnectorFindings | null; visit: Visit }> = (
  { connector: { disabled, kind, name }, findings, visit },
) => (
  <>
    {findings !== null && <Findings of={findings.items} kind={kind} />}
    <div class="row">
      <Form>
        <Button do="check">Check</Button>
      </Form>
      {visit.may("testConnector") && !disabled && (
        <a class="button" href={consoleUrl(testPath(name))}>Send a test</a>
      )}
    </div>
  </>
);

const Users: FC<{ of: readonly Route[]; name: string }> = ({ of: routes, name }) => (
  <>
    <p>
      {routes.length === 0
        ? "No route names it. Add one, or make it the connector of a sender."
        : `It is in ${namesOf(routes)}; senders may name it, too.`}
    </p>
    <p class="row">
      <a class="button" href={consoleUrl(ROUTES_PATH, { connector: name })}>Routes</a>
      <a href={consoleUrl("/accounts")}>Accounts and their senders</a>
    </p>
  </>
);

/** Names routes: `route 1 and route 4`. */
function namesOf(routes: readonly Route[]): string {
  const names = routes.map(({ route }) => `route ${route}`);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Addresses that the carrier has to be given. */
const Addresses: FC<{ of: Connector }> = ({ of: connector }) => {
  const callback = "callback-url" in connector ? connector["callback-url"] : null;
  const relay = "relay-url" in connector ? connector["relay-url"] : null;
  if (callback === null && relay === null) return null;
  return (
    <Section title="Addresses for the carrier">
      <Facts
        of={{
          "Reports and messages of the MMSC": relay && <Id text={relay} name="the address" />,
          "Messages of handsets": callback && (
            <>
              <Id text={`${callback}/inbound`} name="the address" />
              {"callback-token-set" in connector && connector["callback-token-set"] && (
                <>
                  , with <code>?token=</code> and the callback token
                </>
              )}
            </>
          ),
          "Reports": callback && (
            <>
              <Id text={`${callback}/status`} name="the address" />, where they do not take it from
              each message
            </>
          ),
        }}
      />
    </Section>
  );
};

const Settings: FC<{ connector: Connector; visit: Visit }> = ({ connector, visit }) => {
  const { first, more } = changeFieldsOf(connector.kind);
  const values = { ...connector };
  const refused = refusalOfForm(visit, "save");
  const title = KINDS.find(({ kind }) => kind === connector.kind)?.title ?? connector.kind;
  if (!visit.may("changeConnector")) {
    return (
      <Section title={`Settings: ${title}`}>
        <OperationFacts of={[...first, ...more]} values={values} />
      </Section>
    );
  }
  return (
    <Section title={`Settings: ${title}`}>
      <Form>
        <OperationFields of={first} values={values} refused={refused} />
        <details open={refused !== null}>
          <summary>More settings</summary>
          <OperationFields of={more} values={values} refused={refused} />
        </details>
        <p class="submit">
          <Button do="save" look="primary">Save the settings</Button>
        </p>
      </Form>
    </Section>
  );
};

const Disabling: FC<{ connector: Connector; used: readonly Route[] }> = (
  { connector: { disabled, name }, used },
) => {
  if (disabled) {
    return (
      <Section title="This connector is disabled">
        <p class="hint">Messages that wait for it are sent as soon as it is enabled.</p>
        <Form>
          <Button do="enable">Enable the connector</Button>
        </Form>
      </Section>
    );
  }
  return (
    <Section title="Disable the connector">
      <Confirm title="Disable" thing={name} do="disable" button="Disable">
        It submits nothing, and ends its sessions. Messages
        {used.length === 0 ? "" : ` of ${namesOf(used)}`}{" "}
        go to the next connector of their route; those without one wait, until it is enabled or they
        expire.
      </Confirm>
    </Section>
  );
};

const Removal: FC<{ name: string; used: readonly Route[]; visit: Visit }> = (
  { name, used, visit },
) => {
  const refused = refusalOfForm(visit, "remove");
  return (
    <Section title="Remove the connector">
      {refused === null
        ? (
          <Confirm title="Remove" thing={name} do="remove" button="Remove">
            Its settings and secrets are lost; reports of its carrier are refused from then on.{" "}
            {used.length === 0
              ? "No route names it; where a sender does, you are asked again."
              : `It is still in ${namesOf(used)}: you are asked again.`}
          </Confirm>
        )
        : (
          <Form>
            <input type="hidden" name="force" value="true" />
            <p class="hint">
              The message above names what still goes by it. Until that has another connector, its
              MMS go as fallback SMS where that is possible, and its texts fail.
            </p>
            <Button do="remove" look="danger" label={`Remove ${visible(name)} all the same`}>
              Remove it all the same
            </Button>
          </Form>
        )}
    </Section>
  );
};

/** @throws {ApiRefusal} */
function readConnector(visit: Visit): Promise<Connector> {
  return visit.api.call("readConnector", { params: paramsOf(visit) });
}

function paramsOf({ params }: Visit) {
  return { connector: params.connector! };
}
