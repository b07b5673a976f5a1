/** Problems of the service, with their remedies. */
import type { FC } from "hono/jsx";
import type { Problem } from "../../generated/admin.ts";
import { CodedText, ExplainedCodes, manualUrl } from "./code_explanation.tsx";
import { State } from "./state.tsx";

export const Problems: FC<{ of: readonly Problem[]; hasManual: boolean }> = (
  { of: problems, hasManual },
) => (
  <ul class="problems">
    {problems.map(({ manual, severity, text }) => (
      <li>
        <State of={severity} /> <CodedText text={text} hasManual={hasManual} />{" "}
        {hasManual && <a href={manualUrl(manual)}>What to do</a>}
        <ExplainedCodes of={text} hasManual={hasManual} />
      </li>
    ))}
  </ul>
);
