/** Empty list of messages: what to do, or what the search could mean instead. */
import type { FC } from "hono/jsx";
import { CODES_PATH } from "../../core/docs_path.ts";
import { readQuery } from "../../core/search/search_query.ts";
import { readNumber } from "../../core/account/address.ts";
import { consoleUrl, type Visit } from "../model/page.ts";
import { criterionText, type MessageFilter } from "./message_filters.tsx";

interface Props {
  filter: MessageFilter;
  visit: Visit;
  /** Whether the search goes on with the next page. */
  isPartial: boolean;
}

export const NothingFound: FC<Props> = ({ filter, visit, isPartial }) => {
  if (isPartial) return <p>Nothing yet: the search goes on with Older.</p>;
  if (Object.keys(filter).length === 0) return <NoMessages visit={visit} />;
  return (
    <>
      <p>No message is like this.</p>
      <ul class="instead">
        {[...widerOf(filter), ...meaningsOf(filter, visit)].map(({ href, name }) => (
          <li>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
};

const NoMessages: FC<{ visit: Visit }> = ({ visit }) => (
  visit.may("performAction")
    ? (
      <p>
        There is no message yet. Send the first by a button above, or from a program:{" "}
        <a href={consoleUrl("/try/sendmms", { example: "sendmms" })}>Try it</a> has the request.
      </p>
    )
    : <p>There is no message yet. It shows here as soon as an account sends one.</p>
);

interface Suggestion {
  href: string;
  name: string;
}

/** Offers the search without each of its criteria. */
function widerOf(filter: MessageFilter): Suggestion[] {
  const names = Object.keys(filter);
  if (names.length === 1) return [{ href: consoleUrl("/messages"), name: "All messages" }];
  return names.map((name) => {
    const { [name]: value, ...others } = filter;
    return {
      href: consoleUrl("/messages", others),
      name: `Search without ${criterionText(name, value!)}`,
    };
  });
}

/** Offers what the words of the single box could mean beyond what it searches. */
function meaningsOf({ query }: MessageFilter, { hasManual }: Visit): Suggestion[] {
  if (query === undefined) return [];
  const [reading] = readQuery(query);
  const like = (name: string): Suggestion => ({
    href: consoleUrl("/messages", { [name]: query }),
    name: `Messages with ${criterionText(name, query)}`,
  });
  if (reading?.number !== undefined) {
    const number = readNumber(query) ?? reading.number;
    return [
      { href: consoleUrl("/phone", { number }), name: `The phone with the number ${number}` },
      like("carrier-id"),
    ];
  }
  if (reading?.code !== undefined) {
    const name = `What ${reading.code} means`;
    return hasManual ? [{ href: `${CODES_PATH}#${reading.code}`, name }] : [];
  }
  if (reading?.trackingId !== undefined) return [like("mms-id"), like("carrier-id")];
  return /\s/.test(query) ? [] : ["account", "campaign-ref", "carrier-id"].map(like);
}
