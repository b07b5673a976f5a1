/** Reads DeliveryReportReq and ReadReplyReq leniently: MMSCs deviate from the schema. */
import { MESSAGES } from "../generated/mm7.ts";
import type { FieldsRule } from "../schema/mm7_rules.ts";
import type { Envelope } from "./envelope.ts";
import { readFields, SchemaError } from "./message_reader.ts";
import { Mm7Error } from "./status.ts";

/** A report of either kind. MM7Version, Sender, Recipient and Date are ignored. */
export interface Report {
  readonly MessageID: string;
  /** Status as sent, which may be none of the schema's. */
  readonly MMStatus: string;
  readonly StatusText?: string;
  readonly UACapabilities?: { readonly UAProf?: string };
}

/** Elements that are dropped when invalid: the outcome does not depend on them. */
const TOLERATED: ReadonlySet<string> = new Set(["StatusText", "UACapabilities"]);
const ELEMENTS: ReadonlySet<string> = new Set(["MessageID", "MMStatus", ...TOLERATED]);

const REPORT: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: MESSAGES.DeliveryReportReq.elements
    .filter(({ name }) => ELEMENTS.has(name))
    .map((rule) => rule.name === "MMStatus" ? { ...rule, content: "string" } : rule),
};

/**
 * Reads the elements of a report that are used (contract section 6).
 *
 * @throws Mm7Error 2007 when MessageID or MMStatus is missing
 */
export function readReportReq({ message, echo }: Envelope): Report {
  try {
    return readFields(message, REPORT, { tolerated: TOLERATED }) as unknown as Report;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw new Mm7Error("unparseable", error.message, echo);
  }
}
