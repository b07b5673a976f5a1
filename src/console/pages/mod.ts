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
  { path: "/overview", name: "Overview" },
  { path: "/messages", name: "Messages" },
  { path: "/phone", name: "Phone" },
  { path: "/templates", name: "Templates" },
  { path: "/try", name: "Try it" },
  { path: "/carriers", name: "Carriers" },
  { path: "/receivers", name: "Receivers" },
  { path: "/accounts", name: "Accounts" },
  { path: "/status", name: "Status" },
];
