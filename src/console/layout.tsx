/** Document around every page of the console. */
import type { Child, FC } from "hono/jsx";
import { DOCS_PATH } from "../core/docs_path.ts";
import type { Principal } from "../http/admin/principal.ts";
import { type ScriptName, scriptUrl, STYLE } from "./assets/mod.ts";
import { Button } from "./components/form.tsx";
import { htmlOf } from "./html.tsx";
import { CONSOLE_PATH } from "./model/page.ts";
import { PRODUCT_ICON } from "../web/mark.ts";

/** Entry of the navigation. */
export interface NavEntry {
  readonly path: string;
  readonly name: string;
}

export interface LayoutOptions {
  title: string;
  /** Navigation; the entry that the page's path begins with is current. */
  nav: readonly NavEntry[];
  path: string;
  principal: Principal;
  /** Whether the service serves its manual. */
  hasManual: boolean;
  /** Result of the last action; null: none. */
  notice: string | null;
  /** Why the last action was refused; null: none was. */
  problem: string | null;
  script?: ScriptName;
  main: Child;
}

const Head: FC<{ title: string; script: ScriptName }> = ({ title, script }) => (
  <head>
    <meta charset="utf-8" />
    <title>{title} · slidepost</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href={PRODUCT_ICON} />
    <link rel="stylesheet" href={STYLE.url} />
    <script type="module" src={scriptUrl(script)}></script>
  </head>
);

/** Renders a page for someone who is signed in. */
export function documentOf(options: LayoutOptions): string {
  const { title, nav, path, principal, hasManual, notice, problem, script = "live", main } =
    options;
  return "<!doctype html>\n" + htmlOf(
    <html lang="en">
      <Head title={title} script={script} />
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="bar">
          <a class="brand" href={CONSOLE_PATH}>slidepost</a>
          <nav aria-label="Console">
            <ul>
              {nav.map((entry) => (
                <li>
                  <a
                    href={`${CONSOLE_PATH}${entry.path}`}
                    aria-current={isWithin(path, entry.path) ? "page" : undefined}
                  >
                    {entry.name}
                  </a>
                </li>
              ))}
              {hasManual
                ? (
                  <li>
                    <a href={DOCS_PATH}>Manual</a>
                  </li>
                )
                : null}
            </ul>
          </nav>
          <form class="who" method="post" action={`${CONSOLE_PATH}/sign-out`}>
            <span>{nameOf(principal)}</span>
            <Button look="quiet">Sign out</Button>
          </form>
        </header>
        <main id="main" tabindex={-1}>
          {notice === null ? null : <p class="notice" role="status">{notice}</p>}
          {problem === null ? null : <p class="problem" role="alert">{problem}</p>}
          {main}
        </main>
      </body>
    </html>,
  );
}

/** Renders a page for someone who is not signed in. */
export function plainDocumentOf(title: string, main: Child, script: ScriptName = "live"): string {
  return "<!doctype html>\n" + htmlOf(
    <html lang="en">
      <Head title={title} script={script} />
      <body class="plain">
        <main id="main">{main}</main>
      </body>
    </html>,
  );
}

/** Names a principal, with its scopes unless it may do everything. */
function nameOf({ name, scopes }: Principal): string {
  if (scopes.includes("all")) return name;
  const more = scopes.filter((scope) => scope !== "read");
  return `${name}, ${more.length === 0 ? "read only" : more.join(" and ")}`;
}

function isWithin(path: string, entry: string): boolean {
  return path === entry || path.startsWith(`${entry}/`);
}
