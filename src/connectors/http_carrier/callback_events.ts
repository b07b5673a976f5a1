/** Passes the events of a provider's callbacks to the host: reports and messages. */
import type { Outcome } from "../../core/message/message.ts";
import type { Log } from "../../log/mod.ts";
import type { CallbackRequest, ConnectorHost, Exchanges } from "../../ports/mod.ts";
import { redact } from "../redact.ts";
import { createHttpExchanges } from "./exchanges.ts";
import { type FaultKind, faultRow } from "./faults.ts";
import { type InboundMediaPorts, storeMessage } from "./inbound_media.ts";
import { digitsOf } from "./outgoing.ts";
import { type CallbackEvent, CallbackFault, type Protocol } from "./protocol.ts";
import type { StatusMeaning } from "./provider.ts";

export interface CallbackEventOptions extends InboundMediaPorts {
  /** Name of the connector. */
  name: string;
  protocol: Protocol;
  host: ConnectorHost;
  exchanges: Exchanges;
  log: Log;
}

type Report = Extract<CallbackEvent, { event: "report" }>;
type Message = Extract<CallbackEvent, { event: "message" }>;

/** Maximum length of the id and the addresses of a message, in characters. */
const FIELD_MAX_LENGTH = 500;

/** Maximum length of the reason of an outcome, in characters: a status may have any length. */
const REASON_MAX_LENGTH = 300;

/**
 * Takes an event of a callback.
 *
 * @throws {CallbackFault} for a field that cannot be stored.
 * @throws {MediaUnavailable}
 */
export type TakeEvent = (event: CallbackEvent, request: CallbackRequest) => Promise<void>;

export function createTakeEvent(options: CallbackEventOptions): TakeEvent {
  const { name, protocol, host, exchanges, log } = options;
  const { provider } = protocol;
  const exchangeOf = createHttpExchanges(name, protocol);
  const outcomeOf = createOutcomes(protocol);

  async function report(event: Report, request: CallbackRequest): Promise<void> {
    await host.report({
      connector: name,
      carrierId: event.carrierId,
      trackingId: event.trackingId,
      outcome: outcomeOf(event),
      at: host.clock.now(),
      onMatch: (trackingId) => exchanges.record(() => exchangeOf.received(trackingId, request)),
    });
  }

  async function message(event: Message): Promise<void> {
    const { id, media } = event;
    for (const [name, value] of Object.entries({ id, from: event.from, to: event.to })) {
      // The store has indices of them.
      if (value.length > FIELD_MAX_LENGTH) throw new CallbackFault(`${name} is too long`);
    }
    const text = storable(event.text);
    const subject = event.subject === null ? null : storable(event.subject);
    const common = {
      connector: name,
      key: id,
      from: addressOf(event.from),
      to: addressOf(event.to),
      ...event.alsoTo === undefined ? {} : { alsoTo: event.alsoTo.map(addressOf) },
      operatorId: null,
      at: host.clock.now(),
    };
    const isMms = event.isMms ?? (media.length > 0 || subject !== null);
    if (!isMms) return void await host.inboundSms({ ...common, text });
    const { files, missing } = await storeMessage({ text, media }, protocol, options);
    for (const reason of missing) {
      log.warn(
        { connector: name, id, err: reason, do: `see the message at ${provider.name}` },
        "a file of an inbound message could not be fetched; the message is stored without it",
      );
    }
    await host.inbound({ ...common, vasid: null, subject, files });
  }

  return async (event, request) => {
    switch (event.event) {
      case "report":
        return await report(event, request);
      case "message":
        return await message(event);
      case "ignored":
        return log.debug({ connector: name, event: event.name }, "callback of no interest");
    }
  };
}

/** Replaces what Postgres rejects in text: NUL, and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}

function addressOf(text: string): string {
  return digitsOf(storable(text));
}

/** Creates the function that finds the outcome of a report in the provider's tables. */
function createOutcomes({ provider, secrets }: Protocol): (report: Report) => Outcome {
  const meanings = new Map(provider.statuses.map(({ status, meaning }) => [status, meaning]));
  const kinds = new Map(provider.codes.map(({ code, kind }) => [code, kind]));

  function reasonOf({ status, code, text = null }: Report): string {
    const words = redact(text, secrets);
    return [
      `${provider.name} ${status}`,
      ...code === null ? [] : [code],
      ...words === null || words === "" ? [] : [words],
    ].join(": ").slice(0, REASON_MAX_LENGTH);
  }

  return (report) => {
    const { code, status } = report;
    const meaning: StatusMeaning = meanings.get(status) ?? "noted";
    if (meaning === "delivered") return { outcome: "delivered" };
    const reason = reasonOf(report);
    if (meaning === "noted") return { outcome: "noted", details: reason };
    const byCode: FaultKind | undefined = code === null ? undefined : kinds.get(code);
    // A status with a meaning of its own is closer than the code beside it.
    const kind = meaning === "failed" || meaning === "refused" ? byCode ?? meaning : meaning;
    const { report: outcome } = faultRow(kind);
    if (outcome.outcome === "noted") return { ...outcome, details: reason };
    return outcome.outcome === "delivered" ? outcome : { ...outcome, reason };
  };
}
