/** Decisions about the delivery of a message, in words for its log. */
import { wireBytes } from "../media/renditions.ts";
import type { Form } from "../composition/compose.ts";

/** Form in which a message goes out, and why. */
export type FormDecision =
  | { as: "SMS" }
  /** MMS that goes as its fallback text. */
  | { as: "fallback"; reason: FallbackReason }
  | { as: "MMS"; form: Form; rawBytes: number; maxBytes: number };

export type FallbackReason =
  | "as requested"
  | "no MMS at the operator"
  | "no route for MMS"
  | "size";

/** Setting that selected the connectors; a route by its number. */
export type SelectedBy = { route: number } | "test" | "sender" | "default" | null;

const REASONS: Readonly<Record<FallbackReason, string>> = {
  "as requested": "as requested",
  "no MMS at the operator": "the operator takes no MMS",
  "no route for MMS": "no connector takes MMS",
  "size": "its files do not fit",
};

/**
 * Describes a decision: `MMS in the form rich, 61000 of 600000 bytes, by mmsc (route 3)`.
 * @param connector Name of the connector that is tried first.
 */
export function describeDecision(
  form: FormDecision,
  connector: string,
  selectedBy: SelectedBy,
): string {
  return `${describeForm(form)} by ${connector}${describeSelection(connector, selectedBy)}`;
}

function describeForm(decision: FormDecision): string {
  switch (decision.as) {
    case "SMS":
      return "SMS";
    case "fallback":
      return `SMS in place of the MMS (${REASONS[decision.reason]}),`;
    case "MMS": {
      const bytes = wireBytes(decision.rawBytes);
      return `MMS in the form ${decision.form}, ${bytes} of ${decision.maxBytes} bytes,`;
    }
  }
}

function describeSelection(connector: string, by: SelectedBy): string {
  switch (by) {
    case null:
      return "";
    case "test":
      return ` (test of connector ${connector})`;
    case "sender":
      return " (its sender's connector)";
    case "default":
      return " (DEFAULT_CONNECTOR)";
    default:
      return ` (route ${by.route})`;
  }
}
