/** Tables of the providers of hosted APIs, for the page of each. */
import { BANDWIDTH } from "../../src/connectors/bandwidth/provider.ts";
import { FAULT_KINDS, faultRow } from "../../src/connectors/http_carrier/faults.ts";
import type { HttpStatusRow } from "../../src/connectors/http_carrier/http_status.ts";
import type { Provider } from "../../src/connectors/http_carrier/provider.ts";
import { PLACEHOLDERS } from "../../src/connectors/http/placeholders.ts";
import { PLIVO } from "../../src/connectors/plivo/provider.ts";
import { SMSGATE } from "../../src/connectors/smsgate/provider.ts";
import { TELNYX } from "../../src/connectors/telnyx/provider.ts";
import { INFOBIP } from "../../src/connectors/infobip/provider.ts";
import { SINCH } from "../../src/connectors/sinch/provider.ts";
import { TWILIO } from "../../src/connectors/twilio/provider.ts";
import { VONAGE } from "../../src/connectors/vonage/provider.ts";
import { table } from "./table.ts";

type Tables = Readonly<Record<string, () => string>>;

/** Generated tables by page, then by name. */
export const PROVIDER_TABLES: Readonly<Record<string, Tables>> = {
  "hosted-apis.md": { "fault-kinds": faultKinds },
  "plivo.md": tablesOf(PLIVO),
  "telnyx.md": tablesOf(TELNYX),
  "infobip.md": tablesOf(INFOBIP),
  "sinch.md": tablesOf(SINCH),
  "twilio.md": tablesOf(TWILIO),
  "bandwidth.md": tablesOf(BANDWIDTH),
  "vonage.md": tablesOf(VONAGE),
  "smsgate.md": tablesOf(SMSGATE),
  "http.md": { placeholders },
};

function tablesOf({ codes, httpStatuses, sources, statuses }: Provider): Tables {
  return {
    ...httpStatuses === undefined ? {} : { "http-statuses": () => httpTable(httpStatuses) },
    statuses: () =>
      table(
        ["Status", "Meaning", "Treatment"],
        statuses.map(({ status, meaning, when }) => [`\`${status}\``, when, meaning]),
      ),
    codes: () =>
      table(
        ["Code", "Meaning", "Treatment"],
        codes.map(({ code, kind, when }) => [`\`${code}\``, when, kind]),
      ),
    sources: () =>
      table(["Document", "Date"], sources.map(({ document, date }) => [document, date])),
  };
}

function httpTable(rows: readonly HttpStatusRow[]): string {
  return table(
    ["HTTP status", "Meaning", "Treatment"],
    rows.map(({ from, to, kind, when }) => [from === to ? `${from}` : `${from}–${to}`, when, kind]),
  );
}

/** Explains the placeholders of the template for any provider. */
function placeholders(): string {
  const rows = Object.entries(PLACEHOLDERS).map(([name, { isOfTexts, meaning, modifiers }]) => [
    `\`{${name}}\``,
    meaning,
    isOfTexts ? "all" : "MMS",
    modifiers.map((modifier) => `\`:${modifier}\``).join(" "),
  ]);
  return table(["Placeholder", "Value", "Messages", "Modifiers"], rows);
}

/** Explains the kinds of faults, which the tables of codes refer to. */
function faultKinds(): string {
  const rows = Object.keys(FAULT_KINDS).map((kind) => {
    const { advice, description, report, submission } = faultRow(kind as keyof typeof FAULT_KINDS);
    const treatment = submission.means === "final" ? ending(submission.outcome) : submission.means;
    return [kind, description, treatment, ending(report), advice ?? "–"];
  });
  return table(
    ["Kind", "Meaning", "As the response", "As the report", "What to do"],
    rows,
  );
}

function ending(outcome: { outcome: string; details?: string }): string {
  const { details } = outcome;
  return details === undefined ? outcome.outcome : `${outcome.outcome}: ${details}`;
}
