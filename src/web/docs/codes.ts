/** Page of all codes: meaning, causes and remedy of each, from the catalogues. */
import { type Fault, type FaultName, FAULTS } from "../../core/errors.ts";
import type { Explanation } from "../../core/explanation.ts";
import { FAULT_EXPLANATIONS } from "../../core/fault_explanations.ts";
import { POSTBACK_EXPLANATIONS } from "../../core/postback/postback_explanations.ts";
import { FAMILY_CODES } from "../../core/family_codes.ts";
import type { Outcome } from "../../core/message/message.ts";
import type { PostbackCode } from "../../generated/postback.ts";
import { MM_STATUS_MEANINGS, MM_STATUSES } from "../../mm7/mm_status.ts";
import { RESPONSE_CODES } from "../../mm7/response_status.ts";
import { STATUSES, type StatusName, type StatusRow } from "../../mm7/status.ts";
import { STATUS_EXPLANATIONS } from "../../mm7/status_explanations.ts";
import { type Markup, markup } from "../markup.ts";
import { headingOf, plainInline, renderInline, renderMarkdown, type Section } from "./markdown.ts";
import { API, CODES } from "./paths.ts";
import type { SitePage } from "./site.ts";

/** Case of a code: several faults may share one. */
interface Case extends Explanation {
  /** Text of the case; null where the code's own is enough. */
  readonly text: string | null;
}

interface Code {
  readonly id: string;
  readonly title: string;
  readonly cases: readonly Case[];
  /** Further line, in Markdown. */
  readonly more?: string;
}

interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  readonly codes: readonly Code[];
}

/** Chapter about codes that others send. */
interface ForeignChapter {
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  /** Markdown. */
  readonly table: string;
}

/** @param meanings Meaning of each postback, from the contract. */
export function codesPage(meanings: Readonly<Record<PostbackCode, string>>): SitePage {
  const chapters: Chapter[] = [
    {
      id: "json-errors",
      title: "Errors of the JSON and admin API",
      intro:
        "`error-code` of a failure, with its HTTP status and default `error-info`. The response " +
        'links here by `Link: <…>; rel="help"`.',
      codes: jsonCodes(),
    },
    {
      id: "postbacks",
      title: "Postbacks",
      intro: "`code` of a [postback](postbacks.md).",
      codes: postbackCodes(meanings),
    },
    {
      id: "mm7-statuses",
      title: "MM7 statuses",
      intro:
        "StatusCode of a response or fault over [MM7](mm7.md), with its HTTP status and default " +
        "Details.",
      codes: mm7Codes(),
    },
  ];
  const foreign = foreignChapters();
  return {
    path: CODES,
    title: "All codes",
    sections: [
      { id: "", title: "All codes", level: 1, text: "" },
      ...chapters.flatMap(({ id, title, intro, codes }): Section[] => [
        { id, title, level: 2, text: plainInline(intro) },
        ...codes.map((code) => ({
          id: code.id,
          title: code.title,
          level: 3,
          isUnlisted: true as const,
          text: code.cases.map(({ text, cause, remedy }) =>
            plainInline([text, cause, remedy].filter((part) => part !== null).join(" — "))
          ).join(" "),
        })),
      ]),
      ...foreign.map(({ id, title, intro, table }): Section => (
        { id, title, level: 2, text: plainInline(`${intro} ${table}`) }
      )),
    ],
    body: () =>
      markup`<h1>All codes</h1>
<p>This page has the meaning, the causes and the remedy of every code that the service sends,
and of those that carriers send.</p>
${chapters.map(chapterOf)}${foreign.map(foreignChapterOf)}`,
  };
}

function chapterOf({ id, title, intro, codes }: Chapter): Markup {
  return markup`${headingOf(2, id, title)}<p>${renderInline(intro)}</p>
<p class="jump">${codes.map(({ id }) => markup`<a href="#${id}">${shortName(id)}</a> `)}</p>
${codes.map(codeOf)}`;
}

function foreignChapterOf({ id, title, intro, table }: ForeignChapter): Markup {
  return markup`${headingOf(2, id, title)}<p>${renderInline(intro)}</p>
${renderMarkdown(table).html}`;
}

const shortName = (id: string) => id.replace(/^mm7-/, "");

function codeOf({ id, title, cases, more }: Code): Markup {
  return markup`<section class="code-entry">
${headingOf(3, id, title)}${cases.map(caseOf)}${
    more === undefined ? null : markup`<p>${renderInline(more)}</p>\n`
  }</section>
`;
}

function caseOf({ text, cause, remedy }: Case): Markup {
  return markup`${
    text === null ? null : markup`<p class="case">${renderInline(text)}</p>\n`
  }<dl><dt>Cause</dt><dd>${renderInline(cause)}</dd>
<dt>Remedy</dt><dd>${renderInline(remedy)}</dd></dl>
`;
}

function jsonCodes(): Code[] {
  const faults = (Object.entries(FAULTS) as [FaultName, Fault][])
    .sort(([, a], [, b]) => numberIn(a.json) - numberIn(b.json) || a.http - b.http);
  return [...Map.groupBy(faults, ([, { json }]) => json)].map(([code, group]) => {
    const [[, first]] = group as [[FaultName, Fault]];
    const isShared = group.length > 1;
    return {
      id: code,
      title: isShared
        ? `${code} (${[...new Set(group.map(([, { http }]) => http))].join(", ")})`
        : `${code} (${first.http}): ${first.text}`,
      cases: group.map(([name, { http, text }]) => ({
        text: isShared ? `${http}: ${text}` : null,
        ...FAULT_EXPLANATIONS[name],
      })),
    };
  });
}

const numberIn = (code: string) => Number(code.slice(1));

function postbackCodes(meanings: Readonly<Record<PostbackCode, string>>): Code[] {
  return (Object.entries(POSTBACK_EXPLANATIONS) as [PostbackCode, Explanation][])
    .map(([code, explanation]) => ({
      id: code,
      title: `${code}: ${meanings[code]}`,
      cases: [{ text: null, ...explanation }],
      more: `[Fields of the postback](${API}/postbacks#${code})`,
    }));
}

function mm7Codes(): Code[] {
  const rows = Object.entries(STATUSES) as [StatusName, StatusRow][];
  return [...Map.groupBy(rows, ([, { code }]) => code)].map(([code, group]) => {
    const [[, first]] = group as [[StatusName, StatusRow]];
    return {
      id: `mm7-${code}`,
      title: `${code} ${first.text}`,
      cases: group.map(([name, { details, http = 200 }]) => ({
        text: `${http}: ${details}`,
        ...STATUS_EXPLANATIONS[name],
      })),
    };
  });
}

function foreignChapters(): ForeignChapter[] {
  return [
    {
      id: "family-codes",
      title: "Codes of similar services",
      intro:
        "Codes that other services with these actions respond with, and those of this service for " +
        "the same: an `error-code`, or the `code` of a postback.",
      table: tableOf(
        ["Code", "Meaning", "Here"],
        FAMILY_CODES.map(({ codes, meaning, ours, note }) => [
          codes.join(", "),
          meaning,
          note ?? ours.map((code) => `[${code}](#${code})`).join(", "),
        ]),
      ),
    },
    {
      id: "carrier-statuses",
      title: "MM7 statuses of carriers",
      intro:
        "StatusCode of an MMSC's response to a submission; the first row that contains it applies. " +
        "[Responses of carriers](carrier-codes.md) has their HTTP statuses, and those of SMSCs.",
      table: tableOf(
        ["StatusCode", "Cause", "Message", "Remedy"],
        RESPONSE_CODES.map(({ from, to, meaning, when, remedy }) => [
          from === to ? `${from}` : `${from} to ${to}`,
          when,
          meaning.means === "final" ? inWords(meaning.outcome) : meaning.means,
          remedy,
        ]),
      ),
    },
    {
      id: "delivery-statuses",
      title: "MMStatus of carriers",
      intro: "Status of a delivery report of an MMSC. Any other word is noted in the history.",
      table: tableOf(
        ["MMStatus", "Cause", "Message"],
        Object.entries(MM_STATUSES).map(([status, outcomeOf]) => [
          `\`${status}\``,
          MM_STATUS_MEANINGS[status as keyof typeof MM_STATUSES],
          inWords(outcomeOf({})),
        ]),
      ),
    },
  ];
}

function inWords(outcome: Outcome): string {
  if (outcome.outcome === "noted") return "noted in the history";
  const details = "details" in outcome ? outcome.details : undefined;
  return details === undefined ? outcome.outcome : `${outcome.outcome}, \`${details}\``;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}
