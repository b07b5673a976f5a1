/** Operators of numbers as carriers name them, stored for messages that come without an operator. */
import type { CarrierReport, ConnectorHost, OperatorLookup, Store } from "../../ports/mod.ts";

export interface OperatorStorePorts {
  store: Pick<Store, "messages">;
  lookup: Pick<OperatorLookup, "seen">;
}

/** Wraps a host: operators that reports and inbound messages name are stored too. */
export function storingOperators(
  host: ConnectorHost,
  ports: OperatorStorePorts,
): ConnectorHost {
  const { lookup, store } = ports;

  async function recipientOf({ connector, carrierId }: CarrierReport): Promise<string | null> {
    return (await store.messages.byCarrierId(connector, carrierId))?.to ?? null;
  }

  async function storeOperator(
    number: string | null,
    { operatorId = null, at }: { operatorId?: string | null; at: number },
  ): Promise<void> {
    if (number !== null && operatorId !== null) await lookup.seen({ number, operatorId, at });
  }

  return {
    ...host,
    async report(report) {
      const isKnown = await host.report(report);
      const names = isKnown && (report.operatorId ?? null) !== null;
      if (names) await storeOperator(await recipientOf(report), report);
      return isKnown;
    },
    async inbound(message) {
      const isOurs = await host.inbound(message);
      if (isOurs) await storeOperator(message.from, message);
      return isOurs;
    },
    async inboundSms(message) {
      const isOurs = await host.inboundSms(message);
      if (isOurs) await storeOperator(message.from, message);
      return isOurs;
    },
  };
}
