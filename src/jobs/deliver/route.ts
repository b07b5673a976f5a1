/** Routes a message: to which operator, in which form, by which connectors. */
import type { Originator } from "../../core/account/account.ts";
import {
  type Composable,
  composeMms,
  type Form,
  type LinkedObjects,
} from "../../core/composition/compose.ts";
import {
  describeDecision,
  type FallbackReason,
  type FormDecision,
  type SelectedBy,
} from "../../core/message/decision.ts";
import { NO_ROUTE } from "../../core/message/deliver_as.ts";
import { linkedKinds, platformOf } from "../../core/routing/handset.ts";
import { isTranscoded } from "../../core/media/media_types.ts";
import { linkUrl, type NewLink, pageFileUrl } from "../../core/sms/link.ts";
import type { Failure, MessageRecord, SentAs } from "../../core/message/message.ts";
import type { MmsContent } from "../../core/composition/content.ts";
import { wireBytes } from "../../core/media/renditions.ts";
import { maxBytesFor, type Operator } from "../../core/routing/operators.ts";
import { asksForOperator, type RouteKind, type RoutingTable } from "../../core/routing/routing.ts";
import type { FailedDetails } from "../../core/message/status_details.ts";
import { subjectFor } from "../../core/message/subject.ts";
import { type Connector, LookupFailed, type SubmissionContent } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import { type Connecting, connectorsOf, originatorOf } from "./connecting.ts";
import { offersOf } from "./offers.ts";

export interface Route {
  operatorId: string | null;
  sentAs: SentAs;
  /** `prepare`: its files must be fitted to the operator first. */
  plan: DeliveryPlan | "prepare";
  /** Links in its text. */
  links: NewLink[];
}

/** Connectors to try for a message, with its form for each; or its failure where there are none. */
export type DeliveryPlan =
  | {
    connector: Connector;
    /** Connectors to try after it, in order, where it cannot take the message now. */
    others: Connector[];
    /** Returns the content in the form that fits one of these connectors. */
    contentFor(connector: Connector): SubmissionContent;
    /** Decision in words, for the message's log. */
    decision: string;
  }
  | { failure: Failure };

type MmsSubmissionContent = Extract<SubmissionContent, { kind: "MMS" }>;

/** Looks up what the decision needs, lets the core decide, and prepares what goes out. */
// size: a case for each decision of the core
export async function routeOf(ports: JobPorts, message: MessageRecord): Promise<Route> {
  const refusal = await refusalOf(ports, message);
  if (refusal !== null) {
    const sentAs = message.kind === "SMS_MT" ? "SMS" : "MMS";
    const { operatorId } = message;
    return { operatorId, sentAs, plan: { failure: refusal }, links: [] };
  }
  const originator = await originatorOf(ports, message);
  const table = await ports.routing.table();
  const operatorId = message.operatorId ?? await lookedUp(ports, message, table);
  const connectors = (kind: RouteKind) =>
    connectorsOf(ports, { ...message, operatorId }, originator, table, kind);
  const sms = await connectors("sms");
  const { content } = message;

  if (content.kind === "SMS") {
    const text: SubmissionContent = { kind: "SMS", text: content.text };
    const plan = planOf(ports, message, sms, textOffer(text, { as: "SMS" }));
    return { operatorId, sentAs: "SMS", plan, links: [] };
  }
  const mms = await connectors("mms");
  const operator = operatorOf(table, operatorId);
  const takesMms = operator?.mms ?? true;
  const maxBytes = limitFor(operator, originator);
  const { slides, fallback, forceSms, vasp } = content;
  const isUnbegun = message.state === "accepted" || message.state === "scheduled";
  const page = pageLinkOf(ports, message, content);
  const linked = await linkedObjects(ports, message, content);
  const offers = offersOf(mms.connectors, {
    slides,
    linked,
    fallback,
    forceSms,
    // After N101 it is too late for N013: the files stay as they are.
    ...vasp && { vasp: { ...vasp, prepared: vasp.prepared || !isUnbegun } },
    unfitted: content.unfitted && isUnbegun,
    operator: { mms: takesMms, maxBytes },
    routes: { mms: mms.connectors.length > 0, sms: sms.connectors.length > 0 },
    pageUrl: page === null ? null : linkUrl(ports.baseUrl(), page),
  });
  const { as } = offers;
  const links = "page" in as && as.page && page !== null ? [page] : [];
  switch (as.as) {
    case "failed": {
      const tried = as.details !== NO_ROUTE ? [] : forceSms ? [sms] : [mms, sms];
      return { operatorId, sentAs: "MMS", plan: failed(as.details, tried), links };
    }
    case "SMS": {
      const reason = fallbackReason({ forceSms, takesMms, hasMmsRoute: mms.connectors.length > 0 });
      const text: SubmissionContent = { kind: "SMS", text: as.text };
      const plan = planOf(ports, message, sms, textOffer(text, { as: "fallback", reason }));
      return { operatorId, sentAs: "SMS", plan, links };
    }
    case "prepare":
      return { operatorId, sentAs: "MMS", plan: "prepare", links };
    case "MMS": {
      const composed = new Map<Form, MmsSubmissionContent>();
      const formFor = (connector: Connector) => offers.formFor(connector) ?? as.form;
      const contentFor = (connector: Connector) => {
        const form = formFor(connector);
        const sent = composed.get(form) ?? mmsContent({ ...content, linked }, form, operator);
        composed.set(form, sent);
        return sent;
      };
      const plan = planOf(ports, message, { ...mms, connectors: offers.connectors }, {
        sentAs: "MMS",
        contentFor,
        describe: (connector) => {
          const { parts } = contentFor(connector);
          const rawBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
          return { as: "MMS", form: formFor(connector), rawBytes, maxBytes };
        },
      });
      return { operatorId, sentAs: "MMS", plan, links };
    }
  }
}

/** Spec 6.2 has no text for opt-outs; this one is the nearest. */
const OPTED_OUT: Failure = {
  outcome: "rejected",
  details: "Message Rejected",
  reason: "the recipient has opted out",
};
const ACCOUNT_DISABLED: Failure = {
  outcome: "rejected",
  details: "Message Rejected",
  reason: "the account is disabled",
};

/** Looks at what may have changed since the message was accepted; null: it may go. */
async function refusalOf(
  ports: Pick<JobPorts, "accounts" | "store">,
  message: MessageRecord,
): Promise<Failure | null> {
  if (await isBlocked(ports, message)) return OPTED_OUT;
  // What was accepted to go at once goes all the same.
  if (message.startAt === undefined) return null;
  const access = await ports.accounts.byId(message.account);
  return access?.account.disabled === true ? ACCOUNT_DISABLED : null;
}

/** Makes a failure whose reason tells operators why no connector takes the message. */
function failed(details: FailedDetails, tried: readonly Connecting[]): DeliveryPlan {
  const missing = [...new Set(tried.flatMap(({ missing }) => missing ?? []))].join("; ");
  return { failure: { outcome: "failed", details, ...missing !== "" && { reason: missing } } };
}

/** Tells whether the recipient has opted out since the message was accepted. */
export async function isBlocked(
  { accounts, store }: Pick<JobPorts, "accounts" | "store">,
  { account, from, to, replyTo }: Pick<MessageRecord, "account" | "from" | "to" | "replyTo">,
): Promise<boolean> {
  // The reply to STOP goes to a handset that has just opted out.
  if (replyTo !== undefined) return false;
  const access = await accounts.byId(account);
  return access?.hasBlocks === true &&
    await store.blocks.isBlocked(account, { originator: from, number: to });
}

function pageLinkOf(
  { clock }: JobPorts,
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

/** Finds the kinds of objects that the recipient's handset gets a link to (slide rule 8). */
async function linkedObjects(
  { baseUrl, clock, config, store }: JobPorts,
  { to }: MessageRecord,
  { pageCode, slides, vasp }: MmsContent,
): Promise<LinkedObjects | undefined> {
  const hasObjects = slides.some(({ media }) => media.some(({ kind }) => !isTranscoded(kind)));
  if (!hasObjects || pageCode === undefined || vasp !== undefined) return undefined;
  const handset = await handsetOf({ clock, config, store }, to);
  return {
    kinds: linkedKinds(platformOf(handset)),
    url: (name) => pageFileUrl(baseUrl(), pageCode, name),
  };
}

/** Finds the handset of a number, as a report has named it; null: none has lately. */
export async function handsetOf(
  { clock, config, store }: Pick<JobPorts, "clock" | "config" | "store">,
  number: string,
): Promise<string | null> {
  return await store.handsets.of(number, clock.now() - config.HANDSET_TTL);
}

/**
 * The largest message, in bytes on the wire, that the operator of a message's recipient takes, and
 * the carrier that gets it first.
 */
export async function wireLimit(ports: JobPorts, message: MessageRecord): Promise<number> {
  const originator = await originatorOf(ports, message);
  const table = await ports.routing.table();
  const byOperator = limitFor(operatorOf(table, message.operatorId), originator);
  const { connectors: [first] } = await connectorsOf(ports, message, originator, table, "mms");
  return first?.mms == null ? byOperator : Math.min(byOperator, wireBytes(first.mms.maxBytes));
}

function mmsContent(
  content: MmsContent & Composable,
  form: Form,
  operator: Operator | null,
): MmsSubmissionContent {
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

export function operatorOf({ operators }: RoutingTable, id: string | null): Operator | null {
  return id === null ? null : operators.get(id) ?? null;
}

export function limitFor(operator: Operator | null, originator: Originator | null): number {
  return maxBytesFor(operator, originator?.kind ?? "short-code");
}

/**
 * Looks up the operator of the recipient, where it is asked for; null: unknown. A look-up that
 * fails delays nothing here: where the operator is required, the door has looked it up.
 */
async function lookedUp(
  { accounts, lookup, log }: Pick<JobPorts, "accounts" | "lookup" | "log">,
  message: MessageRecord,
  table: RoutingTable,
): Promise<string | null> {
  const { account, to } = message;
  const lookups = (await accounts.byId(account))?.account.operatorLookup ?? "mms";
  if (!asksForOperator(table, message, lookups)) return null;
  if (lookups === "never") return await lookup.knownOperatorOf(to, account);
  try {
    return await lookup.operatorOf(to, account);
  } catch (error) {
    if (!(error instanceof LookupFailed)) throw error;
    const { trackingId } = message;
    log.debug(
      { "tracking-id": trackingId, err: error.message },
      "operator unknown: the lookup failed",
    );
    return null;
  }
}

/** Content of a message for each connector. */
interface Offer {
  sentAs: SentAs;
  contentFor(connector: Connector): SubmissionContent;
  /** Describes the form for the message's log. */
  describe(connector: Connector): FormDecision;
}

/** Offers a text, which is the same for every connector. */
function textOffer(content: SubmissionContent, decision: FormDecision): Offer {
  return { sentAs: "SMS", contentFor: () => content, describe: () => decision };
}

function planOf(
  ports: Pick<JobPorts, "circuitBreaker" | "connectors">,
  message: MessageRecord,
  connecting: Connecting,
  { sentAs, contentFor, describe }: Offer,
): DeliveryPlan {
  const begunBy = connectorBegunBy(ports, message, sentAs);
  const [connector, ...others] = begunBy === null
    ? ports.circuitBreaker.inOrder(connecting.connectors)
    : [begunBy];
  if (connector === undefined) return failed("Internal Routing Error", [connecting]);
  const by = begunBy === null ? selectedBy(connecting, message) : null;
  const decision = describeDecision(describe(connector), connector.name, by);
  return { connector, others, contentFor, decision };
}

function selectedBy(
  { selection }: Connecting,
  { testConnector }: Pick<MessageRecord, "testConnector">,
): SelectedBy {
  if (testConnector !== undefined) return "test";
  const { by = null, route = null } = selection ?? {};
  if (route !== null) return { route: route.id };
  return by === "route" ? null : by;
}

/** Returns why an MMS goes as SMS, by the order in which `deliverAs` decides. */
function fallbackReason(
  { forceSms, takesMms, hasMmsRoute }: {
    forceSms: boolean;
    takesMms: boolean;
    hasMmsRoute: boolean;
  },
): FallbackReason {
  if (forceSms) return "as requested";
  if (!takesMms) return "no MMS at the operator";
  return hasMmsRoute ? "size" : "no route for MMS";
}

/** Finds the connector whose carrier has, or may have, a part of the message: it goes on there. */
function connectorBegunBy(
  { connectors }: Pick<JobPorts, "connectors">,
  { connector, segments, sentAs: begunAs, unconfirmed }: MessageRecord,
  sentAs: SentAs,
): Connector | null {
  const isBegun = (unconfirmed || segments !== null) && begunAs === sentAs;
  return isBegun && connector !== null ? connectors.get(connector) ?? null : null;
}
