/** Admin operations on connectors to SMSCs: those on connectors, without their kind. */
import type { ConnectorView } from "../../core/routing/connector.ts";
import type { AdminHandlers, Smsc } from "../../generated/admin.ts";
import { type ConnectorPorts, connectorsOf } from "./connector_records.ts";

const KIND = "smsc_smpp";

export function smscHandlers(parts: ConnectorPorts) {
  const smscs = connectorsOf([KIND], "SMSC", parts);

  return {
    async createSmsc({ body: { name, ...settings } }) {
      return smscView(await smscs.add(name, KIND, settings));
    },

    async listSmscs() {
      return { items: (await smscs.list()).map(smscView) };
    },

    async readSmsc({ params }) {
      return smscView(await smscs.read(params.connector));
    },

    async changeSmsc({ params, body }) {
      return smscView(await smscs.change(params.connector, body));
    },

    async removeSmsc({ params, query: { force } }) {
      await smscs.remove(params.connector, force);
    },
  } satisfies Partial<AdminHandlers>;
}

function smscView({ kind: _, ...smsc }: ConnectorView<typeof KIND>): Smsc {
  return smsc;
}
