/**
 * `deno task demo`: the whole life of an MMS and an SMS on this machine, with real media: a sandbox
 * of its own on a free port, files made by ffmpeg and served over HTTP, every signature verified.
 */
import { Webhook } from "standardwebhooks";
import { createService, readConfig } from "../mod.ts";
import { addSender, createAccount } from "../src/actions/provision.ts";
import { Client } from "../src/client/mod.ts";
import { visible } from "../src/core/visible.ts";
import { silentLog } from "../src/log/mod.ts";
import { setUp } from "./setup.ts";

const ADMIN_TOKEN = "token-of-the-demonstration";
const LIMIT_BYTES = 600_000;
const PATIENCE_MS = 60_000;

if (!await setUp("start")) Deno.exit(1);
const directory = await Deno.makeTempDir({ prefix: "slidepost-demo-" });
const started = performance.now();

/** One line of the timeline. */
function tell(what: string, details = ""): void {
  const ms = (performance.now() - started).toFixed(0).padStart(6);
  console.log(`${ms} ms  ${visible(what).padEnd(26)} ${visible(details)}`);
}

interface Postback {
  code: string;
  body: Record<string, string>;
}

/** A receiver that refuses what is not signed with the secret. */
function startReceiver() {
  const waiting = new Map<string, (postback: Postback) => void>();
  const early = new Map<string, Postback>();
  let verifier: Webhook | undefined;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (req) => {
    const raw = await req.text();
    verifier!.verify(raw, Object.fromEntries(req.headers));
    const body = JSON.parse(raw);
    tell(`← ${body.code}`, `${body.status ?? "transcoded"}, signature verified`);
    const key = `${body.code} ${body["tracking-id"] ?? body.trackingid}`;
    const taker = waiting.get(key) ?? waiting.get(`${body.code} ${body["mms-id"]}`);
    if (taker === undefined) early.set(key, { code: body.code, body });
    else taker({ code: body.code, body });
    return new Response(null, { status: 204 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    trust: (secret: string) => void (verifier = new Webhook(secret)),
    /** The postback with this code, of a tracking-id or mms-id. */
    postback(code: string, id: string): Promise<Postback> {
      const key = `${code} ${id}`;
      const there = early.get(key) ??
        [...early.values()].find((one) => one.code === code && one.body["mms-id"] === id);
      if (there !== undefined) return Promise.resolve(there);
      const { promise, resolve, reject } = Promise.withResolvers<Postback>();
      const timer = setTimeout(() => reject(new Error(`no ${code} for ${id}`)), PATIENCE_MS);
      waiting.set(key, (postback) => {
        clearTimeout(timer);
        resolve(postback);
      });
      return promise;
    },
    stop: () => server.shutdown(),
  };
}

async function run(program: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(program, { args }).output();
  if (code !== 0) throw new Error(`${program} failed:\n${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

/** A film of five seconds with sound, and a photograph's size of picture. */
async function makeMedia(): Promise<void> {
  const quiet = ["-v", "error", "-y"];
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=5"];
  const sound = ["-f", "lavfi", "-i", "sine=frequency=440:duration=5"];
  await run(
    "ffmpeg",
    ...quiet,
    ...picture,
    ...sound,
    ...["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest"],
    `${directory}/film.mp4`,
  );
  const still = ["-f", "lavfi", "-i", "mandelbrot=size=1920x1080", "-frames:v", "1"];
  await run("ffmpeg", ...quiet, ...still, `${directory}/picture.jpg`);
}

function serveMedia() {
  const types: Record<string, string> = { mp4: "video/mp4", jpg: "image/jpeg" };
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const name = new URL(request.url).pathname.slice(1);
    const bytes = await Deno.readFile(`${directory}/${name}`);
    return new Response(bytes, { headers: { "content-type": types[name.split(".")[1]!]! } });
  });
}

async function adminBytes(url: string, path: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const response = await fetch(`${url}/admin/v1${path}`, { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return await response.bytes();
}

async function adminJson(url: string, path: string) {
  return JSON.parse(new TextDecoder().decode(await adminBytes(url, path)));
}

/** Fetches what the carrier got, and lets ffprobe play judge. */
async function inspectDelivered(url: string, trackingId: string): Promise<void> {
  const { items } = await adminJson(url, `/loopback/messages?tracking-id=${trackingId}`);
  const [message] = items;
  let raw = 0;
  for (const [index, part] of message.parts.entries()) {
    const path = `/loopback/messages/${message["carrier-id"]}/parts/${index}`;
    const bytes = await adminBytes(url, path);
    raw += bytes.length;
    if (!/^(image|video)\//.test(part.type)) {
      tell("  part", `${part.location}  ${part.type}  ${bytes.length} bytes`);
      continue;
    }
    const file = `${directory}/${part.location}`;
    await Deno.writeFile(file, bytes);
    const shown = await run(
      "ffprobe",
      ...["-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", file],
    );
    const streams = shown.trim().split("\n").join(" + ");
    tell("  part", `${part.location}  ${part.type}  ${bytes.length} bytes  plays: ${streams}`);
  }
  const wire = Math.ceil(raw * 1.37 + 814);
  tell("  on the wire", `${wire} of ${LIMIT_BYTES} bytes`);
  if (wire > LIMIT_BYTES) throw new Error("the message is larger than the carrier takes");
}

const receiver = startReceiver();
const media = serveMedia();
await makeMedia();
tell("media made", "film.mp4 (5 s, 1280×720, sound), picture.jpg (1920×1080)");

const service = await createService(
  readConfig({
    PORT: "0",
    DATA_DIR: `${directory}/data`,
    ADMIN_TOKEN,
    OUTBOUND_ALLOW: "127.0.0.0/8",
    DEFAULT_CONNECTOR: "loopback",
  }),
  { log: silentLog() },
);
try {
  const { account, apiKey } = await createAccount(service.provision, {
    id: "demo",
    name: "Demonstration",
    postbackUrl: receiver.url,
  });
  await addSender(service.provision, "demo", {
    address: "111122",
    kind: "short-code",
    country: "US",
  });
  receiver.trust(account.webhookSecrets[0]!.secret);
  const client = new Client({ baseUrl: service.url, apiKey });
  tell("sandbox ready", service.url);

  const base = `http://127.0.0.1:${media.addr.port}`;
  const saved = await client.savemms({
    "name": "Demonstration",
    "message-subject": "Moving pictures",
    "fallback-sms-text": "You have got a picture message.",
    "slide": [
      { "image": { url: `${base}/picture.jpg` }, "message-text": "A still …" },
      { "video": { url: `${base}/film.mp4` }, "message-text": "… and a film." },
    ],
  });
  tell("→ savemms", `mms-id ${saved["mms-id"]}`);
  await receiver.postback("N003", saved["mms-id"]);

  const mms = await client.sendsavedmms({
    "mms-id": saved["mms-id"],
    "from": "111122",
    "to": "16175550101",
  });
  tell("→ sendsavedmms", `tracking-id ${mms["tracking-id"]}`);
  await receiver.postback("N101", mms["tracking-id"]);
  await receiver.postback("N102", mms["tracking-id"]);
  await inspectDelivered(service.url, mms["tracking-id"]);

  const sms = await client.sendsms({
    "from": "111122",
    "to": "16175550101",
    "message-text": "Hello",
  });
  tell("→ sendsms", `tracking-id ${sms["tracking-id"]}`);
  await receiver.postback("N201", sms["tracking-id"]);
  await receiver.postback("N202", sms["tracking-id"]);
  tell("done");
} finally {
  await service.stop();
  await receiver.stop();
  await media.shutdown();
  await Deno.remove(directory, { recursive: true });
}
