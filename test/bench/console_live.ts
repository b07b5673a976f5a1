/** Texts end to end while three live pages of the console are open, over those while none is. */
import { beside } from "./beside.ts";
import type { Row } from "./mod.ts";
import { ADMIN_TOKEN } from "./program.ts";
import { startWholeWay, type WholeWay } from "./whole_way.ts";

/** Pages that read the most: lists of what arrives, charts, and the handset that gets every text. */
const PAGES = ["/messages", "/carriers", "/phone?number=16175550100"];

export async function benchConsoleLive(): Promise<Row[]> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    await using service = await startWholeWay({ DATA_DIR: `${directory}/c` });
    const cookie = await signIn(service);
    const open = await beside(service, () => openConsoles(service, cookie));
    return [{
      name: "console-live: texts, three pages open",
      value: `${open.with.rate.toFixed(0)}/s`,
      ceiling: `${open.without.rate.toFixed(0)}/s with none`,
      ratio: open.rateRatio,
      target: { atLeast: 0.95 },
    }, {
      name: "console-live: event loop p99, none open ÷ three",
      value: `${open.with.delayMs.toFixed(1)} ms with three`,
      ceiling: `${open.without.delayMs.toFixed(1)} ms with none`,
      ratio: open.delayRatio,
      target: { atLeast: 0.95 },
    }];
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function signIn({ url }: WholeWay): Promise<string> {
  const response = await fetch(`${url}/console/sign-in`, {
    method: "POST",
    body: new URLSearchParams({ token: ADMIN_TOKEN }),
    redirect: "manual",
  });
  await response.body?.cancel();
  return response.headers.getSetCookie()[0]!.split(";")[0]!;
}

/** Follows the pages as browsers do. Returns a function that closes them. */
function openConsoles({ url }: WholeWay, cookie: string): () => Promise<void> {
  const headers = { cookie, accept: "text/event-stream" };
  const streams = PAGES.map(async (page) => {
    const { body } = await fetch(`${url}/console${page}`, { headers });
    return body!.getReader();
  });
  for (const stream of streams) void stream.then(readOn);
  return async () => {
    for (const stream of streams) await (await stream).cancel();
  };
}

/** Reads a stream until it is cancelled. */
async function readOn(reader: ReadableStreamDefaultReader): Promise<void> {
  while (!(await reader.read()).done);
}
