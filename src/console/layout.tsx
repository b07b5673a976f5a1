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
  /** Letter that goes there, after `g`. */
  readonly key: string;
}

export interface LayoutOptions {
  title: string;
  nav: readonly NavEntry[];
  /** Path of the current entry of the navigation; null: the page belongs to none. */
  section: string | null;
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
  const { title, nav, section, principal, hasManual, notice, problem, script = "live", main } =
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
                    aria-current={entry.path === section ? "page" : undefined}
                    data-go={entry.key}
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
            <button type="button" class="quiet scripted-only" data-keys="">Keys</button>
            <Button look="quiet">Sign out</Button>
          </form>
        </header>
        <main id="main" tabindex={-1}>
          {notice === null ? null : <p class="notice" role="status">{notice}</p>}
          {problem === null ? null : <p class="problem" role="alert">{problem}</p>}
          {main}
        </main>
        <Keys nav={nav} />
      </body>
    </html>,
  );
}

/** Keys that the script listens to. */
const Keys: FC<{ nav: readonly NavEntry[] }> = ({ nav }) => (
  <dialog id="keys" aria-labelledby="keys-title">
    <form method="dialog" class="head">
      <h2 id="keys-title">Keys</h2>
      <button type="submit">Close</button>
    </form>
    <dl>
      <KeyLine keys={["/"]} name="Search messages" />
      {nav.map(({ key, name }) => <KeyLine keys={["g", key]} name={name} />)}
      <KeyLine keys={["?"]} name="Show the keys" />
      <KeyLine keys={["Esc"]} name="Close" />
    </dl>
  </dialog>
);

const KeyLine: FC<{ keys: readonly string[]; name: string }> = ({ keys, name }) => (
  <div>
    <dt>{keys.map((key) => <kbd>{key}</kbd>)}</dt>
    <dd>{name}</dd>
  </div>
);

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
