/** Pages of carriers: their connectors, and the routes to them. */
import type { Page } from "../../model/page.ts";
import { connectorPage } from "./connector.tsx";
import { kindsPage } from "./kinds.tsx";
import { carriersPage } from "./list.tsx";
import { newConnectorPage } from "./new.tsx";
import { routesPage } from "./routes.tsx";
import { connectorTestPage } from "./test_message.tsx";

export const CARRIER_PAGES: readonly Page[] = [
  carriersPage,
  kindsPage,
  newConnectorPage,
  routesPage,
  connectorPage,
  connectorTestPage,
];
