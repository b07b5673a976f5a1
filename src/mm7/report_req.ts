/** DeliveryReportReq and ReadReplyReq as MMSCs send them, which is not as the schema has them. */
import { type FieldsRule, MESSAGES } from "../generated/mm7.ts";
import type { Envelope } from "./envelope.ts";
import { readFields, SchemaError } from "./message_reader.ts";
import { Mm7Error } from "./status.ts";

/** A report of either kind. MM7Version, Sender, Recipient and Date are passed over, as they are. */
export interface Report {
  readonly MessageID: string;
  /** In the MMSC's own words. */
  readonly MMStatus: string;
  readonly StatusText?: string;
  readonly UACapabilities?: { readonly UAProf?: string };
}

/** Elements that are left out when they are odd: that says nothing of the message. */
const FORGIVEN: ReadonlySet<string> = new Set(["StatusText", "UACapabilities"]);
const ELEMENTS: ReadonlySet<string> = new Set(["MessageID", "MMStatus", ...FORGIVEN]);

const REPORT: FieldsRule = {
  kind: "fields",
  attributes: [],
  elements: MESSAGES.DeliveryReportReq.elements
    .filter(({ name }) => ELEMENTS.has(name))
    .map((rule) => rule.name === "MMStatus" ? { ...rule, content: "string" } : rule),
};

/**
 * Reads what is needed of a report (contract section 6).
 *
 * @throws Mm7Error 2007 where MessageID or MMStatus is missing
 */
export function readReportReq({ message, echo }: Envelope): Report {
  try {
    return readFields(message, REPORT, { forgiven: FORGIVEN }) as unknown as Report;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw new Mm7Error("unparseable", error.message, echo);
  }
}
