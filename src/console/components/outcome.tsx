/** Response to an action, with links to what came of it. */
import type { FC } from "hono/jsx";
import { dataUrl, meaningOf, type Outcome, propertiesOf } from "../action_form/outcome.ts";
import { consoleUrl } from "../model/page.ts";
import { controlId } from "./action_fields.tsx";
import { CauseAndRemedy, CodeLink, faultExplanationOf } from "./code_explanation.tsx";
import { Copyable } from "./copyable.tsx";
import { IsolatedText, sizeOf, Value } from "./text.tsx";

export const OutcomeView: FC<{ of: Outcome; mistake: string | null; hasManual: boolean }> = (
  { of, mistake, hasManual },
) => {
  switch (of.kind) {
    case "json":
      return (
        <>
          <p class="row">
            <span class="state good">HTTP {of.status}</span>
            <Results of={of.body} />
          </p>
          <Copyable text={JSON.stringify(of.body, null, 2)} name="the response" />
        </>
      );
    case "refused":
      return <RefusalView of={of} mistake={mistake} hasManual={hasManual} />;
    case "file":
      return <FileView of={of} />;
  }
};

/** Links to the message and the template of a response. */
const Results: FC<{ of: Readonly<Record<string, unknown>> }> = ({ of }) => {
  const { "tracking-id": message, "mms-id": template } = of;
  return (
    <>
      {typeof message === "string" && (
        <a class="button" href={consoleUrl(`/messages/${message}`)}>See the message</a>
      )}
      {typeof template === "string" && (
        <a class="button" href={consoleUrl(`/templates/${template}`)}>See the template</a>
      )}
    </>
  );
};

const RefusalView: FC<{
  of: Extract<Outcome, { kind: "refused" }>;
  mistake: string | null;
  hasManual: boolean;
}> = ({ of: { refusal }, mistake, hasManual }) => {
  const meaning = meaningOf(refusal);
  const explanation = faultExplanationOf(refusal);
  return (
    <>
      <p class="row">
        <span class="state bad">HTTP {refusal.status}</span>
        <CodeLink code={refusal.code} hasManual={hasManual} />
        {mistake !== null && <a href={`#${controlId(mistake)}`}>Go to the field</a>}
      </p>
      <p>
        <Value text={refusal.message} />
      </p>
      {meaning !== null && meaning !== refusal.message && (
        <p class="hint">{refusal.code} means: {meaning}.</p>
      )}
      {explanation !== null && <CauseAndRemedy of={explanation} hasManual={hasManual} />}
      <Copyable text={JSON.stringify(refusal.body, null, 2)} name="the response" />
    </>
  );
};

const FileView: FC<{ of: Extract<Outcome, { kind: "file" }> }> = ({ of }) => {
  const url = dataUrl(of);
  return (
    <>
      {of.type.startsWith("image/")
        ? <img class="drawing" src={url} alt="The picture as drawn" />
        : (
          <dl class="facts">
            {propertiesOf(new TextDecoder().decode(of.bytes)).map(({ name, value }) => (
              <div>
                <dt>{name}</dt>
                <dd>
                  <IsolatedText text={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      {of.warnings.map((warning) => <p class="hint">{warning}</p>)}
      <p class="row">
        <span class="state good">HTTP {of.status}</span>
        <a href={url} download={of.name}>Download {of.name}</a>
        <span class="hint">{of.type}, {sizeOf(of.bytes.length)}</span>
      </p>
    </>
  );
};
