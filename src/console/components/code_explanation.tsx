/** Explanations of codes in place: what happened, what to do, and the entry in the manual. */
import type { FC } from "hono/jsx";
import { CODES_PATH, DOCS_PATH } from "../../core/docs_path.ts";
import { type Fault, type FaultName, FAULTS } from "../../core/errors.ts";
import type { Explanation } from "../../core/explanation.ts";
import { FAULT_EXPLANATIONS } from "../../core/fault_explanations.ts";
import { POSTBACK_EXPLANATIONS } from "../../core/postback/postback_explanations.ts";
import { Code, Prose } from "./text.tsx";

/** Code with a link to its entry in the manual, if it has one. */
export const CodeLink: FC<{ code: string; hasManual: boolean }> = ({ code, hasManual }) => (
  hasManual && hasEntry(code)
    ? (
      <a href={`${CODES_PATH}#${code}`}>
        <Code text={code} />
      </a>
    )
    : <Code text={code} />
);

/** Cause and remedy of a postback's code, folded; nothing for a code without an explanation. */
export const FoldedExplanation: FC<{ code: string; hasManual: boolean }> = (
  { code, hasManual },
) => {
  const explanation = postbackExplanationOf(code);
  return explanation === null ? null : (
    <details class="meaning">
      <summary>What {code} means</summary>
      <CauseAndRemedy of={explanation} hasManual={hasManual} />
    </details>
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
  const faults = (Object.entries(FAULTS) as [FaultName, Fault][])
    .filter(([, { http, json }]) => json === code && http === status);
  return faults.length === 1 ? FAULT_EXPLANATIONS[faults[0]![0]] : null;
}

function hasEntry(code: string): boolean {
  return isKey(POSTBACK_EXPLANATIONS, code) ||
    Object.values(FAULTS).some(({ json }) => json === code);
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
