/**
 * Fetches the files of a failed template again, for an administrator: their server was down, the
 * file was corrected at its URL, or another ffmpeg or another limit takes what failed before.
 */
import { Refusal } from "../core/errors.ts";
import type { NewEvent } from "../core/message/event.ts";
import { tokenOfContent } from "../core/message/inbound.ts";
import type { TemplateRecord } from "../core/template/template.ts";
import { advanceTemplate } from "../core/template/template_state.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

/** Retries a template; resolves with it as it is locked. */
export type RetryTemplate = (
  template: TemplateRecord,
  context: Omit<ActionContext, "ports">,
) => Promise<TemplateRecord>;

/**
 * Retries a template, under the limits of its account. Of several requests, on whatever machines,
 * one succeeds.
 *
 * @throws {Refusal}
 */
export async function retryTemplate(
  template: TemplateRecord,
  { ports, access: { account } }: ActionContext,
): Promise<TemplateRecord> {
  const { clock, lockedTemplates, store, throughput, transcodings } = ports;
  const event = retriedEvent(template, clock.now());
  await checkUploads(template, ports);
  throughput.take(account);
  using _lock = await lockedTemplates.take(account.id);
  const retried = await store.templates.retry(
    template.mmsId,
    event,
    transcodings.lease(clock.now()),
  );
  if (retried === null) throw new Refusal("conflict", "the template has been retried meanwhile");
  transcodings.offer(retried);
  return retried;
}

/**
 * Refuses a template with an uploaded file that has expired: no attempt can fetch it, and each would
 * be reported to the customer. Any other file may be mended, whatever its fault was.
 */
async function checkUploads({ slides }: TemplateRecord, ports: ActionPorts): Promise<void> {
  for (const [index, { media, picture }] of slides.entries()) {
    for (const url of [...media.map(({ url }) => url), picture?.backgroundUrl ?? ""]) {
      if (!await isExpiredUpload(url, ports)) continue;
      throw new Refusal(
        "conflict",
        `slide ${index + 1}: its uploaded file has expired; save a new template`,
      );
    }
  }
}

/** Tells whether a URL is that of an upload which has expired, and may have been removed since. */
async function isExpiredUpload(
  url: string,
  { baseUrl, clock, store: { inbound, uploads } }: ActionPorts,
): Promise<boolean> {
  const token = tokenOfContent(baseUrl(), url);
  // Tokens of signed addresses have a dot, and those of messages from handsets do not expire.
  if (token === null || token.includes(".") || await inbound.byToken(token) !== null) return false;
  const upload = await uploads.byToken(token);
  return upload === null || upload.expiresAt <= clock.now();
}

function retriedEvent(
  { account, state, trackingId }: TemplateRecord,
  at: number,
): NewEvent & { code: null } {
  const step = advanceTemplate(state, "retried");
  if (step === null) {
    throw new Refusal("conflict", `the template is ${state}; only one that failed is retried`);
  }
  return {
    account,
    trackingId,
    at,
    name: "retried",
    state: step.state,
    details: null,
    code: null,
    body: null,
    operatorId: null,
  };
}
