/** Examples of the manual's pages on clients and receivers, run as printed. */
import assert from "node:assert/strict";
import { blocksOf, MANUAL, type Page, readPage } from "../../support/manual.ts";
import { freePort } from "../../support/free_port.ts";
import type { ReceivedPostback } from "../../support/receiver.ts";
import type { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { type Language, run } from "./languages.ts";

const CLIENTS = await readPage(`${MANUAL}/clients.md`);
const RECEIVERS = await readPage(`${MANUAL}/receivers.md`);

/** Sends a message by a language's first example, and receives its postback by the second. */
export async function checkExamples(
  language: Language,
  folder: string,
  test: TestService,
): Promise<void> {
  const send = onlyBlock(CLIENTS, language);
  const receive = onlyBlock(RECEIVERS, language);

  const sending = await build(
    language,
    folder,
    "send",
    send.replace("http://127.0.0.1:8080", test.url)
      // The same key would get the response of another language.
      .replace("order-4711", `order-4711-${language.name}`),
  );
  const env = { ...language.environment, KEY: test.apiKey, SECRET: test.webhookSecret };
  const trackingId = (await run(sending, folder, { env })).trim();
  const isDelivery = ({ body }: ReceivedPostback) =>
    body.code === "N202" && body["tracking-id"] === trackingId;
  const postbacks = await test.receiver.until((all) => all.some(isDelivery));

  const port = freePort();
  const receiving = await build(
    language,
    folder,
    "receive",
    receive.replace(/\b3000\b/, String(port)),
  );
  const output = await whileRunning(
    receiving.map((word) => word.replace(":port", `:${port}`)),
    { cwd: folder, env, port },
    () => deliver(postbacks.find(isDelivery)!, port),
  );
  assert.ok(output.includes(`16175550101 has ${trackingId}`), output);
}

function onlyBlock(page: Page, { fence }: Language): string {
  const [block, ...others] = blocksOf(page, fence);
  assert.ok(block !== undefined && others.length === 0, `${page.path}: ${fence}`);
  return block.code;
}

/** Writes an example into a folder of its own, compiles it, and returns the command that runs it. */
async function build(
  { example }: Language,
  folder: string,
  name: string,
  code: string,
): Promise<string[]> {
  const { file, compile, command } = example(folder, name);
  await Deno.mkdir(`${folder}/${name}`);
  const here = code.replace("vendor/autoload.php", `${folder}/package/autoload.php`);
  await Deno.writeTextFile(`${folder}/${name}/${file}`, here);
  if (compile !== undefined) await run(compile, folder);
  return command;
}

/** Posts a postback as the service did, and then with another body. */
async function deliver({ headers, raw }: ReceivedPostback, port: number): Promise<void> {
  const statuses: number[] = [];
  for (const body of [raw, raw.replace("N202", "N201")]) {
    const signed = Object.fromEntries(
      [...headers].filter(([name]) => name.startsWith("webhook-") || name === "content-type"),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: signed,
      body,
    });
    await response.body?.cancel();
    statuses.push(response.status);
  }
  assert.deepEqual(statuses, [204, 400]);
}

/** Runs a program while `use` uses its port. Resolves with its output. */
async function whileRunning(
  [program, ...args]: readonly string[],
  { cwd, env, port }: { cwd: string; env: Record<string, string>; port: number },
  use: () => Promise<void>,
): Promise<string> {
  const child = new Deno.Command(program!, { args, cwd, env, stdout: "piped", stderr: "piped" })
    .spawn();
  const output = child.output();
  let hasEnded = false;
  void output.then(() => hasEnded = true);
  try {
    await until(async () => hasEnded || await isOpen(port), (isOver) => isOver);
    if (!hasEnded) await use();
  } finally {
    if (!hasEnded) child.kill("SIGTERM");
  }
  const { stdout, stderr } = await output;
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

async function isOpen(port: number): Promise<boolean> {
  try {
    using _connection = await Deno.connect({ hostname: "127.0.0.1", port });
    return true;
  } catch {
    return false;
  }
}
