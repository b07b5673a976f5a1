/** How each optional element of a SubmitReq is treated (spec 2.1, second table): the table as data. */
import type { SubmitReq } from "../generated/mm7.ts";
import { type Echo, Mm7Error, type StatusName } from "./status.ts";
import { dateTime, parseDateTime, parseTime } from "./times.ts";

/** Longest and default life of a message, in milliseconds (spec 8). */
export const MAX_LIFE = 3 * 24 * 3600 * 1000;

/** A submission as it comes in. */
export interface Arrival {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly echo: Echo;
  /** Longest and default life of a message, in milliseconds. Default: `MAX_LIFE`. */
  readonly maxLife?: number;
}

export type Treatment =
  | { readonly behaviour: "Stripped" }
  | { readonly behaviour: "Error"; readonly status: StatusName }
  | { readonly behaviour: "PassThrough" }
  /** `value`: the value to go on with, from the one given (or undefined). */
  | {
    readonly behaviour: "Default";
    readonly value: (given: never, arrival: Arrival) => string | boolean;
  };

const stripped = { behaviour: "Stripped" } as const;
const passThrough = { behaviour: "PassThrough" } as const;
const chargedParty = { behaviour: "Error", status: "chargedPartyUnsupported" } as const;
const replyCharging = { behaviour: "Error", status: "replyChargingUnsupported" } as const;

/** `@`: an attribute. Elements that are not here are required. */
export const TREATMENT = {
  ApplicID: stripped,
  AuxApplicInfo: stripped,
  ChargedParty: chargedParty,
  ChargedPartyID: chargedParty,
  ContentClass: stripped,
  DeliveryCondition: stripped,
  // Only the account manager turns reports off.
  DeliveryReport: { behaviour: "Default", value: (_given?: boolean) => true },
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
    value: (given: string | undefined, { at }: Arrival) =>
      given === undefined || parseDateTime(given) === null ? dateTime(at) : given,
  },
} as const satisfies Record<string, Treatment>;

type NamesWith<B extends Treatment["behaviour"]> = {
  [N in keyof typeof TREATMENT]: (typeof TREATMENT)[N]["behaviour"] extends B ? N : never;
}[keyof typeof TREATMENT];

/** What is left of a SubmitReq; the defaults are in. */
export type Submission =
  & Omit<SubmitReq, NamesWith<"Stripped" | "Error" | "Default">>
  & { DeliveryReport: true; ExpiryDate: string; TimeStamp: string };

const BY_NAME: ReadonlyMap<string, Treatment> = new Map(Object.entries<Treatment>(TREATMENT));
const DEFAULTS = [...BY_NAME].flatMap(([name, treatment]) =>
  treatment.behaviour === "Default" ? [[name, treatment.value] as const] : []
);

/** Elements that are stripped or have a default: their values need not even be valid. */
export const UNVALIDATED: ReadonlySet<string> = namesWith("Stripped", "Default");

/** Elements that are refused, whatever they hold. */
export const REFUSED: ReadonlySet<string> = namesWith("Error");

function namesWith(...behaviours: Treatment["behaviour"][]): ReadonlySet<string> {
  return new Set(
    [...BY_NAME].filter(([, { behaviour }]) => behaviours.includes(behaviour)).map(([name]) =>
      name
    ),
  );
}

/** Throws Mm7Error: 2565, 3002; 2007 for an ExpiryDate that is past. */
export function treat(request: SubmitReq, arrival: Arrival): Submission {
  const left: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(request)) {
    const treatment = BY_NAME.get(name);
    if (treatment?.behaviour === "Error" && given !== undefined) {
      throw new Mm7Error(treatment.status, `${name} is not supported`, arrival.echo);
    }
    if (treatment === undefined || treatment.behaviour === "PassThrough") left[name] = given;
  }
  for (const [name, value] of DEFAULTS) {
    left[name] = value(request[name as keyof SubmitReq] as never, arrival);
  }
  return left as unknown as Submission;
}

/**
 * One beyond the longest life is cut: real clients send a week (contract section 5). One that is no
 * time counts for none.
 */
function expiryDate(
  given: string | undefined,
  { at, echo, maxLife = MAX_LIFE }: Arrival,
): string {
  const latest = at + maxLife;
  const wanted = given === undefined ? null : parseTime(given, at);
  if (wanted === null) return dateTime(latest);
  if (wanted <= at) throw new Mm7Error("unparseable", "ExpiryDate is past", echo);
  return dateTime(Math.min(wanted, latest));
}
