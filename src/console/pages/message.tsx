/** A message: what became of it, what was sent, and its postbacks. */
import type { FC } from "hono/jsx";
import { wireBytes } from "../../core/media/renditions.ts";
import { hasEnded } from "../../core/message/message_state.ts";
import type { Block, LoopbackMessage, MessageDetail } from "../../generated/admin.ts";
import type { AdminApi } from "../model/admin_api.ts";
import { Copyable, Id } from "../components/copyable.tsx";
import { Ending, isLost, RecipientBlocks } from "../components/ending.tsx";
import { Exchanges } from "../components/exchanges.tsx";
import { Facts } from "../components/facts.tsx";
import { interruptedOf } from "../components/interrupted.tsx";
import { liftBlock } from "../components/lift_block.tsx";
import { Live } from "../components/live.tsx";
import { Postbacks } from "../components/postbacks.tsx";
import { isResendable, ResendForm, resendMessage } from "../components/resend.tsx";
import { Section } from "../components/section.tsx";
import { Slides } from "../components/slides.tsx";
import { State } from "../components/state.tsx";
import { Code, grouped, IsolatedText, sizeOf, Time, Value } from "../components/text.tsx";
import { Timeline } from "../components/timeline.tsx";
import { cancelMessage, Waiting } from "../components/waiting.tsx";
import { WireParts } from "../components/wire_parts.tsx";
import { consoleUrl, type Page, type Visit } from "../model/page.ts";
import { replay } from "../model/replay.ts";
import { curlOf, requestOf, type SameRequest } from "../model/same_request.ts";

export const messagePage: Page = {
  path: "/messages/:id",

  // size: the markup of the page
  async open(visit) {
    const { api, baseUrl, may, params } = visit;
    const message = await api.call("readMessage", { params: { "tracking-id": params.id! } });
    const submission = await submissionOf(api, message);
    const live = await livePartsOf(visit, message, submission);
    const mayResend = may("resendMessage") && message["reply-to"] === null;
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
            <Live id="state">{live.state}</Live>
            <a class="button" href={consoleUrl("/phone", { number: message.to })}>
              See it on the phone
            </a>
          </div>
          <Live id="ending">{live.ending}</Live>
          <Live id="waiting">{live.waiting}</Live>
          <div class="message">
            <div class="happened">
              <Section title="What happened">
                <Live id="timeline">{live.timeline}</Live>
              </Section>
            </div>
            <div class="content">
              <Section title="Message">
                <Live id="content">{live.content}</Live>
              </Section>
              <Section title="Facts">
                <Live id="facts">{live.facts}</Live>
              </Section>
              {submission !== null && submission.kind === "MMS" && (
                <Section title="As it went out">
                  <WireParts of={submission.parts} />
                </Section>
              )}
              <Section title="On the wire">
                <Live id="exchanges">{live.exchanges}</Live>
              </Section>
              {(request !== null || mayResend) && (
                <Section title="Send the same again">
                  {mayResend && <Live id="resend">{live.resend}</Live>}
                  {request !== null && (
                    <>
                      <Copyable text={curlOf(baseUrl, request)} name="the command" />
                      <p>
                        <a href={tryUrl(message.account, request)}>Try it with other values</a>
                      </p>
                    </>
                  )}
                </Section>
              )}
            </div>
            <div class="postbacks">
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
    replay: replay((id) => `/messages/${id}`),
    resend: resendMessage,
    cancel: cancelMessage,

    async lift(form, { api, params }) {
      const { account } = await api.call("readMessage", { params: { "tracking-id": params.id! } });
      await liftBlock(form, api, account);
      return { path: `/messages/${params.id}`, notice: "The block is lifted." };
    },
  },
};

/** Parts of the page that change while it is open. */
async function livePartsOf(
  { api, hasManual, may }: Visit,
  message: MessageDetail,
  submission: LoopbackMessage | null,
) {
  const params = { "tracking-id": message["tracking-id"] };
  const exchanges = await api.call("listExchanges", { params });
  const blocks = hasEnded(message.state) ? await blocksOf(api, message) : [];
  const mayResend = may("resendMessage");
  return {
    state: <State of={message.state} />,
    ending: (
      <>
        {isLost(message) && (
          <div class="card" data-key="ending">
            <Ending of={message} hasManual={hasManual} />
          </div>
        )}
        {blocks.length > 0 && (
          <div class="card" data-key="blocks">
            <RecipientBlocks of={blocks} mayLift={may("removeBlock")} />
          </div>
        )}
      </>
    ),
    content: <Content of={message} submission={submission} />,
    facts: <MessageFacts message={message} submission={submission} />,
    timeline: (
      <Timeline
        history={message.history}
        postbacks={message.postbacks}
        hasManual={hasManual}
      />
    ),
    postbacks: (
      <Postbacks
        of={message.postbacks}
        hasManual={hasManual}
        mayChange={may("replayPostback")}
      />
    ),
    waiting: <Waiting of={message} mayCancel={may("cancelMessage")} />,
    resend: mayResend && isResendable(message) ? <ResendForm of={message} /> : null,
    exchanges: <Exchanges of={exchanges} />,
  };
}

/** Returns the address of the form of a request's action, filled in with its fields. */
function tryUrl(account: string, { action, ...fields }: SameRequest): string {
  return consoleUrl(`/try/${action}`, { account, ...fields });
}

/** Lists the blocks of a message's recipient that hold for its sender. */
async function blocksOf(
  api: AdminApi,
  { account, from, to }: MessageDetail,
): Promise<readonly Block[]> {
  const { items } = await api.call("listBlocks", { params: { account }, query: { number: to } });
  return items.filter(({ originator }) => originator === null || originator === from);
}

/** Finds what the loopback carrier took; null: another carrier has it, or none yet. */
async function submissionOf(
  api: AdminApi,
  { "tracking-id": id }: MessageDetail,
): Promise<LoopbackMessage | null> {
  const { items } = await api.call("listLoopback", { query: { "tracking-id": id, limit: 1 } });
  return items[0] ?? null;
}

const MessageLink: FC<{ to: string }> = ({ to }) => (
  <Id text={to} name="the tracking-id" path={`/messages/${to}`} />
);

const MessageFacts: FC<{ message: MessageDetail; submission: LoopbackMessage | null }> = (
  { message, submission },
) => (
  <Facts
    of={{
      "Details": !isLost(message) && message["status-details"] && (
        <Value text={message["status-details"]} />
      ),
      "Reason": !isLost(message) && message["status-reason"] && (
        <Value text={message["status-reason"]} />
      ),
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
        <Id
          text={message["mms-id"]}
          name="the mms-id"
          path={`/templates/${message["mms-id"]}`}
        />
      ),
      "Trace": message["trace-id"] && <Id text={message["trace-id"]} name="the trace" />,
      "Client reference": message["client-reference"] &&
        <Value text={message["client-reference"]} />,
      "Campaign": message["campaign-ref"] && <Value text={message["campaign-ref"]} />,
      "Tracking-id": <Id text={message["tracking-id"]} name="the tracking-id" />,
      "Carrier's id": message["carrier-id"] && (
        <Id text={message["carrier-id"]} name="the carrier's id" />
      ),
      "Status callback": message["status-callback"] &&
        <Value text={message["status-callback"]} />,
      "Sends again": message["resent-from"] && <MessageLink to={message["resent-from"]} />,
      "Sent again as": message["resent-as"] && (
        <ul>
          {message["resent-as"].map((id) => (
            <li>
              <MessageLink to={id} />
            </li>
          ))}
        </ul>
      ),
      "In reply to": message["reply-to"] && <Code text={message["reply-to"]} />,
      "Accepted": <Time at={message["accepted-at"]} />,
      "Priority": message.priority === "normal" ? null : message.priority,
      "Delivery window": message["delivery-window"] && <Value text={message["delivery-window"]} />,
      "Tried until": <Time at={message["expires-at"]} />,
    }}
  />
);

const Content: FC<{ of: MessageDetail; submission: LoopbackMessage | null }> = (
  { of: { content, segments }, submission },
) => {
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
      <Slides
        of={content.slides}
        sent={new Set(submission?.parts.flatMap(({ sha256 }) => sha256 ?? []))}
      />
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
