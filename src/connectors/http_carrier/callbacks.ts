/** Callbacks of a provider: verified, read, and passed to the host as reports and messages. */
import { STORE_RETRY_SECONDS } from "../../core/errors.ts";
import type { Outcome } from "../../core/message/message.ts";
import { levelOf } from "../../log/level.ts";
import type { Log } from "../../log/mod.ts";
import {
  type CallbackRequest,
  type Callbacks,
  type ConnectorHost,
  type Exchanges,
  StoreDown,
} from "../../ports/mod.ts";
import { redact } from "../redact.ts";
import type { Authorization } from "./authorization.ts";
import { createHttpExchanges } from "./exchanges.ts";
import { type FaultKind, faultRow } from "./faults.ts";
import { type InboundMediaPorts, MediaUnavailable, storeMessage } from "./inbound_media.ts";
import { digitsOf } from "./outgoing.ts";
import {
  type CallbackEvent,
  CallbackFault,
  type CallbackProof,
  type Protocol,
} from "./protocol.ts";
import type { StatusMeaning } from "./provider.ts";

export interface CallbackOptions extends InboundMediaPorts {
  /** Name of the connector. */
  name: string;
  protocol: Protocol;
  authorization: Authorization;
  host: ConnectorHost;
  exchanges: Exchanges;
  log: Log;
}

type Report = Extract<CallbackEvent, { event: "report" }>;
type Message = Extract<CallbackEvent, { event: "message" }>;

/** Seconds after which a provider may send a callback again whose media could not be fetched. */
const MEDIA_RETRY_SECONDS = 30;

/** Maximum length of the id and the addresses of a message, in characters. */
const FIELD_MAX_LENGTH = 500;

/** Maximum length of the reason of an outcome, in characters: a status may have any length. */
const REASON_MAX_LENGTH = 300;

/** Maximum number of callbacks in progress; the provider is asked to send further ones again. */
const MAX_IN_PROGRESS = 1000;

export function createCallbacks(options: CallbackOptions): Callbacks {
  const { name, protocol, host, exchanges, log } = options;
  const { callbacks, provider } = protocol;
  const verifies = verifierOf(callbacks);
  const exchangeOf = createHttpExchanges(name, protocol);
  const outcomeOf = createOutcomes(protocol);
  let inProgress = 0;

  async function take(event: CallbackEvent, request: CallbackRequest): Promise<void> {
    switch (event.event) {
      case "report":
        return await report(event, request);
      case "message":
        return await message(event);
      case "ignored":
        return log.debug({ connector: name, event: event.name }, "callback of no interest");
    }
  }

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

  async function respond(request: CallbackRequest): Promise<Response> {
    // Beside each other: a report on an unknown message is waited with for seconds.
    await Promise.all(callbacks.read(request).map((event) => take(event, request)));
    const { response } = callbacks;
    // 200 and not 204: some providers take nothing else for success.
    if (response === undefined) return new Response("");
    return new Response(response.body, { headers: { "content-type": response.type } });
  }

  function failure(error: unknown): Response {
    if (error instanceof CallbackFault) {
      log.warn({ connector: name, err: error.message }, "a callback could not be read");
      return plain(`${error.message}\n`, 400);
    }
    if (error instanceof MediaUnavailable) {
      log.warn(
        { connector: name, err: error.message, do: "check the connector's credentials" },
        `media of an inbound message could not be fetched; ${provider.name} is asked to retry`,
      );
      return plain("media unavailable; try again\n", 503, MEDIA_RETRY_SECONDS);
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const facts = { connector: name, err: message, ...error instanceof StoreDown ? {} : { stack } };
    log[levelOf(error)](facts, "a callback could not be stored; the provider will retry");
    return plain("try again\n", 503, STORE_RETRY_SECONDS);
  }

  return {
    ...callbacks.challenge === undefined ? {} : { challenge: callbacks.challenge },
    provider: provider.name,
    admits: (head) => callbacks.admits?.(head, host.clock.now()) ?? false,
    verifies: (request) => verifies(request, host.clock.now()),

    async receive(request) {
      const { methods = ["POST"] } = callbacks;
      if (!methods.includes(request.method)) {
        const response = plain(`use ${methods.join(" or ")}\n`, 405);
        response.headers.set("allow", methods.join(", "));
        return response;
      }
      if (inProgress >= MAX_IN_PROGRESS) return plain("try again\n", 503, 1);
      inProgress++;
      try {
        return await respond(request);
      } catch (error) {
        return failure(error);
      } finally {
        inProgress--;
      }
    },
  };
}

/** Returns the whole proof: where there is no signature, the credentials are. */
export function verifierOf({ admits, verifies }: CallbackProof) {
  return verifies ?? admits;
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

function plain(text: string, status: number, retryAfterSeconds?: number): Response {
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8" };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return new Response(text, { status, headers });
}
