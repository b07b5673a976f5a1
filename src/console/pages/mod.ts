/** Pages of the console, and its navigation. */
import type { NavEntry } from "../layout.tsx";
import type { Page } from "../page.ts";
import { messagePage } from "./message.tsx";
import { messagesPage } from "./messages.tsx";

export const PAGES: readonly Page[] = [messagesPage, messagePage];

/** Navigation; the first entry is the console's entry. */
export const NAV: readonly NavEntry[] = [
  { path: "/messages", name: "Messages" },
];
