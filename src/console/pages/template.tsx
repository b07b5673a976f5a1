/** A template: its slides in each form, how far they are, its postbacks, and a test. */
import type { FC } from "hono/jsx";
import { advanceTemplate, type TemplateEvent } from "../../core/template/template_state.ts";
import type { HistoryEntry, TemplateDetail, TemplateMedia } from "../../generated/admin.ts";
import type { PostbackCode } from "../../generated/postback.ts";
import { ClassSizes } from "../components/class_sizes.tsx";
import {
  CauseAndRemedy,
  CodeLink,
  FoldedExplanation,
  postbackExplanationOf,
} from "../components/code_explanation.tsx";
import { Id } from "../components/copyable.tsx";
import { Facts } from "../components/facts.tsx";
import { interruptedOf } from "../components/interrupted.tsx";
import { Live } from "../components/live.tsx";
import { Postbacks } from "../components/postbacks.tsx";
import { RetryTemplate, retryTemplate } from "../components/retry_template.tsx";
import { Section } from "../components/section.tsx";
import { State } from "../components/state.tsx";
import { TaggedText } from "../components/tagged_text.tsx";
import { composeAgainUrl, TemplateChanges } from "../components/template_changes.tsx";
import { TemplateProgress } from "../components/template_progress.tsx";
import { TemplateSlides } from "../components/template_slides.tsx";
import { Time, Value } from "../components/text.tsx";
import { Timeline } from "../components/timeline.tsx";
import { consoleUrl, type OpenedPage, type Page } from "../model/page.ts";
import { sendButton, sendFactsOf, SendForm, sendOf, SendRequest } from "./template_send.tsx";

export const templatePage: Page = {
  path: "/templates/:id",

  // size: the markup of the page
  async open(visit) {
    const { api, baseUrl, hasManual, may, params } = visit;
    const template = await api.call("readTemplate", { params: { "mms-id": params.id! } });
    if (template["draft-until"] !== undefined) return draftPage(template);
    const facts = await sendFactsOf(visit, template);
    const isSendable = may("sendTemplate") && template.state !== "failed";
    const live = {
      "facts": (
        <TemplateFacts
          of={template}
          hasManual={hasManual}
          againUrl={composeAgainUrl(template, visit)}
        />
      ),
      "slides": <TemplateSlides of={template} />,
      "sizes": <Sizes of={template} />,
      "timeline": (
        <Timeline history={template.history} postbacks={template.postbacks} hasManual={hasManual} />
      ),
      "postbacks": (
        <Postbacks
          of={template.postbacks}
          hasManual={hasManual}
          mayChange={may("replayPostback")}
        />
      ),
      "send-button": sendButton(template),
      "retry": may("retryTemplate") ? <RetryTemplate of={template} /> : null,
    };
    return {
      title: template.name,
      live,
      main: (
        <>
          <div class="head">
            <h1>
              <Value text={template.name} />
            </h1>
            <span class="live">Live</span>
          </div>
          <Live id="facts" class="card">{live.facts}</Live>
          <div class="columns">
            <div>
              <Section title="Texts">
                <Texts of={template} />
              </Section>
              <Section title="Slides">
                <Live id="sizes">{live.sizes}</Live>
                <Live id="slides">{live.slides}</Live>
              </Section>
            </div>
            <div>
              <Live id="retry">{live.retry}</Live>
              {template.state !== "failed" && (
                <Section title="Send a test">
                  {isSendable && <SendForm facts={facts} visit={visit} />}
                  <SendRequest facts={facts} baseUrl={baseUrl} />
                </Section>
              )}
              <TemplateChanges of={template} visit={visit} />
              <Section title="What happened">
                <Live id="timeline">{live.timeline}</Live>
              </Section>
              <Section title="Postbacks">
                <Live id="postbacks">{live.postbacks}</Live>
              </Section>
            </div>
          </div>
        </>
      ),
    };
  },

  actions: {
    async send(form, { api, params }) {
      const request = { params: { "mms-id": params.id! }, body: sendOf(form) };
      const { "tracking-id": id } = await api.call("sendTemplate", request);
      return { path: `/messages/${id}`, notice: "The message is accepted." };
    },

    retry: retryTemplate,

    async rename(form, { api, params }) {
      const request = {
        params: { "mms-id": params.id! },
        body: { name: String(form.get("name") ?? "") },
      };
      await api.call("renameTemplate", request);
      return { path: `/templates/${encodeURIComponent(params.id!)}`, notice: "Renamed." };
    },

    async remove(_form, { api, params }) {
      await api.call("removeTemplate", { params: { "mms-id": params.id! } });
      return { path: "/templates", notice: "The template is deleted." };
    },

    async replay(form, { api, params }) {
      await api.call("replayPostback", { params: { id: String(form.get("id")) } });
      const path = `/templates/${encodeURIComponent(params.id!)}`;
      return { path, notice: "The postback is sent again." };
    },
  },
};

/** Page of a draft, which leads to its form. */
function draftPage({ "mms-id": id, "draft-until": until }: TemplateDetail): OpenedPage {
  return {
    title: "Draft",
    main: (
      <>
        <h1>Draft of a template</h1>
        <p>
          It is not saved yet, and is removed at <Time at={until!} />.{" "}
          <a href={consoleUrl("/templates/new", { draft: id })}>Go on with it</a>
        </p>
      </>
    ),
  };
}

interface FactsProps {
  of: TemplateDetail;
  hasManual: boolean;
  /** Address of a form to correct it; null: there is none. */
  againUrl: string | null;
}

const TemplateFacts: FC<FactsProps> = ({ of: template, hasManual, againUrl }) => (
  <>
    {template.state === "locked" && (
      <div data-key="progress">
        <TemplateProgress media={template.media} />
      </div>
    )}
    {template.state === "failed" && (
      <div data-key="faults">
        <Faults of={template} hasManual={hasManual} againUrl={againUrl} />
      </div>
    )}
    <Facts
      of={{
        "State": <State of={template.state} />,
        "Warnings": template.warnings.length === 0 ? null : <Warnings of={template} />,
        "Interrupted": interruptedOf(template),
        "Account": (
          <a href={consoleUrl(`/accounts/${template.account}`)}>
            <Value text={template.account} />
          </a>
        ),
        "Saved": <Time at={template["created-at"]} />,
        "Client reference": template["client-reference"] &&
          <Value text={template["client-reference"]} />,
        "mms-id": <Id text={template["mms-id"]} name="the mms-id" />,
        "Tracking-id": <Id text={template["tracking-id"]} name="the tracking-id" />,
      }}
    />
  </>
);

/** Faults of a template's files, each with its slide. */
const Faults: FC<FactsProps> = ({ of: { history, media }, hasManual, againUrl }) => (
  <>
    <div class="problem">
      <p>
        The template cannot be sent, because{" "}
        {media.filter(({ error }) => error).length === 1 ? "a file failed:" : "files failed:"}
      </p>
      <ul>
        {media.filter(({ error }) => error !== null).map((file) => (
          <li>
            <FailureCode of={failureCodeOf(history, file)} hasManual={hasManual} />
            Slide {file.slide}, {file.kind}: <Value text={file.error} />
          </li>
        ))}
      </ul>
      {againUrl !== null && (
        <p>
          <a class="button primary" href={againUrl}>Correct and save again</a>
        </p>
      )}
    </div>
    <div class="ending">
      <Explanations
        of={[...new Set(media.flatMap((file) => failureCodeOf(history, file) ?? []))]}
        hasManual={hasManual}
      />
    </div>
  </>
);

/** Returns the code of a file's failure, by the last event that tells of it. */
function failureCodeOf(
  history: readonly HistoryEntry[],
  { error, slide }: TemplateMedia,
): PostbackCode | null {
  if (error === null) return null;
  const event = history.findLast(({ details }) => details === `slide ${slide}: ${error}`)?.event;
  return advanceTemplate("locked", event as TemplateEvent)?.postback ?? null;
}

const FailureCode: FC<{ of: PostbackCode | null; hasManual: boolean }> = (
  { of: code, hasManual },
) => (
  code === null ? null : (
    <>
      <CodeLink code={code} hasManual={hasManual} />
      {" "}
    </>
  )
);

/** Explanations of codes: of several each folded under its name. */
const Explanations: FC<{ of: readonly PostbackCode[]; hasManual: boolean }> = (
  { of: codes, hasManual },
) => {
  const [first] = codes;
  const explanation = first === undefined ? null : postbackExplanationOf(first);
  return codes.length === 1 && explanation !== null
    ? <CauseAndRemedy of={explanation} hasManual={hasManual} />
    : <>{codes.map((code) => <FoldedExplanation code={code} hasManual={hasManual} />)}</>;
};

/** Sentences about a template's files that are worth knowing and no failure. */
const Warnings: FC<{ of: TemplateDetail }> = ({ of: { warnings } }) => (
  <ul>
    {warnings.map((warning) => (
      <li>
        <Value text={warning} />
      </li>
    ))}
  </ul>
);

const Texts: FC<{ of: TemplateDetail }> = ({ of: { content } }) => {
  const fallback = content["fallback-text"];
  return (
    <Facts
      of={{
        "Subject": <Text of={content.subject} />,
        "Fallback SMS": (
          <>
            <Text of={fallback} />
            {content["disable-fallback-sms"] && <p class="hint">Disabled</p>}
            {content["disable-fallback-sms-link"] && (
              <p class="hint">Without a link to the message's page</p>
            )}
          </>
        ),
      }}
    />
  );
};

const Text: FC<{ of: string | null }> = ({ of }) => (
  of === null ? <span class="none">–</span> : <TaggedText text={of} />
);

const Sizes: FC<{ of: TemplateDetail }> = ({ of }) => (
  of.state === "ready" ? <ClassSizes of={of} /> : null
);
