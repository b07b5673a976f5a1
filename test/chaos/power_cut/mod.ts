/**
 * `deno run -A --lock=test/deno.lock test/chaos/power_cut/mod.ts [--seed 1] [--cuts 20]`: runs the
 * embedded database under load while strace records its writes. From the record the disk is rebuilt
 * as a power cut at a random moment may leave it: with all that was synced, and with all, nothing,
 * or some sectors of other writes. A service started on it must have every message that was
 * accepted by then.
 */
import { startServe } from "../../support/program.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { pause } from "../mischief.ts";
import { createRandom } from "../random.ts";
import { createDisk } from "./disk.ts";
import { createTraceParser, STRACE, type TracedEvent } from "./trace.ts";

const CUSTOMERS = 8;
const LOAD_MS = 20_000;

/** Message, with the time of its response in seconds since 1970. */
interface SentMessage {
  id: string;
  seconds: number;
}

interface Recorded {
  /** Files of the data directory before, by their paths below it. */
  before: Map<string, Uint8Array>;
  directories: string[];
  events: TracedEvent[];
  sent: SentMessage[];
}

async function record(dataDir: string): Promise<Recorded> {
  const { program, url } = await startServe({
    DATA_DIR: dataDir,
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
  });
  await using _ = program;
  const apiKey = await newAccount(url);
  const directory = `${dataDir}/postgres`;
  const trace = `${dataDir}.trace`;
  await pause(1000);
  const postmaster = Number(
    (await Deno.readTextFile(`${directory}/postmaster.pid`)).split("\n")[0],
  );
  await using strace = await startTracing(postmaster, trace);
  await new Deno.Command("sync").output();
  const before = new Map<string, Uint8Array>();
  const directories: string[] = [];
  for await (const path of below(directory, directories)) {
    const content = await Deno.readFile(path).catch(() => null); // a socket, or gone
    if (content !== null) before.set(path, content);
  }
  const sent: SentMessage[] = [];
  const end = performance.now() + LOAD_MS;
  await Promise.all(Array.from({ length: CUSTOMERS }, async () => {
    while (performance.now() < end) sent.push(await send(url, apiKey));
  }));
  await strace.stop();
  const parse = createTraceParser(directory);
  const events: TracedEvent[] = [];
  let rest = "";
  const log = (await Deno.open(trace)).readable.pipeThrough(new TextDecoderStream());
  for await (const text of log) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const event = parse(line);
      if (event !== null) events.push(event);
    }
  }
  await Deno.remove(trace);
  return { before, directories, events, sent };
}

/** Traces a process, its children, and theirs. */
async function startTracing(pid: number, output: string) {
  const { stdout } = await new Deno.Command("pgrep", { args: ["-P", String(pid)] }).output();
  const children = new TextDecoder().decode(stdout).trim().split("\n");
  const whom = [String(pid), ...children].flatMap((pid) => ["-p", pid]);
  const child = new Deno.Command("strace", {
    args: [...STRACE, "-o", output, ...whom],
    stdout: "null",
    stderr: "null",
  }).spawn();
  await pause(500);
  let ended: Promise<unknown> | undefined;
  const stop = () => {
    if (ended === undefined) {
      child.kill("SIGINT"); // strace detaches from the processes
      ended = child.status;
    }
    return ended;
  };
  return { stop, [Symbol.asyncDispose]: async () => void await stop() };
}

async function* below(directory: string, directories: string[]): AsyncGenerator<string> {
  directories.push(directory);
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = `${directory}/${name}`;
    if (isDirectory) yield* below(path, directories);
    else yield path;
  }
}

async function newAccount(url: string): Promise<string> {
  const admin = async (path: string, body: unknown) =>
    await (await fetch(`${url}/admin/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    })).json();
  const created = await admin("/accounts", { account: "acme", name: "Acme" });
  const sender = { address: "111122", kind: "short-code", country: "US" };
  await admin("/accounts/acme/senders", sender);
  return created["api-key"];
}

async function send(url: string, apiKey: string): Promise<SentMessage> {
  const fields = { action: "sendsms", from: "111122", to: "16175550100" };
  const response = await fetch(`${url}/api/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey },
    body: JSON.stringify({ ...fields, "message-text": "Hello" }),
  });
  const { "tracking-id": id } = await response.json();
  if (!response.ok) throw new Error(`${response.status}`);
  return { id, seconds: (performance.timeOrigin + performance.now()) / 1000 };
}

/** Lists the messages accepted before the cut that a service on that disk lacks. */
async function cutAt(
  moment: number,
  { before, directories, events, sent }: Recorded,
  { dataDir, target, seed }: { dataDir: string; target: string; seed: number },
): Promise<{ expected: number; lost: string[] }> {
  const root = `${dataDir}/postgres`;
  const disk = createDisk(
    new Map([...before].map(([path, content]) => [path, content.slice()])),
    (path) => path.startsWith(`${root}/`),
  );
  for (const event of events.slice(0, moment)) disk.apply(event);
  const cut = events[moment - 1]!.seconds;
  const left = disk.cut(createRandom(seed, `cut ${moment}`));
  await Deno.mkdir(target, { recursive: true });
  const { uid, gid } = await Deno.stat(root);
  for (const directory of [...directories, ...disk.directories]) {
    const there = directory.replace(dataDir, target);
    await Deno.mkdir(there, { recursive: true, mode: 0o700 });
    await Deno.chown(there, uid, gid);
  }
  for (const [path, content] of left) {
    const there = path.replace(dataDir, target);
    await Deno.writeFile(there, content, { mode: 0o600 });
    await Deno.chown(there, uid, gid);
  }
  const { program, url } = await startServe({
    DATA_DIR: target,
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
  });
  await using _ = program;
  const expected = sent.filter(({ seconds }) => seconds < cut);
  const lost: string[] = [];
  for (const { id } of expected) {
    const response = await fetch(`${url}/admin/v1/messages/${id}`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    await response.body?.cancel();
    if (!response.ok) lost.push(id);
  }
  return { expected: expected.length, lost };
}

if (import.meta.main) {
  const option = (name: string, otherwise: number) => {
    const at = Deno.args.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(Deno.args[at + 1]);
  };
  const [seed, cuts] = [option("seed", 1), option("cuts", 20)];
  const directory = await Deno.makeTempDir({ prefix: "slidepost-cut-" });
  const dataDir = `${directory}/data`;
  try {
    console.log(`recording ${LOAD_MS / 1000} s of load …`);
    const recorded = await record(dataDir);
    const { events, sent } = recorded;
    const synced = events.filter(({ kind }) => kind === "sync").length;
    console.log(`${sent.length} messages; ${events.length} calls, of which ${synced} syncs`);
    const random = createRandom(seed, "moments");
    let failures = 0;
    for (let number = 1; number <= cuts; number++) {
      const moment = random.between(1, events.length);
      const target = `${directory}/cut${number}`;
      const { expected, lost } = await cutAt(moment, recorded, { dataDir, target, seed });
      console.log(
        `cut ${number} after call ${moment}: ${expected} responded to, ${lost.length} lost`,
      );
      if (lost.length > 0) failures++;
      await Deno.remove(target, { recursive: true });
    }
    console.log(failures === 0 ? "nothing was lost" : `${failures} cuts lost messages`);
    Deno.exitCode = failures === 0 ? 0 : 1;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
