/** A message: what became of it, what was sent, and its postbacks. */
import type { FC } from "hono/jsx";
import { wireBytes } from "../../core/media/renditions.ts";
import type { LoopbackMessage, MessageDetail } from "../../generated/admin.ts";
import type { AdminApi } from "../model/admin_api.ts";
import { Exchanges } from "../components/exchanges.tsx";
import { Facts } from "../components/facts.tsx";
import { interruptedOf } from "../components/interrupted.tsx";
import { Live } from "../components/live.tsx";
import { Postbacks } from "../components/postbacks.tsx";
import { Section } from "../components/section.tsx";
import { Slides } from "../components/slides.tsx";
import { State } from "../components/state.tsx";
import { Code, grouped, IsolatedText, sizeOf, Time, Value } from "../components/text.tsx";
import { Timeline } from "../components/timeline.tsx";
import { WireParts } from "../components/wire_parts.tsx";
import { consoleUrl, type Page } from "../model/page.ts";
import { replay } from "../model/replay.ts";
import { curlOf, requestOf, type SameRequest } from "../model/same_request.ts";

export const messagePage: Page = {
  path: "/messages/:id",

  // size: the markup of the page
  async open({ api, may, params, baseUrl }) {
    const message = await api.call("readMessage", { params: { "tracking-id": params.id! } });
    const submission = await submissionOf(api, message);
    const exchanges = await api.call("listExchanges", { params: { "tracking-id": params.id! } });
    const live = {
      facts: <MessageFacts message={message} submission={submission} />,
      timeline: <Timeline history={message.history} postbacks={message.postbacks} />,
      postbacks: <Postbacks of={message.postbacks} mayChange={may("replayPostback")} />,
      exchanges: <Exchanges of={exchanges} />,
    };
    const request = requestOf(message);
    return {
      title: `${message.from} to ${message.to}`,
      live,
      main: (
        <>
          <div class="head">
            <h1>
              {message.kind === "MMS_MT" ? "MMS" : "SMS"} from <Value text={message.from} /> to{" "}
              <Value text={message.to} />
            </h1>
            <a class="button" href={consoleUrl("/phone", { number: message.to })}>
              See it on the phone
            </a>
          </div>
          <Live id="facts" class="card">{live.facts}</Live>
          <div class="columns">
            <div>
              <Section title="Message">
                <Content of={message} />
              </Section>
              {submission !== null && submission.kind === "MMS" && (
                <Section title="As it went out">
                  <WireParts of={submission.parts} />
                </Section>
              )}
              <Section title="On the wire">
                <Live id="exchanges">{live.exchanges}</Live>
              </Section>
              {request !== null && (
                <Section title="Send the same again">
                  <pre tabindex={0}>{curlOf(baseUrl, request)}</pre>
                  <p>
                    <a href={tryUrl(message.account, request)}>Try it with other values</a>
                  </p>
                </Section>
              )}
            </div>
            <div>
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

  actions: { replay: replay((id) => `/messages/${id}`) },
};

/** Returns the address of the form of a request's action, filled in with its fields. */
function tryUrl(account: string, { action, ...fields }: SameRequest): string {
  return consoleUrl(`/try/${action}`, { account, ...fields });
}

/** Finds what the loopback carrier took; null: another carrier has it, or none yet. */
async function submissionOf(
  api: AdminApi,
  { "tracking-id": id }: MessageDetail,
): Promise<LoopbackMessage | null> {
  const { items } = await api.call("listLoopback", { query: { "tracking-id": id, limit: 1 } });
  return items[0] ?? null;
}

const MessageFacts: FC<{ message: MessageDetail; submission: LoopbackMessage | null }> = (
  { message, submission },
) => (
  <Facts
    of={{
      "State": <State of={message.state} />,
      "Details": message["status-details"] && <Value text={message["status-details"]} />,
      "Reason": message["status-reason"] && <Value text={message["status-reason"]} />,
      "Interrupted": interruptedOf(message),
      "Sent as": message["sent-as"],
      "Segments": message.segments,
      "Connector": message.connector && <Value text={message.connector} />,
      "Operator": message["operator-id"] && <Code text={message["operator-id"]} />,
      "Handset": message.handset && <Value text={message.handset} />,
      "Attempts": message.attempts > 1 ? message.attempts : null,
      "Size on the wire": submission === null || submission.kind === "SMS"
        ? null
        : sizeOf(wireBytes(submission.parts.reduce((sum, { bytes }) => sum + bytes, 0))),
      "Account": <a href={consoleUrl(`/accounts/${message.account}`)}>{message.account}</a>,
      "Template": message["mms-id"] && (
        <a href={consoleUrl(`/templates/${message["mms-id"]}`)}>
          <Code text={message["mms-id"]} />
        </a>
      ),
      "Trace": message["trace-id"] && <Code text={message["trace-id"]} />,
      "Client reference": message["client-reference"] &&
        <Value text={message["client-reference"]} />,
      "Campaign": message["campaign-ref"] && <Value text={message["campaign-ref"]} />,
      "Tracking-id": <Code text={message["tracking-id"]} />,
      "Carrier's id": message["carrier-id"] && <Code text={message["carrier-id"]} />,
      "Status callback": message["status-callback"] &&
        <Value text={message["status-callback"]} />,
      "In reply to": message["reply-to"] && <Code text={message["reply-to"]} />,
      "Accepted": <Time at={message["accepted-at"]} />,
      "Tried until": <Time at={message["expires-at"]} />,
    }}
  />
);

const Content: FC<{ of: MessageDetail }> = ({ of: { content, segments } }) => {
  if (content.text !== null) {
    return (
      <>
        <p>
          <IsolatedText text={content.text} />
        </p>
        <p class="hint">
          {grouped([...content.text].length)} characters,{" "}
          {segments === 1 ? "one segment" : `${segments} segments`}
        </p>
      </>
    );
  }
  return (
    <>
      {content.subject !== null && (
        <h3>
          <IsolatedText text={content.subject} />
        </h3>
      )}
      <Slides of={content.slides} />
      <Facts
        of={{
          "Fallback text": content["fallback-text"] && (
            <IsolatedText text={content["fallback-text"]} />
          ),
          "Hosted page": content["page-url"] && (
            <a href={new URL(content["page-url"]).pathname}>Open</a>
          ),
        }}
      />
    </>
  );
};
