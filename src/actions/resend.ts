/** Sends a message again, as a new one of its account, under all rules of a customer's send. */
import { createHash } from "node:crypto";
import { CLICK_PATH, linkUrl, type NewLink } from "../core/sms/link.ts";
import { linksIn, replaceLinks } from "../core/sms/text_links.ts";
import { Refusal } from "../core/errors.ts";
import type { MessageRecord, NewMessage } from "../core/message/message.ts";
import { checkResend, resentMms } from "../core/message/resend.ts";
import { requestedOperator } from "../core/routing/operator_aliases.ts";
import { opensAt } from "../core/schedule/delivery_window.ts";
import { accept } from "./accept.ts";
import { readAddressing } from "./addressing.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";
import { readyTemplate } from "./sendsavedmms.ts";

/** Sends a message again; resolves with the tracking-id of the new one. */
export type Resend = (
  message: MessageRecord,
  context: Omit<ActionContext, "ports">,
  key: string | null,
) => Promise<string>;

/**
 * Sends a message again.
 *
 * @param key Key of the request: one that repeats it within MM7_DUPLICATE_WINDOW sends nothing, on
 * whatever machine. Null: each request sends.
 * @returns Tracking-id of the message that the key sent.
 * @throws {Refusal}
 */
export async function resend(
  message: MessageRecord,
  context: ActionContext,
  key: string | null,
): Promise<string> {
  const { ports, access: { account } } = context;
  const { campaignRef, content, from, to, trackingId: resentFrom } = message;
  ports.throughput.check(account);
  const now = ports.clock.now();
  checkResend(message, now);
  const request = { from, to, "campaign-ref": campaignRef ?? undefined };
  // A template's messages go where their sender serves; those of VASPs go anywhere.
  const reach = message.mmsId === null ? "anywhere" : "countries";
  const kind = content.kind === "SMS" ? "sms" : "mms";
  const { originator } = await readAddressing(request, context, { reach, kind });
  if (message.mmsId !== null && content.kind === "MMS" && content.requestedFiles === undefined) {
    await readyTemplate(message.mmsId, context);
  }
  const operatorId = await knownOperator(message.operatorId, ports);
  const trackingId = ports.ids.tracking();
  const renewed = content.kind === "SMS"
    ? await renewLinks(content.text, { account: account.id, resentFrom, trackingId }, ports)
    : { content: resentMms(content, ports.ids.page()) };
  ports.throughput.take(account);
  const acceptedAt = ports.clock.now();
  const schedule = againWithin(message.window, acceptedAt);
  const lifetime = Math.min(
    message.expiresAt - (message.startAt ?? message.acceptedAt),
    ports.config.MMS_EXPIRY_MAX,
  );
  const { content: newContent, links } = { links: [], ...renewed };
  const draft: NewMessage = {
    trackingId,
    account: account.id,
    kind: message.kind,
    from: originator.address,
    to,
    operatorId,
    mmsId: message.mmsId,
    clientReference: message.clientReference,
    campaignRef,
    content: newContent,
    deliveryReport: message.deliveryReport,
    acceptedAt,
    expiresAt: (schedule.startAt ?? acceptedAt) + lifetime,
    ...schedule,
    resentFrom,
    ...message.priority !== undefined && { priority: message.priority },
    ...message.statusCallback !== undefined && { statusCallback: message.statusCallback },
  };
  return await accept(ports, account, draft, {
    links,
    warnings: [`resent-from ${resentFrom}`],
    ...key !== null && {
      dedup: {
        digest: digestOf(resentFrom, key),
        since: acceptedAt - ports.config.MM7_DUPLICATE_WINDOW,
      },
    },
  });
}

/** Returns the fields of a message that goes as soon as the window of the one before it opens. */
function againWithin(
  window: MessageRecord["window"],
  now: number,
): Pick<NewMessage, "startAt" | "window"> {
  if (window === undefined) return {};
  const startAt = opensAt(window, now);
  return { window, ...startAt > now && { startAt } };
}

/** Returns an operator as long as it exists; else it is looked up again. */
async function knownOperator(
  id: string | null,
  { routing }: Pick<ActionPorts, "routing">,
): Promise<string | null> {
  return id === null ? null : requestedOperator((await routing.table()).operators, id);
}

/**
 * Gives the counted links of a text codes of their own, so that its clicks are not those of the
 * message before.
 *
 * @throws {Refusal} E652 where a link has expired that is not the message's own.
 */
async function renewLinks(
  text: string,
  { account, resentFrom, trackingId }: { account: string; resentFrom: string; trackingId: string },
  { baseUrl, clock, config, ids, store }: ActionPorts,
): Promise<{ content: { kind: "SMS"; text: string }; links: NewLink[] }> {
  const prefix = `${baseUrl()}${CLICK_PATH}/`;
  const renewed = new Map<string, NewLink>();
  const now = clock.now();
  for (const { url } of linksIn(text)) {
    if (!url.startsWith(prefix) || renewed.has(url)) continue;
    const link = await store.links.byCode(url.slice(prefix.length));
    const isOwn = link?.trackingId === resentFrom;
    if (link === null || !isOwn && link.expiresAt <= now) {
      throw new Refusal("expiryInvalid", "message-text has a short link that has expired");
    }
    if (!isOwn) continue;
    renewed.set(url, {
      code: ids.link(),
      kind: "click",
      account,
      trackingId,
      target: link.target,
      createdAt: now,
      expiresAt: now + config.CLICK_LINK_TTL,
    });
  }
  const replaced = replaceLinks(text, (url) => {
    const link = renewed.get(url);
    return link === undefined ? url : linkUrl(baseUrl(), link);
  });
  return { content: { kind: "SMS", text: replaced }, links: [...renewed.values()] };
}

/** Hashes a message and the key of a request to send it again; as long as those of submissions. */
function digestOf(trackingId: string, key: string): string {
  return createHash("sha256").update(JSON.stringify(["resend", trackingId, key]))
    .digest("base64url").slice(0, 22);
}
