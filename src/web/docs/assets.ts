/** Style sheet and script of the manual, at addresses that change with their content. */
import { createHash } from "node:crypto";
import { COMMON, PALETTE, SKIP_LINK } from "../style.ts";
import { DOCS } from "./paths.ts";
import script from "./assets/docs.js" with { type: "text" };
import style from "./assets/docs.css" with { type: "text" };

interface Asset {
  readonly url: string;
  readonly type: string;
  readonly content: string;
}

function asset(extension: string, type: string, content: string): Asset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { url: `${DOCS}/assets/docs-${hash}.${extension}`, type, content };
}

export const STYLE = asset("css", "text/css; charset=utf-8", PALETTE + COMMON + SKIP_LINK + style);
export const SCRIPT = asset("js", "text/javascript; charset=utf-8", script);

/** Finds an asset by its address. Null: none has it. */
export function assetAt(url: string): Asset | null {
  return [STYLE, SCRIPT].find((each) => each.url === url) ?? null;
}
