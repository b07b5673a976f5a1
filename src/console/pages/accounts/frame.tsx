/** Heading and tabs of an account's pages. */
import type { Child, FC, PropsWithChildren } from "hono/jsx";
import { visible } from "../../../core/visible.ts";
import type { Account } from "../../../generated/admin.ts";
import { Id } from "../../components/copyable.tsx";
import { State } from "../../components/state.tsx";
import { Time, Value } from "../../components/text.tsx";
import { consoleUrl, type OpenedPage, type Visit } from "../../model/page.ts";

/** Tabs by the last segment of their path. */
const TABS = {
  "": "Settings",
  "/keys": "Keys",
  "/senders": "Senders",
  "/pools": "Pools",
  "/postbacks": "Postbacks",
  "/campaigns": "Campaigns",
  "/subscriptions": "Subscriptions",
  "/opt-outs": "Opt-outs",
  "/replies": "Replies",
} as const;

export type Tab = keyof typeof TABS;

/** Returns the path of an account's page. */
export function accountPath(account: string, tab: Tab = ""): string {
  return `/accounts/${account}${tab}`;
}

/** Reads the account of a visit. @throws {ApiRefusal} */
export function readAccount({ api, params }: Visit): Promise<Account> {
  return api.call("readAccount", { params: { account: params.id! } });
}

/** Returns the page of a tab. */
export function accountTab(account: Account, tab: Tab, main: Child): OpenedPage {
  return {
    title: `${TABS[tab]} of ${visible(account.name)}`,
    main: <Frame account={account} tab={tab}>{main}</Frame>,
  };
}

const Frame: FC<PropsWithChildren<{ account: Account; tab: Tab }>> = (
  { account, tab, children },
) => (
  <>
    <div class="head">
      <h1>
        <Value text={account.name} />
      </h1>
      <Id text={account.account} name="the id" />
      <span class="hint">
        since <Time at={account["created-at"]} />
      </span>
      <State of={account.disabled ? "disabled" : "active"} />
      <a class="button" href={consoleUrl("/messages", { account: account.account })}>
        Its messages
      </a>
    </div>
    <nav class="tabs" aria-label="Account">
      <ul>
        {Object.entries(TABS).map(([path, name]) => (
          <li>
            <a
              href={consoleUrl(accountPath(account.account, path as Tab))}
              aria-current={path === tab ? "page" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    {children}
  </>
);
