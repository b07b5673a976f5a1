/** Tables of the providers of hosted APIs, for the page of each. */
import { FAULT_KINDS, faultRow } from "../../src/connectors/http_carrier/faults.ts";
import type { HttpStatusRow } from "../../src/connectors/http_carrier/http_status.ts";
import type { Provider } from "../../src/connectors/http_carrier/provider.ts";
import { PLACEHOLDERS } from "../../src/connectors/http/placeholders.ts";
import { carriers } from "../../src/connectors/mod.ts";
import { adminOperation } from "../../src/contract/admin.ts";
import { table } from "./table.ts";

const CONNECTORS = new URL("../../src/connectors/", import.meta.url);

type Tables = Readonly<Record<string, () => string>>;

/** Providers by kind, in the order of the carriers: each in `provider.ts` of its folder. */
const PROVIDERS: readonly (readonly [kind: string, Provider])[] = await Promise.all(
  Object.keys(carriers).filter(hasProvider).map(async (kind) =>
    [kind, (await import(`${CONNECTORS}${kind}/provider.ts`))[kind.toUpperCase()]] as const
  ),
);

/** Generated tables by page, then by name. */
export const PROVIDER_TABLES: Readonly<Record<string, Tables>> = {
  "hosted-apis.md": { providers, "fault-kinds": faultKinds },
  ...Object.fromEntries(PROVIDERS.map(([kind, provider]) => [`${kind}.md`, tablesOf(provider)])),
  "http.md": { placeholders },
};

function hasProvider(kind: string): boolean {
  return [...Deno.readDirSync(new URL(kind, CONNECTORS))].some(({ name }) =>
    name === "provider.ts"
  );
}

/** Treatments of a request without a response, by the protection that a provider has. */
const WITHOUT_RESPONSE: Readonly<Record<Provider["repeats"], string>> = {
  "idempotent": "its id is refused the second time",
  "looked up": "it is looked up",
  "unprotected": "its report is awaited",
};

function providers(): string {
  return table(
    ["Provider", "Kind", "Needs", "Sends MMS", "Without a response"],
    PROVIDERS.map(([kind, { mms, name, repeats }]) => [
      `[${name}](${kind}.md)`,
      `\`${kind}\``,
      requiredOptions(kind),
      mms === null ? "no" : "yes",
      WITHOUT_RESPONSE[repeats],
    ]).concat([[
      "[Any other](http.md)",
      "`http`",
      requiredOptions("http"),
      "yes, by `--mms-body`",
      "`--unconfirmed` says",
    ]]),
  );
}

/** Lists the options without which a connector of a kind is not created, but for its name. */
function requiredOptions(kind: string): string {
  return adminOperation("createConnector").body
    .filter((field) => field.kind === kind && field.required)
    .map(({ name }) => `\`--${name}\``)
    .join(", ");
}

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
