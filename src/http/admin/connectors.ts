/** Admin operations on connectors of all kinds. */
import { Refusal } from "../../core/errors.ts";
import { type ConnectorKind, settingsOf, type WireSettings } from "../../core/routing/connector.ts";
import { type AdminHandlers, connectorChanges } from "../../generated/admin.ts";
import type { CarrierKind } from "../../ports/mod.ts";
import { type ConnectorPorts, connectorsOf } from "./connector_records.ts";

const KINDS = Object.keys(connectorChanges) as ConnectorKind[];

export function connectorHandlers(parts: ConnectorPorts) {
  const connectors = connectorsOf(KINDS, "connector", parts);

  return {
    async createConnector({ body: { name, kind, ...settings } }) {
      return await connectors.add(name, kind, settings);
    },

    async previewConnector({ body: { name: _, kind, ...fields } }) {
      // The table's type pairs each kind with its own settings, as the body does.
      const { preview } = parts.carriers[kind] as CarrierKind;
      if (preview === undefined) {
        throw new Refusal("invalidRequest", `kind ${kind} has no requests to preview`);
      }
      const requests = await preview(settingsOf(kind, fields as WireSettings<typeof kind>));
      return { items: [...requests] };
    },

    async listConnectors() {
      return { items: await connectors.list() };
    },

    async readConnector({ params }) {
      return await connectors.read(params.connector);
    },

    async checkConnector({ params }) {
      const { name } = await connectors.read(params.connector);
      const findings = await parts.connectors.get(name)?.check?.() ?? [];
      return {
        items: findings.map(({ isOk, fact, advice }) => ({ "ok": isOk, fact, advice })),
      };
    },

    async changeConnector({ params, body }) {
      return await connectors.change(params.connector, body);
    },

    async removeConnector({ params, query: { force } }) {
      await connectors.remove(params.connector, force);
    },
  } satisfies Partial<AdminHandlers>;
}
