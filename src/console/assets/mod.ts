/** Style sheet and scripts of the console, at addresses that change with their content. */
import { createHash } from "node:crypto";
import accountsStyle from "./accounts.css" with { type: "text" };
import { COMMON, SKIP_LINK } from "../../web/style.ts";
import base from "./console.css" with { type: "text" };
import composeStyle from "./compose.css" with { type: "text" };
import carriersStyle from "./carriers.css" with { type: "text" };
import overviewStyle from "./overview.css" with { type: "text" };
import phoneStyle from "./phone.css" with { type: "text" };
import templatesStyle from "./templates.css" with { type: "text" };
import tryStyle from "./try.css" with { type: "text" };
import comfortsStyle from "./comforts.css" with { type: "text" };
import compose from "./compose.js" with { type: "text" };
import comforts from "./comforts.js" with { type: "text" };
import live from "./live.js" with { type: "text" };
import phone from "./phone.js" with { type: "text" };
import tryIt from "./try.js" with { type: "text" };

/** Scripts by name; each does what `live` and `comforts` do, too. A block keeps its names apart. */
const SCRIPTS = {
  compose: scriptOf(compose),
  live: scriptOf(),
  phone: scriptOf(phone),
  try: scriptOf(tryIt),
};

function scriptOf(own = ""): string {
  return `${live}\n{\n${comforts}\n}\n{\n${own}\n}\n`;
}

export type ScriptName = keyof typeof SCRIPTS;

interface Asset {
  readonly url: string;
  readonly type: string;
  readonly content: string;
}

function asset(name: string, extension: string, type: string, content: string): Asset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { url: `/console/assets/${name}-${hash}.${extension}`, type, content };
}

/** Style sheet of all pages: one request, which browsers keep. */
export const STYLE = asset(
  "console",
  "css",
  "text/css; charset=utf-8",
  [
    COMMON,
    SKIP_LINK,
    base,
    accountsStyle,
    carriersStyle,
    overviewStyle,
    phoneStyle,
    templatesStyle,
    tryStyle,
    composeStyle,
    comfortsStyle,
  ].join("\n"),
);

const scripts = Object.fromEntries(
  Object.entries(SCRIPTS).map(([name, content]) => [
    name,
    asset(name, "js", "text/javascript; charset=utf-8", content),
  ]),
) as Record<ScriptName, Asset>;

export function scriptUrl(name: ScriptName): string {
  return scripts[name].url;
}

const byUrl = new Map([STYLE, ...Object.values(scripts)].map((each) => [each.url, each]));

/** Responds with an asset. Null: none has this path. */
export function assetResponse(path: string): Response | null {
  const found = byUrl.get(path);
  if (found === undefined) return null;
  return new Response(found.content, {
    headers: {
      "content-type": found.type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
}
