/** Texts end to end while three live pages of the console are open, over those while none is. */
import { median, percentile } from "./load.ts";
import type { Row } from "./mod.ts";
import { ADMIN_TOKEN, startWholeWay, type WholeWay } from "./whole_way.ts";

const ROUNDS = 6;
const CONNECTIONS = 16;
const SECONDS = 5;
/** Pages that read the most: lists of what arrives, charts, and the handset that gets every text. */
const PAGES = ["/messages", "/carriers", "/phone?number=16175550100"];

/** Texts a second, and 99th percentiles of the event loop's delay in milliseconds, by turn. */
interface Figures {
  rates: number[];
  delays: number[];
}

export async function benchConsoleLive(): Promise<Row[]> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    await using service = await startWholeWay({ DATA_DIR: `${directory}/c` });
    const cookie = await signIn(service);
    await service.rate(CONNECTIONS, 2); // warm-up
    const open: Figures = { rates: [], delays: [] };
    const none: Figures = { rates: [], delays: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const turns of round % 2 === 0 ? [open, none] : [none, open]) {
        const close = turns === open ? openConsoles(service, cookie) : () => Promise.resolve();
        await service.loopDelays();
        turns.rates.push(await service.rate(CONNECTIONS, SECONDS));
        turns.delays.push(percentile(await service.loopDelays(), 0.99));
        await close();
      }
    }
    const [withConsoles, without] = [median(open.rates), median(none.rates)];
    const [delayed, undelayed] = [median(open.delays), median(none.delays)];
    return [{
      name: "console-live: texts, three pages open",
      value: `${withConsoles.toFixed(0)}/s`,
      ceiling: `${without.toFixed(0)}/s with none`,
      ratio: withConsoles / without,
      target: { atLeast: 0.95 },
    }, {
      name: "console-live: event loop p99, none open ÷ three",
      value: `${delayed.toFixed(1)} ms with three`,
      ceiling: `${undelayed.toFixed(1)} ms with none`,
      ratio: undelayed / delayed,
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
