/** README and manual: their pages, sections and blocks of code. */
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const MANUAL = "src/web/manual";

export interface Page {
  /** Path from the root, such as `README.md`. */
  path: string;
  text: string;
}

/** A fenced block of code. */
export interface Block {
  page: string;
  /** Title of the section of level 2 that it is in. */
  section: string;
  /** Language after the fence; empty without one. */
  language: string;
  code: string;
}

/** Pages for developers, whose commands need more than a sandbox. */
export const DEVELOPERS_PAGES = [".github/CONTRIBUTING.md", ".github/SECURITY.md"];

/** Reads the README, then the pages of the manual in the order of their names. */
export async function readPages(): Promise<Page[]> {
  const names = [...Deno.readDirSync(`${ROOT}${MANUAL}`)].map(({ name }) => name).sort();
  return await Promise.all(
    ["README.md", ...names.map((name) => `${MANUAL}/${name}`)].map(readPage),
  );
}

export async function readPage(path: string): Promise<Page> {
  return { path, text: await Deno.readTextFile(`${ROOT}${path}`) };
}

/** Lists the blocks of a page, or those in one language. */
export function blocksOf({ path, text }: Page, language?: string): Block[] {
  return text.split(/^## /m).flatMap((part) =>
    [...part.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, name, code]): Block => ({
      page: path,
      section: part.slice(0, part.indexOf("\n")),
      language: name!,
      code: code!,
    }))
  ).filter((block) => language === undefined || block.language === language);
}

/** Removes the blocks of code from a page. */
export function withoutBlocks({ text }: Page): string {
  return text.replaceAll(/^```.*?^```$/gms, "");
}
