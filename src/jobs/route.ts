/** Which way a message goes: as what, to which operator, by which connector. */
import type { Originator } from "../core/account.ts";
import { type Composable, composeMms, type Form, type LinkedObjects } from "../core/compose.ts";
import { deliverAs } from "../core/deliver_as.ts";
import { linkedKinds, platformOf } from "../core/handset.ts";
import { isTranscoded } from "../core/media_types.ts";
import { linkUrl, type NewLink, pageFileUrl } from "../core/link.ts";
import type { MessageRecord, MmsContent, SentAs } from "../core/message.ts";
import { maxBytesFor, type Operator } from "../core/operators.ts";
import { subjectFor } from "../core/subject.ts";
import type { Connector, SubmissionContent } from "../env.ts";
import type { JobEnv } from "./env.ts";

export interface Route {
  operatorId: string | null;
  sentAs: SentAs;
  /** `prepare`: its files are to be fitted to the operator first. */
  way: Way | "prepare";
  /** Given out with it. */
  links: NewLink[];
}

/** Or why there is none: the `status-details` of the failure. */
export type Way = { connector: Connector; content: SubmissionContent } | { failure: string };

/** Looks up what the decision needs, lets the core decide, and prepares what goes out. */
export async function routeOf(env: JobEnv, message: MessageRecord): Promise<Route> {
  const originator = await originatorOf(env, message);
  const operatorId = message.operatorId ?? await env.lookup.operatorOf(message.to);
  const mms = await connectorOf(env, originator, "mmsConnector");
  const sms = await connectorOf(env, originator, "smsConnector");
  const { content } = message;

  if (content.kind === "SMS") {
    const smsWay = way(sms, { kind: "SMS", text: content.text });
    return { operatorId, sentAs: "SMS", way: smsWay, links: [] };
  }
  const operator = operatorOf(env, operatorId);
  const { slides, fallback, forceSms, vasp } = content;
  const page = pageLinkOf(env, message, content);
  const linked = await linkedObjects(env, message, content);
  const as = deliverAs({
    slides,
    linked,
    fallback,
    forceSms,
    // Once it is sent (N101), N013 would come too late: its files are what they are.
    ...vasp && { vasp: { ...vasp, prepared: vasp.prepared || message.state !== "accepted" } },
    unfitted: content.unfitted && message.state === "accepted",
    operator: {
      mms: operator?.mms ?? true,
      maxBytes: limitFor(operator, originator),
    },
    routes: { mms: mms !== null, sms: sms !== null },
    pageUrl: page === null ? null : linkUrl(env.baseUrl(), page),
  });
  const links = "page" in as && as.page && page !== null ? [page] : [];
  switch (as.as) {
    case "failed":
      return { operatorId, sentAs: "MMS", way: { failure: as.details }, links };
    case "SMS":
      return { operatorId, sentAs: "SMS", way: way(sms, { kind: "SMS", text: as.text }), links };
    case "prepare":
      return { operatorId, sentAs: "MMS", way: "prepare", links };
    case "MMS": {
      const sent = mmsContent({ ...content, linked }, as.form, operator);
      return { operatorId, sentAs: "MMS", way: way(mms, sent), links };
    }
  }
}

function pageLinkOf(
  { clock }: JobEnv,
  { account, trackingId }: MessageRecord,
  { pageCode, fallback }: MmsContent,
): NewLink | null {
  if (pageCode === undefined) return null;
  return {
    code: pageCode,
    kind: "page",
    account,
    trackingId,
    target: null,
    createdAt: clock.now(),
    expiresAt: fallback.linkExpiresAt,
  };
}

/** What the recipient's handset, as far as it is known, is better given a link to (slide rule 8). */
async function linkedObjects(
  { baseUrl, clock, config, store }: JobEnv,
  { to }: MessageRecord,
  { pageCode, slides, vasp }: MmsContent,
): Promise<LinkedObjects | undefined> {
  const hasObjects = slides.some(({ media }) => media.some(({ kind }) => !isTranscoded(kind)));
  if (!hasObjects || pageCode === undefined || vasp !== undefined) return undefined;
  const handset = await store.handsets.of(to, clock.now() - config.HANDSET_MEMORY * 1000);
  return {
    kinds: linkedKinds(platformOf(handset)),
    url: (name) => pageFileUrl(baseUrl(), pageCode, name),
  };
}

/** The largest message, in bytes on the wire, that the operator of a message's recipient takes. */
export async function operatorLimit(
  env: Pick<JobEnv, "accounts" | "operators">,
  message: MessageRecord,
): Promise<number> {
  const originator = await originatorOf(env, message);
  return limitFor(operatorOf(env, message.operatorId), originator);
}

function mmsContent(
  content: MmsContent & Composable,
  form: Form,
  operator: Operator | null,
): SubmissionContent {
  const { subject, displayOnly, vasp } = content;
  return {
    kind: "MMS",
    subject: subjectFor(subject, { gsmSubjects: operator?.gsmSubjects ?? false }),
    parts: composeMms(content, form),
    displayOnly,
    adaptable: vasp?.adaptable ?? true,
    passThrough: vasp?.passThrough ?? {},
  };
}

function operatorOf({ operators }: Pick<JobEnv, "operators">, id: string | null): Operator | null {
  return id === null ? null : operators.get(id) ?? null;
}

function limitFor(operator: Operator | null, originator: Originator | null): number {
  return maxBytesFor(operator, originator?.kind ?? "short-code");
}

async function originatorOf(
  { accounts }: Pick<JobEnv, "accounts">,
  { account, from }: MessageRecord,
): Promise<Originator | null> {
  const access = await accounts.byId(account);
  return access?.originators.find(({ address }) => address === from) ?? null;
}

function way(connector: Connector | null, content: SubmissionContent): Way {
  return connector === null ? { failure: "Internal Routing Error" } : { connector, content };
}

/** The originator's own connector, or the default one; null when that is not there. */
async function connectorOf(
  { config, connectors }: JobEnv,
  originator: Originator | null,
  field: "mmsConnector" | "smsConnector",
): Promise<Connector | null> {
  if (originator === null) return null;
  const name = originator[field] ?? config.DEFAULT_CONNECTOR;
  if (name === null) return null;
  const known = connectors.get(name);
  if (known !== undefined) return known;
  // It may have been set up on another machine since the last sweep.
  await connectors.reload();
  return connectors.get(name) ?? null;
}
