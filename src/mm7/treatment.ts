/** How each optional element of a SubmitReq is treated (spec 2.1, second table): the table as data. */
import type { SubmitReq } from "../generated/mm7.ts";
import { type Echo, Mm7Error, type StatusName } from "./status.ts";
import { dateTime, parseTime } from "./times.ts";

/** Longest and default life of a message, in milliseconds (spec 8). */
export const MAX_LIFE = 3 * 24 * 3600 * 1000;

/** A submission as it comes in. */
export interface Arrival {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly echo: Echo;
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
    value: (given: string | undefined, { at }: Arrival) => given ?? dateTime(at),
  },
} as const satisfies Record<string, Treatment>;

type NamesWith<B extends Treatment["behaviour"]> = {
  [N in keyof typeof TREATMENT]: (typeof TREATMENT)[N]["behaviour"] extends B ? N : never;
}[keyof typeof TREATMENT];

/** What is left of a SubmitReq; the defaults are in. */
export type Submission =
  & Omit<SubmitReq, NamesWith<"Stripped" | "Error" | "Default">>
  & { DeliveryReport: true; ExpiryDate: string; TimeStamp: string };

/** Elements that are stripped: their values need not even be valid. */
export const STRIPPED: ReadonlySet<string> = new Set(
  Object.entries(TREATMENT)
    .filter(([, { behaviour }]) => behaviour === "Stripped")
    .map(([name]) => name),
);

/** Throws Mm7Error: 2565, 3002; 2007 for an ExpiryDate that is malformed or past. */
export function treat(request: SubmitReq, arrival: Arrival): Submission {
  const fields: Record<string, unknown> = { ...request };
  for (const [name, treatment] of Object.entries<Treatment>(TREATMENT)) {
    const given = fields[name];
    switch (treatment.behaviour) {
      case "Stripped":
        delete fields[name];
        break;
      case "Error":
        if (given !== undefined) throw new Mm7Error(treatment.status, name, arrival.echo);
        break;
      case "Default":
        fields[name] = treatment.value(given as never, arrival);
        break;
      case "PassThrough":
    }
  }
  return fields as unknown as Submission;
}

/** One beyond three days is cut: real clients send a week (contract section 5). */
function expiryDate(given: string | undefined, { at, echo }: Arrival): string {
  const latest = at + MAX_LIFE;
  if (given === undefined) return dateTime(latest);
  const wanted = parseTime(given, at);
  if (wanted === null) throw new Mm7Error("unparseable", "ExpiryDate is not a time", echo);
  if (wanted <= at) throw new Mm7Error("unparseable", "ExpiryDate is past", echo);
  return dateTime(Math.min(wanted, latest));
}
