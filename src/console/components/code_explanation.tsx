/** Explanations of codes in place: what happened, what to do, and the entry in the manual. */
import type { FC } from "hono/jsx";
import { CODES_PATH, DOCS_PATH } from "../../core/docs_path.ts";
import { type Fault, type FaultName, FAULTS } from "../../core/errors.ts";
import type { Explanation } from "../../core/explanation.ts";
import { FAULT_EXPLANATIONS } from "../../core/fault_explanations.ts";
import { POSTBACK_EXPLANATIONS } from "../../core/postback/postback_explanations.ts";
import { type CodeRow, RESPONSE_CODES } from "../../mm7/response_status.ts";
import { Code, Prose, Value } from "./text.tsx";

/** Code with a link to its entry in the manual, if it has one. */
export const CodeLink: FC<{ code: string; hasManual: boolean }> = ({ code, hasManual }) => (
  hasManual && entryOf(code) !== null
    ? (
      <a href={`${CODES_PATH}#${entryOf(code)}`}>
        <Code text={code} />
      </a>
    )
    : <Code text={code} />
);

/** Cause and remedy of a code, folded; nothing for one without an explanation of its own. */
export const FoldedExplanation: FC<{ code: string; hasManual: boolean }> = (
  { code, hasManual },
) => {
  const explanation = explanationOf(code);
  const row = responseRowOf(code);
  if (explanation === null && row === undefined) return null;
  return (
    <details class="meaning">
      <summary>What {code} means</summary>
      {explanation !== null && <CauseAndRemedy of={explanation} hasManual={hasManual} />}
      {/* The remedy depends on who responded, a carrier or a VASP. */}
      {row !== undefined && <p>{sentence(row.when)}</p>}
    </details>
  );
};

/** Codes within a text of ours: of errors and postbacks, and StatusCodes of MM7 responses. */
const CODES = /\b([EN]\d{3,4}|MM7 \d{4})\b/;

/** Text of one line, with its codes linked to their entries in the manual. */
export const CodedText: FC<{ text: string; hasManual: boolean }> = ({ text, hasManual }) => (
  <>
    {text.split(CODES).map((part, at) => {
      if (part === "") return null;
      return at % 2 === 0 ? <Value text={part} /> : <CodeLink code={part} hasManual={hasManual} />;
    })}
  </>
);

/** Explanations of the codes in a text, folded, each once. */
export const ExplainedCodes: FC<{ of: string; hasManual: boolean }> = ({ of, hasManual }) => {
  const codes = of.split(CODES).filter((_, at) => at % 2 === 1);
  return (
    <>
      {[...new Set(codes)].map((code) => <FoldedExplanation code={code} hasManual={hasManual} />)}
    </>
  );
};

export const CauseAndRemedy: FC<{ of: Explanation; hasManual: boolean }> = (
  { of: { cause, remedy }, hasManual },
) => (
  <>
    <p>
      <Inline text={cause} hasManual={hasManual} />
    </p>
    <p>
      <strong>What to do:</strong> <Inline text={remedy} hasManual={hasManual} />
    </p>
  </>
);

/** Returns the explanation of a postback's code; null: it has none. */
export function postbackExplanationOf(code: string): Explanation | null {
  return isKey(POSTBACK_EXPLANATIONS, code) ? POSTBACK_EXPLANATIONS[code] : null;
}

/** Returns the explanation of a refusal; null: its code and status are shared by several faults. */
export function faultExplanationOf(
  { code, status }: { code: string; status: number },
): Explanation | null {
  const faults = faultsOf(code).filter(([, { http }]) => http === status);
  return faults.length === 1 ? FAULT_EXPLANATIONS[faults[0]![0]] : null;
}

/** Returns the explanation of a code; null: it has none, or is shared by several faults. */
function explanationOf(code: string): Explanation | null {
  const faults = faultsOf(code);
  return postbackExplanationOf(code) ??
    (faults.length === 1 ? FAULT_EXPLANATIONS[faults[0]![0]] : null);
}

/** Returns the anchor of a code on the page of all codes; null: it has no entry there. */
function entryOf(code: string): string | null {
  if (responseRowOf(code) !== undefined) return "carrier-statuses";
  return isKey(POSTBACK_EXPLANATIONS, code) || faultsOf(code).length > 0 ? code : null;
}

/** Finds the faults of an error code. */
function faultsOf(code: string): [FaultName, Fault][] {
  return (Object.entries(FAULTS) as [FaultName, Fault][]).filter(([, { json }]) => json === code);
}

/** Finds the meaning of the StatusCode of an MM7 response, such as `MM7 3000`. */
function responseRowOf(code: string): CodeRow | undefined {
  const [, digits] = /^MM7 (\d+)$/.exec(code) ?? [];
  if (digits === undefined) return undefined;
  return RESPONSE_CODES.find(({ from, to }) => from <= Number(digits) && Number(digits) <= to);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function isKey<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/;

/** Line of Markdown with code and links, which lead to pages of the manual. */
const Inline: FC<{ text: string; hasManual: boolean }> = ({ text, hasManual }) => {
  // Text, the words of a link, its target, and so on.
  const parts = text.split(LINK);
  return (
    <>
      {parts.map((part, at) => {
        if (at % 3 === 2) return null;
        const target = at % 3 === 1 && hasManual ? parts[at + 1]! : null;
        return target === null ? <Prose text={part} /> : (
          <a href={manualUrl(target)}>
            <Prose text={part} />
          </a>
        );
      })}
    </>
  );
};

/** Returns the address of a link in a text of the manual, such as `alerts.md#slidepostdown`. */
export function manualUrl(target: string): string {
  return target.startsWith("/") ? target : `${DOCS_PATH}/${target.replace(".md", "")}`;
}
