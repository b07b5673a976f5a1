/** Handles requests of an MMSC (contract section 5): delivery reports, read replies, messages. */
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import {
  type Blobs,
  type CarrierReport,
  type ConnectorHost,
  type Exchanges,
  type RelayRequest,
  StoreDown,
} from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { MimeError } from "../../mime/errors.ts";
import type { MimeLimits } from "../../mime/reader.ts";
import type { RequestBody } from "../../mime/request.ts";
import { type Envelope, readEnvelope } from "../../mm7/envelope.ts";
import { plainMessageId } from "../../mm7/message_id.ts";
import { statusOfMimeFault } from "../../mm7/mime_status.ts";
import { outcomeOf, outcomeOfRead } from "../../mm7/mm_status.ts";
import { readReportReq } from "../../mm7/report_req.ts";
import { Mm7Error, NO_ECHO, STATUSES } from "../../mm7/status.ts";
import { createMm7Exchanges } from "./exchanges.ts";
import { readDeliverReq } from "./inbound_message.ts";
import {
  fault,
  type RelayOperation,
  type ResponseContext,
  RESPONSES,
  success,
} from "./relay_response.ts";
import { createAdmission, operatorOf, readBody } from "./relay_request.ts";

export interface RelayOptions {
  /** Name of the connector. */
  name: string;
  settings: MmscMm7Settings;
  host: ConnectorHost;
  blobs: Pick<Blobs, "put">;
  exchanges: Exchanges;
  log: Log;
  limits: Pick<MimeLimits, "maxParts" | "maxContentBytes">;
  /** Tells whether a submission is in flight, or was a moment ago. */
  isSubmitting(): boolean;
}

const OPERATIONS = Object.keys(RESPONSES) as RelayOperation[];

/** Creates the handler of the MMSC's requests, which responds once their effect is durable. */
export function createRelay(
  { name, settings, host, blobs, exchanges, log, limits, isSubmitting }: RelayOptions,
): (request: RelayRequest) => Promise<Response> {
  const admits = createAdmission(settings);
  const exchangeOf = createMm7Exchanges(name, settings);

  /**
   * Passes a request to the host.
   *
   * @throws Mm7Error, StoreDown
   */
  async function passOn(
    operation: RelayOperation,
    envelope: Envelope,
    body: RequestBody,
    operatorId: string | null,
  ): Promise<void> {
    const context = { connector: name, at: host.clock.now(), operatorId };
    if (operation === "DeliverReq") {
      const message = await readDeliverReq(envelope, { ...context, ...body }, blobs);
      if (await host.inbound(message)) return;
      throw new Mm7Error("addressError", "no account owns the recipient address");
    }
    const onMatch = (trackingId: string) =>
      exchanges.record(() => exchangeOf.received(trackingId, operation, body.start));
    const wasSubmitting = isSubmitting();
    if (await host.report({ ...context, ...readReport(operation, envelope), onMatch })) return;
    // It may be early, and is applied once the response with its MessageID comes.
    if (wasSubmitting || isSubmitting() || await host.isSubmitting?.(name)) return;
    throw new Mm7Error("messageIdUnknown", "MessageID is unknown");
  }

  function refusalOf(error: unknown): Mm7Error {
    if (error instanceof Mm7Error) return error;
    if (error instanceof MimeError) {
      return new Mm7Error(statusOfMimeFault(error.fault, error.position), error.message);
    }
    if (error instanceof StoreDown) {
      log.debug({ connector: name, err: error.message }, "the store is unavailable");
      return new Mm7Error("unavailable", "try again");
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    log.error({ connector: name, err: message, stack }, "a request of the MMSC failed");
    // A fault under HTTP 200 would be final; the status of `unavailable` makes the MMSC retry.
    return new Mm7Error("unavailable");
  }

  function logRefusal({ status, details }: Mm7Error, { echo }: ResponseContext): void {
    const { code, text } = STATUSES[status];
    log.warn(
      { connector: name, code, text, details, transaction: echo.transactionId },
      "refused a request of the MMSC",
    );
  }

  return async ({ headers, body }) => {
    const type = headers.get("content-type");
    const context: ResponseContext = {
      echo: NO_ECHO,
      isTextXml: /\btext\/xml\b/i.test(type ?? ""),
    };
    try {
      if (!admits?.(headers.get("authorization"))) throw new Mm7Error("unauthenticated");
      const opened = readBody(type, body, limits);
      context.isTextXml = opened.start.type.startsWith("text/");
      const envelope = readEnvelope(opened.start.content, OPERATIONS, {
        charset: opened.start.parameters.get("charset"),
      });
      context.echo = envelope.echo;
      const operation = envelope.operation as RelayOperation;
      await passOn(operation, envelope, opened, operatorOf(headers));
      return success(operation, context);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.echo !== NO_ECHO) context.echo = refusal.echo;
      logRefusal(refusal, context);
      return fault(refusal, context);
    }
  };
}

/** Returns the id as it is stored; one in angle brackets also as it came, and was stored once. */
function idsOf(messageId: string): Pick<CarrierReport, "carrierId" | "otherIds"> {
  const carrierId = plainMessageId(messageId);
  return carrierId === messageId ? { carrierId } : { carrierId, otherIds: [messageId] };
}

/**
 * Reads a report. The MessageID alone identifies the message, since relays mix up Sender and
 * Recipient.
 *
 * @throws Mm7Error
 */
function readReport(operation: "DeliveryReportReq" | "ReadReplyReq", envelope: Envelope) {
  const { MessageID, MMStatus, StatusText, UACapabilities } = readReportReq(envelope);
  const facts = { statusText: StatusText, uaProf: UACapabilities?.UAProf };
  return {
    ...idsOf(MessageID),
    outcome: operation === "ReadReplyReq" ? outcomeOfRead(MMStatus) : outcomeOf(MMStatus, facts),
  };
}
