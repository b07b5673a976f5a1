/** Pages of the console, and its navigation. */
import type { NavEntry } from "../layout.tsx";
import type { Page } from "../page.ts";
import { messagePage } from "./message.tsx";
import { inboundPage } from "./inbound.tsx";
import { messagesPage } from "./messages.tsx";
import { phonePage } from "./phone.tsx";

export const PAGES: readonly Page[] = [messagesPage, messagePage, inboundPage, phonePage];

/** Navigation; the first entry is the console's entry. */
export const NAV: readonly NavEntry[] = [
  { path: "/messages", name: "Messages" },
  { path: "/phone", name: "Phone" },
];
