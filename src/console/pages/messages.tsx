/** List of messages. */
import type { Page } from "../page.ts";

export const messagesPage: Page = {
  path: "/messages",
  async open({ api }) {
    const { items } = await api.call("listMessages", { query: { limit: 50 } });
    return { title: "Messages", main: <pre>{JSON.stringify(items, null, 1)}</pre> };
  },
};
