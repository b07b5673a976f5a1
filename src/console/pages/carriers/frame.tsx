/** Heading and tabs of the pages of carriers. */
import type { Child, FC } from "hono/jsx";
import { consoleUrl } from "../../model/page.ts";
import { CARRIERS_PATH, NEW_PATH, ROUTES_PATH } from "./paths.ts";

const TABS = { [CARRIERS_PATH]: "Connectors", [ROUTES_PATH]: "Routes" } as const;

/** @param at Path of the page. */
export const CarriersHead: FC<{ at: string; mayCreate: boolean; children?: Child }> = (
  { at, mayCreate, children },
) => (
  <>
    <div class="head">
      <h1>Carriers</h1>
      {children}
      {mayCreate && <a class="button primary" href={consoleUrl(NEW_PATH)}>Connect a carrier</a>}
    </div>
    <nav class="tabs" aria-label="Carriers">
      <ul>
        {Object.entries(TABS).map(([path, name]) => (
          <li>
            <a href={consoleUrl(path)} aria-current={path === at ? "page" : undefined}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  </>
);
