/** Admin operations on connectors of all kinds. */
import type { ConnectorKind } from "../../core/routing/connector.ts";
import { type AdminHandlers, connectorChanges } from "../../generated/admin.ts";
import { connectorsOf } from "./connector_records.ts";
import type { AdminPorts } from "./ports.ts";

const KINDS = Object.keys(connectorChanges) as ConnectorKind[];

export function connectorHandlers(parts: AdminPorts) {
  const connectors = connectorsOf(KINDS, "connector", parts);

  return {
    async createConnector({ body: { name, kind, ...settings } }) {
      return await connectors.add(name, kind, settings);
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

    async removeConnector({ params }) {
      await connectors.remove(params.connector);
    },
  } satisfies Partial<AdminHandlers>;
}
