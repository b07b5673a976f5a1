/** Receivers of postbacks: their states, and the postbacks that did not arrive. */
import type { FC } from "hono/jsx";
import { DEFAULT_RECEIVER, VASP_RECEIVER } from "../../core/account/receiver.ts";
import type { PostbackCount, ReceiverState, ReceiverStatePage } from "../../generated/admin.ts";
import type { AdminApi } from "../model/admin_api.ts";
import { BreakerLabel } from "../components/breaker.tsx";
import { CodedText, ExplainedCodes } from "../components/code_explanation.tsx";
import { Button, Form, Select } from "../components/form.tsx";
import { Live } from "../components/live.tsx";
import { Postbacks } from "../components/postbacks.tsx";
import { grouped, Time, Value } from "../components/text.tsx";
import { CONSOLE_PATH, consoleUrl, type Page } from "../model/page.ts";
import { receiverPath } from "./accounts/receiver.tsx";

const PATH = "/receivers";

/** Receivers and postbacks that the page shows at once. */
const RECEIVERS = 20;
const POSTBACKS = 20;
/** States to filter by; the first is the default. */
const STATES = [
  { value: "dead", name: "dead" },
  { value: "parked", name: "parked" },
  { value: "pending", name: "pending" },
  { value: "sent", name: "sent" },
] as const;

type ListedState = typeof STATES[number]["value"];

/** Filter of the postbacks; texts may be empty. */
interface Filter {
  account: string;
  receiver: string;
  state: ListedState;
  code: string;
}

export const receiversPage: Page = {
  path: PATH,

  async open({ api, hasManual, may, url: { searchParams } }) {
    const mayChange = may("replayPostbacks");
    const filter = filterOf(searchParams);
    const { account, code, receiver, state } = filter;
    const after = searchParams.get("after") ?? undefined;
    const cursor = searchParams.get("cursor") ?? undefined;
    const [receivers, postbacks, matching] = await Promise.all([
      api.call("listReceiverStates", { query: { account, limit: RECEIVERS, cursor: after } }),
      api.call("listPostbacks", {
        query: { account, receiver, state, code, limit: POSTBACKS, cursor },
      }),
      matchingOf(api, filter),
    ]);
    const live = {
      receivers: <Receivers of={receivers} mayChange={mayChange} hasManual={hasManual} />,
      matching: <Matching of={matching} filter={filter} mayChange={mayChange} />,
      postbacks: <Postbacks of={postbacks.items} hasManual={hasManual} mayChange={mayChange} />,
    };
    return {
      title: "Receivers",
      live,
      main: (
        <>
          <div class="head">
            <h1>Receivers</h1>
            <span class="live">Live</span>
          </div>
          <section class="card">
            <h2>Where postbacks go</h2>
            <Live id="receivers">{live.receivers}</Live>
            {receivers["next-cursor"] !== null && (
              <p class="pages">
                <a href={consoleUrl(PATH, { ...filter, after: receivers["next-cursor"] })}>
                  More receivers
                </a>
              </p>
            )}
          </section>
          <section class="card">
            <h2>Postbacks</h2>
            <FilterForm filter={filter} />
            <Live id="matching">{live.matching}</Live>
            <Live id="postbacks">{live.postbacks}</Live>
            {postbacks["next-cursor"] !== null && (
              <p class="pages">
                <a href={consoleUrl(PATH, { ...filter, cursor: postbacks["next-cursor"] })}>
                  Older postbacks
                </a>
              </p>
            )}
          </section>
        </>
      ),
    };
  },

  actions: {
    async replay(form, { api, url }) {
      await api.call("replayPostback", { params: { id: String(form.get("id")) } });
      return { path: `${PATH}${url.search}`, notice: "The postback is sent again." };
    },

    async "replay-all"(form, { api, url }) {
      const { replayed } = await api.call("replayPostbacks", { body: selectionOf(form) });
      const notice = replayed === 1
        ? "One postback is sent again."
        : `${grouped(replayed)} postbacks are sent again.`;
      return { path: `${PATH}${url.search}`, notice };
    },

    async ping(form, { api, url }) {
      const params = { account: String(form.get("account")) };
      const receiver = String(form.get("receiver") ?? DEFAULT_RECEIVER);
      const pinged = await api.call("pingAccount", { params, query: { receiver } });
      const result = pinged["http-status"] === null
        ? pinged.error ?? "no response"
        : `HTTP ${pinged["http-status"]}`;
      const verdict = pinged.taken ? "took the test postback" : "did not take the test postback";
      const notice = `The receiver ${receiver} of ${params.account} ${verdict}: ${result}, ` +
        `after ${pinged.milliseconds} ms.`;
      return { path: `${PATH}${url.search}`, notice };
    },
  },
};

function filterOf(fields: URLSearchParams): Filter {
  const state = STATES.find(({ value }) => value === fields.get("state")) ?? STATES[0];
  return {
    account: fields.get("account")?.trim() ?? "",
    receiver: fields.get("receiver")?.trim() ?? "",
    state: state.value,
    code: fields.get("code")?.trim() ?? "",
  };
}

/** Returns the postbacks to replay: the filter that the button was shown for. */
function selectionOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    ["account", "receiver", "state", "code"].flatMap((name) => {
      const value = form.get(name);
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );
}

/** Counts the postbacks that a replay of all would send; null: the state has none to replay. */
async function matchingOf(
  api: AdminApi,
  { account, code, receiver, state }: Filter,
): Promise<PostbackCount | null> {
  if (state !== "dead" && state !== "parked") return null;
  return await api.call("countPostbacks", { query: { account, receiver, state, code } });
}

const Receivers: FC<{ of: ReceiverStatePage; mayChange: boolean; hasManual: boolean }> = (
  { of: { items: receivers, "counted-max": countedMax }, mayChange, hasManual },
) => {
  const orMore = (count: number) =>
    count >= countedMax ? `${grouped(count)} or more` : grouped(count);
  if (receivers.length === 0) return <p class="hint">There is no such account.</p>;
  return (
    <>
      {receivers.map((receiver) => (
        <article class="receiver" data-key={`${receiver.receiver} ${receiver.account}`}>
          <Heading of={receiver} mayChange={mayChange} />
          <dl class="facts">
            <Count name="Pending" count={orMore(receiver.pending)} state="pending" of={receiver} />
            <Count name="Dead" count={grouped(receiver.dead)} state="dead" of={receiver} />
            <Count name="Parked" count={orMore(receiver.parked)} state="parked" of={receiver} />
            <div>
              <dt>Oldest pending</dt>
              <dd>
                <Time at={receiver["oldest-pending-at"]} isAge />
              </dd>
            </div>
            <div>
              <dt>Last success</dt>
              <dd>
                <Time at={receiver["last-success-at"]} />
              </dd>
            </div>
          </dl>
          {receiver["last-error"] === null ? null : (
            <p class="last-error">
              <CodedText text={receiver["last-error"]} hasManual={hasManual} />{" "}
              <span class="hint">
                <Time at={receiver["last-error-at"]} isAge /> ago
              </span>
            </p>
          )}
          <ExplainedCodes of={receiver["last-error"] ?? ""} hasManual={hasManual} />
        </article>
      ))}
    </>
  );
};

/** Account, name and address of a receiver, and whether it takes postbacks. */
const Heading: FC<{ of: ReceiverState; mayChange: boolean }> = ({ of: receiver, mayChange }) => (
  <div class="row">
    <h3>
      <a href={consoleUrl(`/accounts/${receiver.account}`)}>{receiver.account}</a>
    </h3>
    <span class="hint">
      {receiver.receiver !== VASP_RECEIVER && (
        <>
          <a href={consoleUrl(receiverPath(receiver.account, receiver.receiver))}>
            {receiver.receiver}
          </a>,{" "}
        </>
      )}
      {receiver.format.toUpperCase()}
    </span>
    {receiver.disabled && <span class="state busy">disabled</span>}
    {receiver.url === null ? <span class="state busy">no URL: parked</span> : (
      <span class="url">
        <Value text={receiver.url} />
      </span>
    )}
    <BreakerLabel state={receiver["circuit-breaker"]} until={receiver["open-until"]} />
    {mayChange && receiver.format !== "mm7" && receiver.url !== null && (
      <Form>
        <input type="hidden" name="account" value={receiver.account} />
        <input type="hidden" name="receiver" value={receiver.receiver} />
        <Button
          do="ping"
          label={`Test the receiver ${receiver.receiver} of ${receiver.account}`}
        >
          Test
        </Button>
      </Form>
    )}
  </div>
);

const Count: FC<{ name: string; count: string; state: ListedState; of: ReceiverState }> = (
  { name, count, state, of: { account, receiver } },
) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {count === "0" ? count : <a href={consoleUrl(PATH, { account, receiver, state })}>{count}</a>}
    </dd>
  </div>
);

const FilterForm: FC<{ filter: Filter }> = ({ filter: { account, code, receiver, state } }) => (
  <form class="filter" method="get" action={`${CONSOLE_PATH}${PATH}`} data-filter="">
    <Select name="state" label="State" options={STATES} value={state} />
    <div>
      <label for="field-account">Account</label>
      <input id="field-account" name="account" value={account} maxlength={40} autocomplete="off" />
    </div>
    <div>
      <label for="field-receiver">Receiver</label>
      <input
        id="field-receiver"
        name="receiver"
        value={receiver}
        maxlength={40}
        autocomplete="off"
      />
    </div>
    <div>
      <label for="field-code">Code</label>
      <input id="field-code" name="code" value={code} maxlength={64} autocomplete="off" />
    </div>
    <Button>Filter</Button>
  </form>
);

const Matching: FC<{ of: PostbackCount | null; filter: Filter; mayChange: boolean }> = (
  { of: matching, filter, mayChange },
) => {
  if (matching === null || matching.count === 0) return null;
  const { complete, count } = matching;
  const text = `${complete ? "" : "at least "}${grouped(count)}`;
  return (
    <div class="row matching" data-key={text}>
      <p>{count === 1 && complete ? "One postback matches." : `${text} postbacks match.`}</p>
      {mayChange && (
        <Form>
          {Object.entries(filter).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <Button do="replay-all">Replay all that match</Button>
        </Form>
      )}
    </div>
  );
};
