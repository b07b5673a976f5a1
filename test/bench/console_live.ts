/** Texts end to end while three live pages of the console are open, over those while none is. */
import { median } from "./load.ts";
import type { Row } from "./mod.ts";
import { ADMIN_TOKEN, startWholeWay, type WholeWay } from "./whole_way.ts";

const ROUNDS = 8;
const CONNECTIONS = 16;
const SECONDS = 5;
/** Pause between two probes of the event loop, in milliseconds. */
const PROBE_MS = 10;

/** Pages that read the most: lists of what arrives, charts, and the handset that gets every text. */
const PAGES = ["/messages", "/carriers", "/phone?number=16175550100"];

/** Measurements of one turn: rates of its rounds, and waits of its probes, in milliseconds. */
interface Turn {
  rates: number[];
  waits: number[];
}

export async function benchConsoleLive(): Promise<Row[]> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    await using service = await startWholeWay({ DATA_DIR: `${directory}/c` });
    const cookie = await signIn(service);
    await service.rate(CONNECTIONS, 2); // warm-up
    const open: Turn = { rates: [], waits: [] };
    const none: Turn = { rates: [], waits: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const turn of round % 2 === 0 ? [open, none] : [none, open]) {
        await using _consoles = turn === open ? openConsoles(service, cookie) : null;
        await measure(service, turn);
      }
    }
    const [withConsoles, without] = [median(open.rates), median(none.rates)];
    const [waits, otherWaits] = [p99(open.waits), p99(none.waits)];
    return [{
      name: "console-live: texts, three pages open",
      value: `${withConsoles.toFixed(0)}/s`,
      ceiling: `${without.toFixed(0)}/s with none`,
      ratio: withConsoles / without,
      target: { atLeast: 0.95 },
    }, {
      name: "console-live: p99 of a response meanwhile",
      value: `${waits.toFixed(0)} ms`,
      ceiling: `${otherWaits.toFixed(0)} ms with none`,
      ratio: waits / otherWaits,
      target: null,
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

/** Follows the pages as browsers do, until it is disposed. */
function openConsoles({ url }: WholeWay, cookie: string): AsyncDisposable {
  const closing = new AbortController();
  const following = PAGES.map(async (page) => {
    const headers = { cookie, accept: "text/event-stream" };
    const { body } = await fetch(`${url}/console${page}`, { headers, signal: closing.signal });
    try {
      for await (const _ of body!);
    } catch {
      // closed
    }
  });
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.all(following);
    },
  };
}

async function measure(service: WholeWay, { rates, waits }: Turn): Promise<void> {
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await (await fetch(`${service.url}/healthz`)).body?.cancel();
      waits.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
  })();
  rates.push(await service.rate(CONNECTIONS, SECONDS));
  isOver = true;
  await probing;
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}
