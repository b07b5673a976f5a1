/** List of messages of both directions, and the search for one. */
import type { FC } from "hono/jsx";
import type { FoundMessage, SearchPage } from "../../generated/admin.ts";
import { ApiRefusal } from "../model/admin_api.ts";
import { Live } from "../components/live.tsx";
import {
  criteriaOf,
  loadCriteriaLists,
  type MessageFilter,
  MessageFilters,
  readFilter,
} from "../components/message_filters.tsx";
import { NothingFound } from "../components/nothing_found.tsx";
import { SendLinks } from "../components/send_links.tsx";
import { State } from "../components/state.tsx";
import { IsolatedText, Time, Value } from "../components/text.tsx";
import { PictureThumbnail } from "../components/thumbnail.tsx";
import { consoleUrl, type Page, type Visit } from "../model/page.ts";

/** Messages a page. */
const LIMIT = 50;

export const messagesPage: Page = {
  path: "/messages",

  async open(visit) {
    const { api, isLive, now, url } = visit;
    const filter = readFilter(url);
    const cursor = url.searchParams.get("cursor");
    const { page, problem } = await search();
    const lists = isLive ? null : await loadCriteriaLists(api, filter);
    const live = {
      rows: <Rows of={page} filter={filter} visit={visit} />,
      pace: <Pace of={page} isNewest={cursor === null} />,
    };

    async function search(): Promise<{ page: SearchPage; problem: string | null }> {
      try {
        const query = { ...criteriaOf(filter, now), limit: LIMIT };
        const part = cursor === null ? query : { ...query, cursor };
        return { page: await api.call("searchMessages", { query: part }), problem: null };
      } catch (error) {
        if (!(error instanceof ApiRefusal) || error.status !== 400) throw error;
        const none = { "items": [], "next-cursor": null, "partial": false };
        return { page: none, problem: error.message };
      }
    }

    return {
      title: "Messages",
      live: cursor === null && problem === null ? live : {},
      main: (
        <>
          <div class="head">
            <h1>Messages</h1>
            <SendLinks visit={visit} />
            <Live id="pace">{live.pace}</Live>
          </div>
          {problem !== null && <p class="problem" role="alert">{problem}</p>}
          {lists !== null && <MessageFilters filter={filter} lists={lists} />}
          <div class="card table">
            <table class="cards">
              <thead>
                <tr>
                  <th scope="col">State</th>
                  <th scope="col">Kind</th>
                  <th scope="col">From</th>
                  <th scope="col">To</th>
                  <th scope="col">Text</th>
                  <th scope="col" class="minor">Door</th>
                  <th scope="col">Account</th>
                  <th scope="col">Age</th>
                </tr>
              </thead>
              <Live as="tbody" id="rows">{live.rows}</Live>
            </table>
          </div>
          <Pages of={page} filter={filter} cursor={cursor} />
        </>
      ),
    };
  },
};

const Rows: FC<{ of: SearchPage; filter: MessageFilter; visit: Visit }> = (
  { of: { items, partial }, filter, visit },
) => (
  <>
    {items.length === 0
      ? (
        <tr data-key="none">
          <td colspan={8} class="empty wide">
            <NothingFound filter={filter} visit={visit} isPartial={partial} />
          </td>
        </tr>
      )
      : items.map((message) => <Row of={message} />)}
  </>
);

const Row: FC<{ of: FoundMessage }> = ({ of }) => {
  const { direction, kind } = of;
  const id = of["tracking-id"];
  const isOut = direction === "out";
  const form = of["sent-as"] !== null && of["sent-as"] !== kind
    ? `${kind} as ${of["sent-as"]}`
    : kind;
  return (
    <tr data-key={id} data-row="">
      <td>
        <State of={of.state} />
      </td>
      <td class="short" data-name="Kind">{isOut ? form : `${kind} in`}</td>
      <td class="short" data-name="From">
        <a href={consoleUrl(`/${isOut ? "messages" : "inbound"}/${id}`)}>
          <Value text={of.from} />
        </a>
      </td>
      <td class="short" data-name="To">
        <Value text={of.to} />
      </td>
      <td class="wide">
        <div class="text">
          {of.picture !== null && <PictureThumbnail of={of.picture} />}
          <div class="excerpt">
            {of.excerpt === null ? null : <IsolatedText text={of.excerpt} />}
          </div>
        </div>
        {of["status-details"] && (
          <span class="hint">
            <Value text={of["status-details"]} />
          </span>
        )}
      </td>
      <td class="short minor" data-name="Door">
        <Value text={of.door} />
      </td>
      <td class="short" data-name="Account">
        <Value text={of.account} />
      </td>
      <td class="short" data-name="Age">
        <Time at={of.at} isAge />
      </td>
    </tr>
  );
};

/** Says whether the list is live, and whether it is a sample of what arrives. */
const Pace: FC<{ of: SearchPage; isNewest: boolean }> = ({ of: { items, partial }, isNewest }) => {
  if (!isNewest) return <p class="hint">Older messages</p>;
  const isSample = items.length === LIMIT &&
    Date.parse(items[0]!.at) - Date.parse(items.at(-1)!.at) < 1000;
  return (
    <p class="live">
      {isSample
        ? `More than ${LIMIT} a second arrive: a sample, taken each second`
        : "Live, the newest first"}
      {partial && "; the search goes on with Older"}
    </p>
  );
};

const Pages: FC<{ of: SearchPage; filter: MessageFilter; cursor: string | null }> = (
  { of, filter, cursor },
) => (
  <nav class="pages" aria-label="Pages">
    {cursor === null ? <span></span> : <a href={consoleUrl("/messages", filter)}>Newest</a>}
    {of["next-cursor"] !== null && (
      <a href={consoleUrl("/messages", { ...filter, cursor: of["next-cursor"] })}>Older</a>
    )}
  </nav>
);
