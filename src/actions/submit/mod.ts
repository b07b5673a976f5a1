/**
 * MM7 SubmitReq (spec 2.1): sends an MMS with attached content to a recipient. Read, load facts,
 * decide; then the acceptance that both doors share.
 */
import { createHash } from "node:crypto";
import { decide } from "../../core/submission/decision.ts";
import { isFault } from "../../core/submission/fault.ts";
import { plannedMessage, type SubmissionPlan } from "../../core/submission/plan.ts";
import type { BlobOf, SubmittedPart } from "../../core/submission/content.ts";
import { type Part, startOf } from "../../mime/reader.ts";
import { isOtherDialect } from "../../mm7/dialect.ts";
import type { Envelope } from "../../mm7/envelope.ts";
import { leniencyOf } from "../../mm7/leniency.ts";
import { type Echo, Mm7Error } from "../../mm7/status.ts";
import type { Blobs } from "../../ports/mod.ts";
import { accept } from "../accept.ts";
import { readContent } from "./content.ts";
import type { SubmitContext } from "./context.ts";
import { loadFacts } from "./facts.ts";
import { readSubmit, type ReadSubmitOptions } from "./read.ts";

/**
 * Accepts the submission in an envelope. A duplicate within the window returns the first MessageID
 * (contract section 5).
 *
 * @param root The multipart that holds the attachments.
 * @returns The MessageID.
 * @throws {Mm7Error}
 * @throws {Refusal} 3510 where the account is over its rate; 2000 or 2569 where its operator is not
 * served or cannot be looked up.
 */
export async function submit(
  envelope: Envelope,
  root: Part,
  context: SubmitContext,
): Promise<string> {
  const start = startOf(root);
  const others = root.parts.filter((part) => part !== start);
  const request = readSubmit(envelope, others, readOptions(context));
  const facts = await loadFacts(request, context);
  const { adaptable, contentHref } = request;
  const decision = decide(request, facts, () => readContent(others, contentHref, adaptable));
  if (isFault(decision)) throw new Mm7Error(decision.status, decision.details, envelope.echo);
  return await acceptPlan(decision, envelope.echo, context);
}

function readOptions(
  { ports: { clock, config }, access: { account }, operatorId }: SubmitContext,
): ReadSubmitOptions {
  return {
    at: clock.now(),
    maxLife: config.MMS_EXPIRY_MAX,
    leniency: leniencyOf(account, config),
    operatorId,
  };
}

/** Carries out a plan. A refused submission has none, and so takes no token of the rate. */
async function acceptPlan(
  plan: SubmissionPlan,
  echo: Echo,
  { ports, access: { account }, saveDialect }: SubmitContext,
): Promise<string> {
  ports.throughput.take(account);
  const blobOf = await storeFiles(plan.files, ports.blobs);
  // Before acceptance: the message's report may be sent at once, and uses the dialect.
  if (isOtherDialect(account, echo)) await saveDialect(account, echo);
  const { ids, config } = ports;
  const message = plannedMessage(plan, {
    trackingId: ids.tracking(),
    pageCode: ids.page(),
    blobOf,
  });
  return await accept(ports, account, message, {
    dedup: {
      digest: digestOf(plan),
      since: message.acceptedAt - config.MM7_DUPLICATE_WINDOW,
    },
  });
}

async function storeFiles(
  files: readonly SubmittedPart[],
  blobs: Pick<Blobs, "put">,
): Promise<BlobOf> {
  const stored = await Promise.all(files.map(({ content }) => blobs.put(content)));
  const hashes = new Map(files.map((file, index) => [file, stored[index]!.hash]));
  return (part) => hashes.get(part)!;
}

/** Length of a digest: 132 bits keep its index small, and rule out collisions. */
const DIGEST_CHARACTERS = 22;

/** Hashes a submission's identifying fields and content, to detect duplicates. */
function digestOf({ identity, files }: SubmissionPlan): string {
  const hash = createHash("sha256").update(JSON.stringify(identity));
  for (const { content } of files) hash.update(content);
  return hash.digest("base64url").slice(0, DIGEST_CHARACTERS);
}
