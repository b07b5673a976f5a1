/** Attacks of a loud account, or of strangers, on a service. */
import { rawClient } from "../support/raw_client.ts";

/** The service, and the resources of attacks. */
export interface Target {
  url: string;
  keys: { loud: string; quiet: string };
  /** URLs of a picture, and of one that is sent slowly. */
  picture: string;
  trickling: string;
}

/** Begins an attack; resolves with what ends it. */
export type Attack = (target: Target) => Promise<() => Promise<void>>;

/** Posts to the JSON door. */
export function post(
  { url, keys }: Target,
  account: keyof Target["keys"],
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/api/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": keys[account] },
    body: JSON.stringify(body),
    signal,
  });
}

/** Builds the body of a text. */
export function sms(to: string) {
  return { "action": "sendsms", "from": "111122", to, "message-text": "Hello" };
}

/** Builds the body that saves a template of one slide. */
export function template(slide: Record<string, unknown>) {
  return { "action": "savemms", "name": "Bench", "fallback-sms-text": "See", "slide": [slide] };
}

interface Flood {
  /** Requests of the loud account in flight. */
  inFlight: number;
  /** Milliseconds after which a client hangs up. */
  hangUpMs: number;
  /** Whether a refused client retries at once, without regard to Retry-After. */
  isRude?: boolean;
}

function flood(
  body: (target: Target, n: number) => unknown,
  { inFlight, hangUpMs, isRude = false }: Flood,
): Attack {
  return (target) => {
    let isOver = false;
    let n = 0;
    const workers = Array.from({ length: inFlight }, async () => {
      while (!isOver) {
        const signal = AbortSignal.timeout(hangUpMs);
        const response = await post(target, "loud", body(target, n++), signal).catch(() => null);
        await response?.body?.cancel().catch(() => {});
        const seconds = Number(response?.headers.get("retry-after") ?? 0);
        const pauseMs = isRude ? 0 : 1000 * seconds;
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    });
    return Promise.resolve(async () => {
      isOver = true;
      await Promise.all(workers);
    });
  };
}

const mixed = "Tulpe チューリップ زنبق тюльпан 🌷 ".repeat(29);

const busyPicture = (_: Target, n: number) => ({
  "action": "createimage",
  "barcode": { id: `loud ${n}` },
  "text-area": Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `text-area-${at + 1}`,
      { text: `${n} ${mixed}`, "position-y": String(130 * at), "width": "600" },
    ]),
  ),
});

const encoder = new TextEncoder();

/**
 * Sends requests of so many clients, and those of a client once a second. Uses bare sockets, since
 * 270 clients of `fetch` would take one of two cores from the service.
 */
function waves(clients: number, requestOf: (target: Target, n: number) => string): Attack {
  return (target) => {
    let isOver = false;
    let n = 0;
    const workers = Array.from({ length: clients }, async () => {
      while (!isOver) {
        using client = await rawClient(target.url);
        // The service may refuse the request before its end.
        await client.say(encoder.encode(requestOf(target, n++))).catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    });
    return Promise.resolve(async () => {
      isOver = true;
      await Promise.all(workers);
    });
  };
}

function requestWith(path: string, headers: Record<string, string>, body: string): string {
  const fields = Object.entries({ host: "x", ...headers }).map(([name, value]) =>
    `${name}: ${value}\r\n`
  );
  return `POST ${path} HTTP/1.1\r\n${fields.join("")}\r\n${body}`;
}

const manyPictures = waves(270, (target, n) => {
  const body = JSON.stringify(busyPicture(target, n));
  const length = String(encoder.encode(body).length);
  const headers = { "content-type": "application/json", "content-length": length };
  return requestWith("/api/v2", { ...headers, "x-api-key": target.keys.loud }, body);
});

const BYTES = "1\r\nx\r\n".repeat(60_000);

/** 360 KB of a stranger, of which each byte is a chunk. */
const tinyChunks = waves(
  10,
  () => requestWith("/mm7/v1", { "transfer-encoding": "chunked" }, `${BYTES}0\r\n\r\n`),
);

const NAMES = Array.from({ length: 10_000 }, (_, index) => `n${index}=`).join("&").slice(0, 65_000);

/** Forms of strangers at the largest size that is read. */
const manyNames = waves(30, (_, n) =>
  requestWith(`/carriers/c${n % 3}/status`, {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(NAMES.length),
    "x-twilio-signature": "x",
  }, NAMES));

/** Bodies that could have media, all but their last bytes. */
const unfinishedCallbacks = waves(100, (_, n) =>
  requestWith(`/carriers/c${n}/status`, {
    "x-signature": "0".repeat(64),
    "x-timestamp": "0",
    "content-length": "1000000",
  }, "x".repeat(900_000)));

/** Aims at no queue, so that only the event loop is shared. */
const everAgain = flood(busyPicture, { inFlight: 64, hangUpMs: 60_000, isRude: true });

const hangingNames = flood(
  (target, n) => ({
    "action": "createimage",
    "background-image-url": target.picture.replace("127.0.0.1", `never-${n}.example`),
  }),
  { inFlight: 200, hangUpMs: 60_000 },
);

const slowTexts: Attack = async (target) => {
  await Promise.all(
    Array.from({ length: 2000 }, async () => {
      const response = await post(target, "loud", sms("16175550110"));
      await response.body?.cancel();
    }),
  );
  return () => Promise.resolve();
};

const tricklingTemplates = flood(
  ({ trickling }) => template({ image: { url: trickling } }),
  { inFlight: 40, hangUpMs: 60_000 },
);

const declaredBodies: Attack = async ({ url, keys }) => {
  const clients = new DisposableStack();
  const open = async (path: string, headers: string, length: number) => {
    const client = clients.use(await rawClient(url));
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${length}\r\n\r\n`;
    await client.say(`${head}{`);
  };
  for (let n = 0; n < 2100; n += 100) {
    await Promise.all(
      Array.from({ length: 100 }, () => open("/mm7/v1", "Content-Type: text/xml\r\n", 64 << 10)),
    );
  }
  const mine = `Content-Type: application/json\r\nX-Api-Key: ${keys.loud}\r\n`;
  await Promise.all(Array.from({ length: 128 }, () => open("/api/v2", mine, 1 << 20)));
  return () => Promise.resolve(clients[Symbol.dispose]());
};

/** All attacks, by their names in the benchmark's rows. */
export const ATTACKS = {
  hangingNames,
  tricklingTemplates,
  slowTexts,
  manyPictures,
  everAgain,
  declaredBodies,
  tinyChunks,
  manyNames,
  unfinishedCallbacks,
} satisfies Record<string, Attack>;
export type AttackName = keyof typeof ATTACKS;
