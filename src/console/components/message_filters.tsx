/** Criteria of the list of messages: a box for words, and a field for each criterion. */
import type { FC } from "hono/jsx";
import { adminOperation } from "../../contract/admin.ts";
import { parseIso } from "../../core/timestamp.ts";
import { visible } from "../../core/visible.ts";
import type { AccountPage } from "../../generated/admin.ts";
import { type AdminApi, ApiRefusal } from "../model/admin_api.ts";
import { AccountFilter } from "./account_filter.tsx";
import { Button, Select } from "./form.tsx";
import { type FilterValues, ListFilter } from "./list_filter.tsx";

const operation = adminOperation("searchMessages");

/** Connector that is in no list of them. */
const BUILT_IN = "loopback";

/** Criteria that the form shows as lists of values of the API. */
const LISTS = ["direction", "kind", "state"] as const;
/** Criteria behind "More criteria". */
const TYPED = [
  "number",
  "text",
  "reason",
  "code",
  "tracking-id",
  "client-reference",
  "mms-id",
  "campaign-ref",
  "carrier-id",
] as const;
const TIMES = ["from", "to"] as const;
const LISTED = ["account", "sender", "connector", "operator"] as const;

/** Values of the form by name; absent ones are not set. */
export type MessageFilter = Readonly<Record<string, string>>;

/** Milliseconds of the spans of time up to now, by their names in addresses. */
const SPANS: Readonly<Record<string, { name: string; ms: number }>> = {
  hour: { name: "the last hour", ms: 3_600_000 },
  day: { name: "the last 24 hours", ms: 86_400_000 },
  week: { name: "the last 7 days", ms: 7 * 86_400_000 },
};
const TODAY = "today";

/** Reads the values of the form from an address. */
export function readFilter({ searchParams }: URL): MessageFilter {
  return Object.fromEntries(
    ["query", "when", ...LISTS, ...LISTED, ...TYPED, ...TIMES].flatMap((name) => {
      const value = searchParams.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Returns the criteria of the API that a filter stands for at a time. */
export function criteriaOf({ when, ...criteria }: MessageFilter, now: number) {
  const since = sinceOf(when, now);
  return since === null || criteria.from !== undefined
    ? criteria
    : { ...criteria, from: new Date(since).toISOString() };
}

function sinceOf(when: string | undefined, now: number): number | null {
  if (when === TODAY) return new Date(now).setUTCHours(0, 0, 0, 0);
  return when !== undefined && Object.hasOwn(SPANS, when) ? now - SPANS[when]!.ms : null;
}

/** Values of the criteria that the service knows. */
export interface CriteriaLists {
  accounts: AccountPage;
  /** Senders of the chosen account. */
  senders: FilterValues;
  connectors: FilterValues;
  operators: FilterValues;
}

/** Loads the values of the criteria that the service knows. */
export async function loadCriteriaLists(
  api: AdminApi,
  { account }: MessageFilter,
): Promise<CriteriaLists> {
  const [accounts, senders, connectors, operators] = await Promise.all([
    api.call("listAccounts", { query: {} }),
    sendersOf(api, account),
    api.call("listConnectors"),
    api.call("listOperators"),
  ]);
  return {
    accounts,
    senders,
    connectors: whole([{ name: BUILT_IN }, ...connectors.items], ({ name }) => [name, name]),
    operators: whole(operators.items, ({ name, operator }) => [operator, visible(name)]),
  };
}

/** Without an account, or for one that does not exist, the address is typed. */
async function sendersOf(api: AdminApi, account: string | undefined): Promise<FilterValues> {
  if (account === undefined) return { options: [], hasMore: true };
  try {
    const { items } = await api.call("listSenders", { params: { account } });
    return whole(items, ({ address, kind }) => [address, `${address} (${kind})`]);
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 404) throw error;
    return { options: [], hasMore: true };
  }
}

function whole<T>(items: readonly T[], optionOf: (item: T) => [string, string]): FilterValues {
  const options = items.map((item) => {
    const [value, name] = optionOf(item);
    return { value, name };
  });
  return { options, hasMore: false };
}

export const MessageFilters: FC<{ filter: MessageFilter; lists: CriteriaLists }> = (
  { filter, lists },
) => (
  <form class="filter" method="get" role="search" data-filter="">
    <div class="search">
      <label for="query">Search: number, text, order number, state, reason, code or id</label>
      <input
        id="query"
        name="query"
        type="search"
        value={filter.query}
        maxlength={500}
        placeholder="Press / to search"
      />
    </div>
    <Select name="when" label="When" options={WHEN} value={filter.when} />
    {LISTS.map((name) => (
      <Select name={name} label={labelOf(name)} options={optionsOf(name)} value={filter[name]} />
    ))}
    <Button look="primary">Search</Button>
    <details class="more" open={isMoreUsed(filter)}>
      <summary>More criteria</summary>
      <div class="fields">
        <ListCriteria filter={filter} values={lists} />
        {TIMES.map((name) => <TimeCriterion name={name} value={filter[name]} />)}
        {TYPED.map((name) => <Criterion name={name} value={filter[name]} />)}
      </div>
    </details>
  </form>
);

const isMoreUsed = (filter: MessageFilter) =>
  [...LISTED, ...TYPED, ...TIMES].some((name) => filter[name] !== undefined);

/** Criteria whose values are listed, but for the account. */
const LIST_CRITERIA = [
  { name: "sender", list: "senders", maxLength: 64 },
  { name: "connector", list: "connectors", maxLength: 40 },
  { name: "operator", list: "operators", maxLength: 40 },
] as const;

const ListCriteria: FC<{ filter: MessageFilter; values: CriteriaLists }> = ({ filter, values }) => (
  <>
    <AccountFilter of={values.accounts} value={filter.account} />
    {LIST_CRITERIA.map(({ name, list, maxLength }) => (
      <ListFilter
        name={name}
        label={labelOf(name)}
        any={`All ${list}`}
        values={values[list]}
        value={filter[name]}
        maxLength={maxLength}
      />
    ))}
  </>
);

const WHEN = [
  { value: "", name: "any time" },
  { value: "hour", name: SPANS.hour!.name },
  { value: TODAY, name: "today (UTC)" },
  { value: "day", name: SPANS.day!.name },
  { value: "week", name: SPANS.week!.name },
];

const TimeCriterion: FC<{ name: "from" | "to"; value: string | undefined }> = (
  { name, value },
) => {
  const at = value === undefined ? null : parseIso(value);
  return (
    <div class="field">
      <label for={`criterion-${name}`}>{labelOf(name)} (UTC)</label>
      <input
        id={`criterion-${name}`}
        name={name}
        type="datetime-local"
        step={60}
        value={at === null ? undefined : new Date(at).toISOString().slice(0, 16)}
      />
    </div>
  );
};

const Criterion: FC<{ name: string; value: string | undefined }> = ({ name, value }) => {
  const { description, maxLength } = fieldOf(name);
  return (
    <div class="field">
      <label for={`criterion-${name}`}>{labelOf(name)}</label>
      <input
        id={`criterion-${name}`}
        name={name}
        value={value}
        maxlength={maxLength}
        aria-describedby={`about-${name}`}
      />
      <p class="hint" id={`about-${name}`}>{description}</p>
    </div>
  );
};

function fieldOf(name: string) {
  return operation.query.find((field) => field.name === name)!;
}

function optionsOf(name: string) {
  const values = fieldOf(name).values ?? [];
  return [
    { value: "", name: "any" },
    ...values.map((value) => ({ value, name: optionName(value) })),
  ];
}

const OPTION_NAMES: Readonly<Record<string, string>> = {
  "out": "to handsets",
  "in": "from handsets",
  "any-failed": "any failure",
  "any-open": "any that is open",
};

const LABELS: Readonly<Record<string, string>> = {
  "code": "Code of a postback",
  "mms-id": "Template",
  "from": "Since",
  "to": "Before",
  "carrier-id": "Carrier's id",
};

/** Names of criteria in a sentence, where their labels do not fit in one. */
const NOUNS: Readonly<Record<string, string>> = {
  query: "words",
  when: "time",
  from: "start",
  to: "end",
};

/** Names a criterion with its value: `the carrier's id “4711”`. */
export function criterionText(name: string, value: string): string {
  const label = labelOf(name);
  const noun = NOUNS[name] ?? label[0]!.toLowerCase() + label.slice(1);
  const words = WHEN.find((span) => name === "when" && span.value === value)?.name ??
    optionName(value);
  return `the ${noun} “${visible(words)}”`;
}

function optionName(value: string): string {
  return Object.hasOwn(OPTION_NAMES, value) ? OPTION_NAMES[value]! : value;
}

function labelOf(name: string): string {
  return LABELS[name] ?? (name[0]!.toUpperCase() + name.slice(1)).replaceAll("-", " ");
}
