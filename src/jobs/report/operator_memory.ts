/** What carriers say of who serves a number, kept for messages to it that come without an id. */
import type { CarrierReport, ConnectorHost, OperatorLookup, Store } from "../../ports/mod.ts";

export interface OperatorMemoryPorts {
  store: Pick<Store, "messages">;
  lookup: Pick<OperatorLookup, "seen">;
}

/** The same host; reports and inbound messages that name an operator are memoize too. */
export function rememberingOperators(
  host: ConnectorHost,
  ports: OperatorMemoryPorts,
): ConnectorHost {
  const { lookup, store } = ports;

  async function recipientOf({ connector, carrierId }: CarrierReport): Promise<string | null> {
    return (await store.messages.byCarrierId(connector, carrierId))?.to ?? null;
  }

  async function remember(
    number: string | null,
    { operatorId = null, at }: { operatorId?: string | null; at: number },
  ): Promise<void> {
    if (number !== null && operatorId !== null) await lookup.seen({ number, operatorId, at });
  }

  return {
    ...host,
    async report(one) {
      const isKnown = await host.report(one);
      const names = isKnown && (one.operatorId ?? null) !== null;
      if (names) await remember(await recipientOf(one), one);
      return isKnown;
    },
    async inbound(one) {
      const isOurs = await host.inbound(one);
      if (isOurs) await remember(one.from, one);
      return isOurs;
    },
    async inboundSms(one) {
      const isOurs = await host.inboundSms(one);
      if (isOurs) await remember(one.from, one);
      return isOurs;
    },
  };
}
