/** Pages of accounts. */
import type { Page } from "../../model/page.ts";
import { campaignPage } from "./campaign.tsx";
import { campaignsPage } from "./campaigns.tsx";
import { keysPage } from "./keys.tsx";
import { accountsPage } from "./list.tsx";
import { optOutsPage } from "./opt_outs.tsx";
import { poolPage } from "./pool.tsx";
import { poolsPage } from "./pools.tsx";
import { postbacksPage } from "./postbacks.tsx";
import { receiverPage } from "./receiver.tsx";
import { repliesPage } from "./replies.tsx";
import { senderPage } from "./sender.tsx";
import { sendersPage } from "./senders.tsx";
import { settingsPage } from "./settings.tsx";
import { subscriptionsPage } from "./subscriptions.tsx";

export const ACCOUNT_PAGES: readonly Page[] = [
  accountsPage,
  settingsPage,
  keysPage,
  sendersPage,
  senderPage,
  poolsPage,
  poolPage,
  postbacksPage,
  receiverPage,
  campaignsPage,
  campaignPage,
  subscriptionsPage,
  optOutsPage,
  repliesPage,
];
