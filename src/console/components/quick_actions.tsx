/** Links to what is done most often. */
import type { FC } from "hono/jsx";
import type { AdminOperationId } from "../../generated/admin.ts";
import { consoleUrl, type Visit } from "../model/page.ts";

interface QuickAction {
  path: string;
  name: string;
  /** Operation that the page is for; those who may not call it get no link. */
  operation: AdminOperationId;
}

const ACTIONS: readonly QuickAction[] = [
  { path: "/send/picture", name: "Send a picture", operation: "performAction" },
  { path: "/send/text", name: "Send a text", operation: "performAction" },
  { path: "/messages", name: "Find a message", operation: "searchMessages" },
  { path: "/carriers", name: "Connect a carrier", operation: "listConnectorStates" },
  { path: "/accounts", name: "Add an account", operation: "createAccount" },
];

export const QuickActions: FC<Pick<Visit, "may">> = ({ may }) => (
  <nav class="row actions" aria-label="Quick actions">
    {ACTIONS.filter(({ operation }) =>
      may(operation)
    ).map(({ path, name }) => <a class="button" href={consoleUrl(path)}>{name}</a>)}
  </nav>
);
