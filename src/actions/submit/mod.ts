/** MM7 SubmitReq (spec 2.1): sends an MMS with attached content to a recipient. */
import { createHash } from "node:crypto";
import type { Account, Originator } from "../../core/account/account.ts";
import { truncate } from "../../core/characters.ts";
import type { Fallback, MessageSlide } from "../../core/message/message.ts";
import { checkPossible } from "../../core/account/number_plan.ts";
import { indexParts } from "../../core/media/part_reference.ts";
import type { AccountAccess } from "../../ports/mod.ts";
import type { Part } from "../../mime/reader.ts";
import type { Envelope } from "../../mm7/envelope.ts";
import { isOtherDialect } from "../../mm7/dialect.ts";
import { type Echo, Mm7Error } from "../../mm7/status.ts";
import { destinationOf, readSubmitReq, senderOf } from "../../mm7/submit_req.ts";
import { parseTime } from "../../mm7/times.ts";
import { applyTreatment, type Submission } from "../../mm7/treatment.ts";
import { accept } from "../accept.ts";
import type { ActionContext } from "../ports.ts";
import { readContent, type SubmittedContent } from "./content.ts";

export interface SubmitContext extends ActionContext {
  /** Finds the account of an API key; null: unknown key. */
  accountOf(apiKey: string): Promise<AccountAccess | null>;
  /** Stores the version and namespace that an account submits with. */
  keepDialect(account: Account, echo: Echo): Promise<void>;
}

/**
 * Accepts the submission in an envelope. A duplicate within the window returns the first MessageID
 * (contract section 5).
 *
 * @param root The multipart that holds the attachments.
 * @returns The MessageID.
 * @throws {Mm7Error}
 * @throws {Refusal} 3510 where the account is over its rate.
 */
export async function submit(
  envelope: Envelope,
  root: Part,
  context: SubmitContext,
): Promise<string> {
  const { ports, access: { account } } = context;
  const { config } = ports;
  const { echo, transactionId } = envelope;
  const request = readSubmitReq(
    envelope,
    account.mm7AllowAdaptations ?? config.MM7_ALLOW_ADAPTATIONS,
  );
  const now = ports.clock.now();
  const maxLife = config.MMS_EXPIRY_MAX;
  const submission = applyTreatment(request, { at: now, echo, maxLife });
  const { VASPID, VASID = null } = submission.SenderIdentification;
  if ((await context.accountOf(VASPID))?.account.id !== account.id) {
    throw new Mm7Error("vaspIdInvalid", null, echo);
  }
  const originator = originatorOf(senderOf(request, echo), context, envelope);
  checkVasId(VASID, originator, envelope);
  const { to, displayOnly } = destinationOf(request, echo);
  const fault = checkPossible(to);
  if (fault !== null) throw new Mm7Error("addressError", `To ${fault}`, echo);
  const operatorId = await operatorOf(context, envelope);
  await checkBlock({ originator: originator.address, number: to }, context, envelope);
  if (account.enforceCampaignCheck) {
    throw new Mm7Error("clientError", "the account needs a campaign, which MM7 cannot name", echo);
  }
  const content = readContent(attachmentOf(submission, root, envelope), echo);
  ports.throughput.take(account);
  const { slides, parts } = await content.store(ports.blobs);
  // Before acceptance: the message's report may be sent at once, and uses the dialect.
  if (isOtherDialect(account, echo)) await context.keepDialect(account, echo);
  const subject = submission.Subject ?? null;
  return await accept(ports, {
    trackingId: ports.ids.tracking(),
    account: account.id,
    kind: "MMS_MT",
    from: originator.address,
    to,
    operatorId,
    mmsId: null,
    clientReference: null,
    campaignRef: null,
    content: {
      kind: "MMS",
      subject,
      slides,
      fallback: fallbackOf(subject, slides, now, context),
      forceSms: false,
      displayOnly: [...displayOnly],
      pageCode: ports.ids.page(),
      vasp: {
        parts,
        adaptable: request.Content.allowAdaptations,
        prepared: false,
        passThrough: passThroughOf(submission),
      },
    },
    deliveryReport: account.deliveryReports,
    acceptedAt: now,
    expiresAt: request.ExpiryDate === undefined
      ? now + maxLife
      : parseTime(submission.ExpiryDate, now)!,
  }, {
    dedup: {
      digest: digestOf([VASPID, transactionId, to, originator.address, subject], content),
      since: now - config.MM7_DUPLICATE_WINDOW,
    },
  });
}

function originatorOf(
  address: string,
  { access }: SubmitContext,
  { echo }: Envelope,
): Originator {
  const originator = access.originators.find((each) => each.address === address);
  if (originator === undefined) {
    throw new Mm7Error("shortCodeInvalid", "SenderAddress is not provisioned to the account", echo);
  }
  return originator;
}

/** Checks VASID where the sender has one; a shared short code requires it (spec 2.1, VASID). */
function checkVasId(
  requested: string | null,
  { vasid, shared }: Originator,
  { echo }: Envelope,
): void {
  if (requested === null && shared) {
    throw new Mm7Error("vasIdInvalid", "a shared short code needs a VASID", echo);
  }
  if (vasid !== null && requested !== vasid) {
    throw new Mm7Error("vasIdInvalid", "VASID is not the one of this sender", echo);
  }
}

async function operatorOf(
  { ports, operatorId }: SubmitContext,
  { echo }: Envelope,
): Promise<string | null> {
  if (operatorId === null || operatorId === "") return null;
  if ((await ports.routing.table()).operators.has(operatorId)) return operatorId;
  throw new Mm7Error("carrierIdInvalid", "X-Service-Carrier-Id is unknown", echo);
}

/** Refuses recipients that opted out or that an operator blocked (contract section 5, 3001). */
async function checkBlock(
  pair: { originator: string; number: string },
  { ports, access: { account, hasBlocks } }: SubmitContext,
  { echo }: Envelope,
): Promise<void> {
  if (!hasBlocks || !await ports.store.blocks.isBlocked(account.id, pair)) return;
  throw new Mm7Error("recipientBlocked", "To is blocked for this sender (opted out)", echo);
}

function attachmentOf({ Content }: Submission, root: Part, { echo }: Envelope): Part {
  const attachment = indexParts(root.parts)(Content.href);
  if (attachment === undefined) {
    throw new Mm7Error("attachmentMissing", "no part has the id in Content href", echo);
  }
  return attachment;
}

function passThroughOf({ ServiceCode, MessageClass, Priority, TimeStamp }: Submission) {
  return {
    ...(ServiceCode === undefined ? {} : { serviceCode: ServiceCode }),
    ...(MessageClass === undefined ? {} : { messageClass: MessageClass }),
    ...(Priority === undefined ? {} : { priority: Priority }),
    timeStamp: TimeStamp,
  };
}

/** Builds the fallback SMS: MM7 has no field for it, so its text is the subject and slide texts. */
function fallbackOf(
  subject: string | null,
  slides: readonly MessageSlide[],
  now: number,
  { ports: { config }, access: { account } }: SubmitContext,
): Fallback {
  const words = [subject, ...slides.map(({ text }) => text)]
    .map((text) => text?.trim() ?? "").filter((text) => text !== "").join("\n");
  const text = truncate(words, config.MM7_FALLBACK_TEXT_MAX);
  return {
    text,
    disabled: !account.allowFallbackSms,
    linkDisabled: false,
    linkExpiresAt: now + config.FALLBACK_LINK_EXPIRY_MAX,
  };
}

/** Length of a digest: 132 bits keep its index small, and rule out collisions. */
const DIGEST_CHARACTERS = 22;

/** Hashes a submission's identifying fields and content, to detect duplicates. */
function digestOf(
  values: readonly (string | null)[],
  { identity }: SubmittedContent,
): string {
  const hash = createHash("sha256").update(JSON.stringify([...values, ...identity.parts]));
  for (const bytes of identity.bytes) hash.update(bytes);
  return hash.digest("base64url").slice(0, DIGEST_CHARACTERS);
}
