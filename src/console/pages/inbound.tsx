/** A message from a handset. */
import { readNumber } from "../../core/account/address.ts";
import { Id } from "../components/copyable.tsx";
import { Facts } from "../components/facts.tsx";
import { Live } from "../components/live.tsx";
import { Media } from "../components/media.tsx";
import { Postbacks } from "../components/postbacks.tsx";
import { Code, IsolatedText, sizeOf, Time, Value } from "../components/text.tsx";
import { Timeline } from "../components/timeline.tsx";
import { consoleUrl, type Page } from "../model/page.ts";
import { replay } from "../model/replay.ts";

export const inboundPage: Page = {
  path: "/inbound/:id",

  // size: the markup of the page
  async open({ api, hasManual, may, params }) {
    const message = await api.call("readInbound", { params: { "tracking-id": params.id! } });
    const { account, files, from, history, kind, subject, text, to } = message;
    const live = {
      timeline: <Timeline history={history} postbacks={message.postbacks} hasManual={hasManual} />,
      postbacks: (
        <Postbacks of={message.postbacks} hasManual={hasManual} mayChange={may("replayPostback")} />
      ),
    };
    return {
      title: `${from} to ${to}`,
      live,
      main: (
        <>
          <div class="head">
            <h1>
              {kind === "MMS_MO" ? "MMS" : "SMS"} from <Value text={from} /> to <Value text={to} />
            </h1>
            {readNumber(from) === from && (
              <a class="button" href={consoleUrl("/phone", { number: from, with: to })}>
                See it on the phone
              </a>
            )}
          </div>
          <section class="card" aria-label="Facts">
            <Facts
              of={{
                "Account": <a href={consoleUrl(`/accounts/${account}`)}>{account}</a>,
                "Connector": <Value text={message.connector} />,
                "Operator": message["operator-id"] && <Code text={message["operator-id"]} />,
                "Tracking-id": <Id text={message["tracking-id"]} name="the tracking-id" />,
                "Received": <Time at={message["received-at"]} />,
              }}
            />
          </section>
          <div class="columns">
            <section class="card">
              <h2>Message</h2>
              {subject !== null && (
                <h3>
                  <IsolatedText text={subject} />
                </h3>
              )}
              {text !== null && (
                <p>
                  <IsolatedText text={text} />
                </p>
              )}
              <ul class="parts">
                {files.map((file) => (
                  <li>
                    <Media file={file} name={file.name} />
                    <p class="hint">
                      <Value text={file.name} />, {file.type}, {sizeOf(file.bytes)}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
            <div>
              <section class="card">
                <h2>What happened</h2>
                <Live id="timeline">{live.timeline}</Live>
              </section>
              <section class="card">
                <h2>Postbacks</h2>
                <Live id="postbacks">{live.postbacks}</Live>
              </section>
            </div>
          </div>
        </>
      ),
    };
  },

  actions: { replay: replay((id) => `/inbound/${id}`) },
};
