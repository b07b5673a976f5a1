/** Pages of the console, and its navigation. */
import type { NavEntry } from "../layout.tsx";
import type { Page } from "../model/page.ts";
import { ACCOUNT_PAGES } from "./accounts/mod.ts";
import { CARRIER_PAGES } from "./carriers/mod.ts";
import { COMPOSE_PAGES } from "./compose.tsx";
import { inboundPage } from "./inbound.tsx";
import { messagePage } from "./message.tsx";
import { messagesPage } from "./messages.tsx";
import { overviewPage } from "./overview.tsx";
import { phonePage } from "./phone.tsx";
import { receiversPage } from "./receivers.tsx";
import { statusPage } from "./status.tsx";
import { templatePage } from "./template.tsx";
import { templatesPage } from "./templates.tsx";
import { tryPage } from "./try.tsx";
import { tryActionPage } from "./try_action.tsx";

export const PAGES: readonly Page[] = [
  overviewPage,
  messagesPage,
  messagePage,
  inboundPage,
  phonePage,
  templatesPage,
  // Before the page of a template: `new` is no id.
  ...COMPOSE_PAGES,
  templatePage,
  tryPage,
  tryActionPage,
  ...CARRIER_PAGES,
  receiversPage,
  statusPage,
  ...ACCOUNT_PAGES,
];

/** Navigation; the first entry is the console's entry. */
export const NAV: readonly NavEntry[] = [
  { path: "/overview", name: "Overview", key: "o" },
  { path: "/messages", name: "Messages", key: "m" },
  { path: "/phone", name: "Phone", key: "p" },
  { path: "/templates", name: "Templates", key: "t" },
  { path: "/try", name: "Try it", key: "i" },
  { path: "/carriers", name: "Carriers", key: "c" },
  { path: "/receivers", name: "Receivers", key: "r" },
  { path: "/accounts", name: "Accounts", key: "a" },
  { path: "/status", name: "Status", key: "s" },
];

/** Sections of pages whose paths do not begin with that of theirs, by the first part of the path. */
const SECTIONS: Readonly<Record<string, string>> = {
  "/inbound": "/messages",
  "/send": "/messages",
};

/** Returns the path of the entry of the navigation that a page belongs to; null: none. */
export function sectionOf(path: string): string | null {
  const first = `/${path.split("/")[1]}`;
  const section = SECTIONS[first] ?? first;
  return NAV.some(({ path }) => path === section) ? section : null;
}
