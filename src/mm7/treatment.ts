/** Treatment of the optional elements of a SubmitReq (spec 2.1, second table), as data. */
import type { SubmitReq } from "../generated/mm7.ts";
import { type Echo, Mm7Error, type StatusName } from "./status.ts";
import { dateTime, parseDateTime, parseTime } from "./times.ts";

/** Maximum and default lifetime of a message, in milliseconds (spec 8). */
export const MAX_LIFE = 3 * 24 * 3600 * 1000;

export interface SubmissionContext {
  /** Time of submission, in milliseconds since the epoch. */
  readonly at: number;
  readonly echo: Echo;
  /** Maximum and default lifetime of the message, in milliseconds. Default: `MAX_LIFE`. */
  readonly maxLife?: number;
}

export type Treatment =
  | { readonly behaviour: "Stripped" }
  | { readonly behaviour: "Error"; readonly status: StatusName }
  | { readonly behaviour: "PassThrough" }
  /** `value` resolves the effective value from the requested one, which may be undefined. */
  | {
    readonly behaviour: "Default";
    readonly value: (requested: never, context: SubmissionContext) => string | boolean;
  };

const stripped = { behaviour: "Stripped" } as const;
const passThrough = { behaviour: "PassThrough" } as const;
const chargedParty = { behaviour: "Error", status: "chargedPartyUnsupported" } as const;
const replyCharging = { behaviour: "Error", status: "replyChargingUnsupported" } as const;

/** Treatment by element; `Element@attribute` for an attribute. Elements not listed are required. */
export const TREATMENT = {
  ApplicID: stripped,
  AuxApplicInfo: stripped,
  ChargedParty: chargedParty,
  ChargedPartyID: chargedParty,
  ContentClass: stripped,
  DeliveryCondition: stripped,
  // Only the account manager turns reports off.
  DeliveryReport: { behaviour: "Default", value: (_requested?: boolean) => true },
  DistributionIndicator: stripped,
  DRMContent: stripped,
  EarliestDeliveryTime: stripped,
  ExpiryDate: { behaviour: "Default", value: expiryDate },
  LinkedID: stripped,
  MessageClass: passThrough,
  Priority: passThrough,
  ReadReply: stripped,
  ReplyApplicID: stripped,
  ReplyCharging: replyCharging,
  "ReplyCharging@replyChargingSize": replyCharging,
  "ReplyCharging@replyDeadline": replyCharging,
  ServiceCode: passThrough,
  Subject: passThrough,
  TimeStamp: {
    behaviour: "Default",
    value: (requested: string | undefined, { at }: SubmissionContext) =>
      requested === undefined || parseDateTime(requested) === null ? dateTime(at) : requested,
  },
} as const satisfies Record<string, Treatment>;

type NamesWith<B extends Treatment["behaviour"]> = {
  [N in keyof typeof TREATMENT]: (typeof TREATMENT)[N]["behaviour"] extends B ? N : never;
}[keyof typeof TREATMENT];

/** A SubmitReq without its Content and its stripped elements, with defaults applied. */
export type Submission =
  & Omit<SubmitReq, "Content" | NamesWith<"Stripped" | "Error" | "Default">>
  & { DeliveryReport: true; ExpiryDate: string; TimeStamp: string };

const BY_NAME: ReadonlyMap<string, Treatment> = new Map(Object.entries<Treatment>(TREATMENT));
const DEFAULTS = [...BY_NAME].flatMap(([name, treatment]) =>
  treatment.behaviour === "Default" ? [[name, treatment.value] as const] : []
);

/** Elements that are stripped or have a default: an invalid value is tolerated. */
export const UNVALIDATED: ReadonlySet<string> = namesWith("Stripped", "Default");

/** Elements that are refused whatever their value. */
export const REFUSED: ReadonlySet<string> = namesWith("Error");

function namesWith(...behaviours: Treatment["behaviour"][]): ReadonlySet<string> {
  return new Set(
    [...BY_NAME].filter(([, { behaviour }]) => behaviours.includes(behaviour)).map(([name]) =>
      name
    ),
  );
}

/**
 * Applies the treatments to a request.
 *
 * @throws Mm7Error 2565 or 3002 for a refused element, 2007 for an ExpiryDate in the past
 */
export function applyTreatment(
  request: Omit<SubmitReq, "Content">,
  context: SubmissionContext,
): Submission {
  const submission: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request)) {
    const treatment = BY_NAME.get(name);
    if (treatment?.behaviour === "Error" && value !== undefined) {
      throw new Mm7Error(treatment.status, `${name} is not supported`, context.echo);
    }
    if (treatment === undefined || treatment.behaviour === "PassThrough") submission[name] = value;
  }
  for (const [name, resolve] of DEFAULTS) {
    submission[name] = resolve(request[name as keyof typeof request] as never, context);
  }
  return submission as unknown as Submission;
}

/**
 * Resolves ExpiryDate. Caps it at the maximum lifetime, since real clients send a week (contract
 * section 5), and treats a malformed one as missing.
 */
function expiryDate(
  requested: string | undefined,
  { at, echo, maxLife = MAX_LIFE }: SubmissionContext,
): string {
  const latest = at + maxLife;
  const expiry = requested === undefined ? null : parseTime(requested, at);
  if (expiry === null) return dateTime(latest);
  if (expiry <= at) throw new Mm7Error("unparseable", "ExpiryDate is past", echo);
  return dateTime(Math.min(expiry, latest));
}
