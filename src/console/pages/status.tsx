/** Status: what is wrong, the work that is due, and what the service runs on. */
import type { FC } from "hono/jsx";
import type { DueWork, InterruptedItem, RateWait, Status } from "../../generated/admin.ts";
import { Facts } from "../components/facts.tsx";
import { Problems } from "../components/problems.tsx";
import { Section } from "../components/section.tsx";
import { State } from "../components/state.tsx";
import { CodedText, ExplainedCodes } from "../components/code_explanation.tsx";
import { Code, grouped, sizeOf, Time, Value } from "../components/text.tsx";
import { consoleUrl, type Page } from "../model/page.ts";

export const statusPage: Page = {
  path: "/status",

  async open({ api, hasManual }) {
    const status = await api.call("readStatus");
    return {
      title: "Status",
      main: (
        <>
          <div class="head">
            <h1>Status</h1>
            <State of={status.status} />
          </div>
          <Section title="Problems">
            {status.problems.length === 0
              ? <p>There are none.</p>
              : <Problems of={status.problems} hasManual={hasManual} />}
          </Section>
          <Section title="Work that is due">
            <Work of={status.work} />
            <RateWaits of={status["waiting-for-rate"]} />
          </Section>
          {status.interrupted.length > 0 && (
            <Section title="Interrupted work">
              <Interrupted of={status.interrupted} hasManual={hasManual} />
            </Section>
          )}
          <Section title="This process">
            <Facts of={factsOf(status)} />
          </Section>
        </>
      ),
    };
  },
};

/** Words of the stages. */
const STAGES: Readonly<Record<DueWork["stage"], string>> = {
  delivery: "Messages to deliver",
  preparation: "Messages whose files are to be fitted",
  template: "Templates to transcode",
  postback: "Postbacks to send",
};

const Work: FC<{ of: readonly DueWork[] }> = ({ of: work }) => {
  if (work.length === 0) return <p class="hint">It is not known: the database is down.</p>;
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>Stage</th>
            <th>Waiting</th>
            <th>The oldest since</th>
          </tr>
        </thead>
        <tbody>
          {work.map(({ stage, waiting, ...rest }) => (
            <tr>
              <td>{STAGES[stage]}</td>
              <td>{grouped(waiting)}</td>
              <td>
                <Time at={rest["oldest-due-at"]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Messages that wait for the rate of their connector: planned, and no problem. */
const RateWaits: FC<{ of: readonly RateWait[] }> = ({ of: waits }) => (
  <>
    {waits.map(({ connector, rate, waiting, "last-in-seconds": seconds }) => (
      <p class="hint">
        {grouped(waiting)} wait for the rate{rate === null ? "" : ` ${grouped(rate)}/s`} of{" "}
        <Value text={connector} />
        {seconds === null ? "." : `; the last goes in ${grouped(seconds)} s.`}
      </p>
    ))}
  </>
);

const Interrupted: FC<{ of: readonly InterruptedItem[]; hasManual: boolean }> = (
  { of: items, hasManual },
) => (
  <ul>
    {items.map((item) => (
      <li>
        <ItemName of={item} />: {item.times} times, the last at <Time at={item["last-at"]} />:{" "}
        <CodedText text={item.reason} hasManual={hasManual} />
        <ExplainedCodes of={item.reason} hasManual={hasManual} />
      </li>
    ))}
  </ul>
);

/** Name of an item, with a link to its page; a postback has none. */
const ItemName: FC<{ of: InterruptedItem }> = ({ of: { id, kind } }) => {
  const name = (
    <>
      {kind} <Code text={id} />
    </>
  );
  return kind === "postback" ? name : <a href={consoleUrl(`/${kind}s/${id}`)}>{name}</a>;
};

function factsOf(
  { checks, commit, database, deno, files, transcoding, v8, version, ...rest }: Status,
) {
  const free = files["free-bytes"];
  return {
    "Version": version,
    "Commit": <Code text={commit} />,
    "Runtime": `Deno ${deno}, V8 ${v8}`,
    "Started": <Time at={rest["started-at"]} />,
    "Database": <Value text={`${database.server}, Postgres ${database.version ?? "down"}`} />,
    "Size of the database": database.bytes === null ? null : sizeOf(database.bytes),
    "Queue of postbacks": <Value text={checks.queue} />,
    "Clock": <Value text={checks.clock} />,
    "Transcoding": <Value text={checks.ffmpeg} />,
    "Sandbox of ffmpeg": transcoding.sandboxed ? "bubblewrap" : "none",
    "Files": <Value text={files.place} />,
    "Writing and reading files": <Value text={checks.files} />,
    "Free space": free === null ? null : sizeOf(free),
  };
}
