/** Admin operations that inject MO messages and delivery reports through the loopback carrier. */
import { readNumber, readOriginator } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import type { MessageRecord, Outcome } from "../../core/message/message.ts";
import { isFinal, stageOf } from "../../core/message/message_state.ts";
import {
  FAILED_DETAILS,
  ORDINARY_DETAILS,
  readException,
  REJECTED_DETAILS,
} from "../../core/message/status_details.ts";
import type { Injection, LoopbackHandset, LoopbackHandsets, Store } from "../../ports/mod.ts";
import type * as wire from "../../generated/admin.ts";
import { bytesOf, missing } from "./refusals.ts";
import { inboundView, messageView } from "./views.ts";

export interface InjectionPorts {
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  /** Handsets that the loopback carrier simulates. */
  handsets: LoopbackHandsets;
  injection(): Promise<Injection>;
  store: Pick<Store, "inbound" | "messages">;
}

export function injectionHandlers({ baseUrl, handsets, injection, store }: InjectionPorts) {
  return {
    async injectSms({ body: message }) {
      const { connector, sms } = await injection();
      const key = await sms({ ...addressesOf(message), text: message.text });
      return await received(connector, key);
    },

    async injectMms({ body: message }) {
      const { text = null, subject = null, file = [] } = message;
      if (text === null && file.length === 0) {
        throw new Refusal("invalidRequest", "text or file is required");
      }
      const files = file.map(({ name, content }) => ({
        name,
        content: bytesOf(`file ${name}: content`, content),
      }));
      const { connector, mms } = await injection();
      const key = await mms({ ...addressesOf(message), subject, text, files });
      return await received(connector, key);
    },

    async readLoopbackHandset({ params }) {
      return handsetView(await handsetOf(numberOf(params.number)));
    },

    async setLoopbackHandset({ params, body }) {
      const { outcome, handset, "operator-id": operatorId } = body;
      const previous = await handsetOf(numberOf(params.number));
      const changed = {
        number: previous.number,
        operatorId: operatorId === undefined ? previous.operatorId : operatorId,
        handset: handset === undefined ? previous.handset : handset,
        outcome: outcome === undefined ? previous.outcome : outcome,
      };
      await handsets.set(changed);
      return handsetView(changed);
    },

    async injectReport({ body: fields }) {
      const id = fields["tracking-id"];
      const outcome = outcomeOf(fields);
      const message = await messageOf(id);
      const { connector, report } = await injection();
      await report(reportable(message, connector), outcome);
      return messageView(await messageOf(id));
    },
  } satisfies Partial<wire.AdminHandlers>;

  async function handsetOf(number: string): Promise<LoopbackHandset> {
    return await handsets.of(number) ??
      { number, operatorId: null, handset: null, outcome: null };
  }

  async function received(connector: string, key: string | null): Promise<wire.InboundMessage> {
    if (key === null) {
      throw new Refusal("notFound", "to is not a sender of any account; add it with sender add");
    }
    return inboundView((await store.inbound.byKey(connector, key))!, baseUrl());
  }

  async function messageOf(trackingId: string): Promise<MessageRecord> {
    const message = await store.messages.byTrackingId(trackingId);
    if (message === null) throw missing("tracking-id");
    return message;
  }
}

/**
 * Returns the carrier's id of a message that the connector may report on.
 *
 * @throws {Refusal} 409 for a final message, another carrier's, or one that no carrier has yet.
 */
function reportable(
  message: MessageRecord,
  reporting: Injection["connector"],
): string {
  const { state, connector, carrierId } = message;
  if (isFinal(stageOf(message))) {
    throw new Refusal("conflict", `the message is ${state}, which is final; send another`);
  }
  if (connector !== null && connector !== reporting) {
    throw new Refusal(
      "conflict",
      `the message went to ${connector}, and only that carrier can report on it; ` +
        `set the sender's connector to ${reporting}`,
    );
  }
  if (carrierId === null) {
    throw new Refusal("conflict", `the message is ${state}: no carrier has it yet; try again`);
  }
  return carrierId;
}

/**
 * Reads the outcome of an injected report.
 *
 * @throws {Refusal} E100 for fields that do not apply to the outcome.
 */
function outcomeOf({ outcome, details, handset }: wire.InjectedReport): Outcome {
  if (handset !== undefined && outcome !== "delivered") {
    throw new Refusal("invalidRequest", "handset applies to the outcome delivered only");
  }
  if (outcome === "delivered" || outcome === "expired") {
    if (details !== undefined) {
      throw new Refusal("invalidRequest", `details do not apply to the outcome ${outcome}`);
    }
    return handset === undefined ? { outcome } : { outcome: "delivered", handset };
  }
  return outcomeWithDetails(outcome, details);
}

/**
 * Builds an outcome with details: one of the spec's texts, else the text as the carrier's reason.
 */
function outcomeWithDetails(
  outcome: "failed" | "rejected" | "unrecognised" | "noted",
  text: string | undefined,
): Outcome {
  const isText = (candidate: string) => candidate === text;
  const { failed, rejected, unrecognised } = ORDINARY_DETAILS;
  const reason = text === undefined ? {} : { reason: text };
  switch (outcome) {
    case "failed": {
      const details = FAILED_DETAILS.find(isText);
      return details ? { outcome, details } : { outcome, details: failed, ...reason };
    }
    case "rejected": {
      const details = REJECTED_DETAILS.find(isText);
      return details ? { outcome, details } : { outcome, details: rejected, ...reason };
    }
    case "unrecognised": {
      const details = readException(text ?? "");
      return details ? { outcome, details } : { outcome, details: unrecognised, ...reason };
    }
    case "noted":
      return { outcome, details: text ?? "Deferred" };
  }
}

function handsetView({ operatorId, ...rest }: LoopbackHandset): wire.LoopbackHandset {
  return { ...rest, "operator-id": operatorId };
}

/** @throws {Refusal} for a text that is not an international number */
function numberOf(text: string): string {
  const number = readNumber(text);
  if (number === null) throw new Refusal("invalidRequest", "number is not an international number");
  return number;
}

function addressesOf(message: wire.InjectedSms | wire.InjectedMms) {
  const from = readNumber(message.from);
  if (from === null) throw new Refusal("invalidRequest", "from is not an international number");
  const to = readOriginator(message.to);
  if (to === null || !/^\d+$/.test(to)) {
    throw new Refusal("invalidRequest", "to is neither a short code nor a number");
  }
  return { from, to, operatorId: message["operator-id"] ?? null };
}
