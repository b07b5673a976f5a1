/** Messages from handsets and reports, made to come in by the loopback carrier. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { readNumber, readOriginator } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import type { MessageRecord, Outcome } from "../../core/message/message.ts";
import { isFinal, stageOf } from "../../core/message/message_state.ts";
import {
  FAILED_DETAILS,
  ORDINARY_DETAILS,
  readException,
  REJECTED_DETAILS,
} from "../../core/postback/status_details.ts";
import type { Injection } from "../../ports/mod.ts";
import type * as wire from "../../generated/admin.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts } from "./ports.ts";
import { missing } from "./refusals.ts";
import { inboundView, messageView } from "./views.ts";

export function injectionRoutes(
  app: OpenAPIHono,
  { baseUrl, injection, store }: AdminPorts,
): void {
  app.openapi(routes.injectSms, async (c) => {
    const given = c.req.valid("json");
    const { connector, sms } = await injection();
    const key = await sms({ ...addressesOf(given), text: given.text });
    return c.json(await received(connector, key), 201);
  });

  app.openapi(routes.injectMms, async (c) => {
    const given = c.req.valid("json");
    const { text = null, subject = null, file = [] } = given;
    if (text === null && file.length === 0) {
      throw new Refusal("invalidRequest", "text or file is required");
    }
    const files = file.map(({ name, content }) => ({ name, content: bytesOf(name, content) }));
    const { connector, mms } = await injection();
    const key = await mms({ ...addressesOf(given), subject, text, files });
    return c.json(await received(connector, key), 201);
  });

  app.openapi(routes.injectReport, async (c) => {
    const given = c.req.valid("json");
    const id = given["tracking-id"];
    const outcome = outcomeOf(given);
    const message = await messageOf(id);
    const { connector, report } = await injection();
    await report(reportable(message, connector), outcome);
    return c.json(messageView(await messageOf(id)), 200);
  });

  async function received(connector: string, key: string | null): Promise<wire.InboundMessage> {
    if (key === null) {
      throw new Refusal("notThere", "to is no sender of any account (sender add makes it one)");
    }
    return inboundView((await store.inbound.byKey(connector, key))!, baseUrl());
  }

  async function messageOf(trackingId: string): Promise<MessageRecord> {
    const message = await store.messages.byTrackingId(trackingId);
    if (message === null) throw missing("tracking-id");
    return message;
  }
}

/** The carrier's id of a message that a connector can report on. Throws Refusal. */
function reportable(
  message: MessageRecord,
  reporting: Injection["connector"],
): string {
  const { state, connector, carrierId } = message;
  if (isFinal(stageOf(message))) {
    throw new Refusal("outOfTurn", `the message is ${state} and stays so; send another`);
  }
  if (connector !== null && connector !== reporting) {
    throw new Refusal(
      "outOfTurn",
      `the message went to ${connector}, and only that carrier reports on it; ` +
        `give its sender the connector ${reporting}`,
    );
  }
  if (carrierId === null) {
    throw new Refusal("outOfTurn", `the message is ${state}: no carrier has it yet; try again`);
  }
  return carrierId;
}

/** Throws Refusal for what the outcome has no place for. */
function outcomeOf({ outcome, details, handset }: wire.InjectedReport): Outcome {
  if (handset !== undefined && outcome !== "delivered") {
    throw new Refusal("invalidRequest", "handset goes with the outcome delivered only");
  }
  if (outcome === "delivered" || outcome === "expired") {
    if (details !== undefined) {
      throw new Refusal("invalidRequest", `details do not go with the outcome ${outcome}`);
    }
    return handset === undefined ? { outcome } : { outcome: "delivered", handset };
  }
  return inWordsOf(outcome, details);
}

/** Makes an outcome that needs details: with one of its texts, or else words of the carrier. */
function inWordsOf(
  outcome: "failed" | "rejected" | "unrecognised" | "noted",
  words: string | undefined,
): Outcome {
  const isText = (text: string) => text === words;
  const { failed, rejected, unrecognised } = ORDINARY_DETAILS;
  const reason = words === undefined ? {} : { reason: words };
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
      const details = readException(words ?? "");
      return details ? { outcome, details } : { outcome, details: unrecognised, ...reason };
    }
    case "noted":
      return { outcome, details: words ?? "Deferred" };
  }
}

function addressesOf(given: wire.InjectedSms | wire.InjectedMms) {
  const from = readNumber(given.from);
  if (from === null) throw new Refusal("invalidRequest", "from is not an international number");
  const to = readOriginator(given.to);
  if (to === null || !/^\d+$/.test(to)) {
    throw new Refusal("invalidRequest", "to is neither a short code nor a number");
  }
  return { from, to, operatorId: given["operator-id"] ?? null };
}

function bytesOf(name: string, content: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(content);
  } catch {
    throw new Refusal("invalidRequest", `file ${name}: content is not base64`);
  }
}
