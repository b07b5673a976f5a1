/** Receivers of postbacks in README and manual, run unchanged with a real service. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { blocksOf, MANUAL, readPage, ROOT } from "../support/manual.ts";
import { startService } from "../support/service.ts";

/** Sections that show a receiver. */
const SECTIONS = [
  { page: "README.md", title: "Verify a postback" },
  { page: `${MANUAL}/postbacks.md`, title: "Signature" },
];

/** Reads the TypeScript of a section. */
async function snippetOf({ page, title }: typeof SECTIONS[number]): Promise<string> {
  const blocks = blocksOf(await readPage(page), "ts");
  const code = blocks.find(({ section }) => section === title)?.code;
  assert.ok(code, `${page} has no TypeScript below ${title}`);
  return code;
}

/** Runs the receiver as a process of its own, which prints what it accepts. */
async function startReceiver(code: string, secret: string) {
  const file = await Deno.makeTempFile({ prefix: "slidepost-readme-", suffix: ".ts" });
  await Deno.writeTextFile(file, code);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--check",
      `--config=${ROOT}deno.json`,
      "--no-lock",
      "--allow-net",
      "--allow-env=SECRET",
      file,
    ],
    env: { SECRET: secret, DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0", NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  let ended = false;
  let look = () => {};
  const reading = Promise.all(["stdout" as const, "stderr" as const].map(async (stream) => {
    for await (const text of child[stream].pipeThrough(new TextDecoderStream())) {
      output += text;
      look();
    }
  })).then(() => {
    ended = true;
    look();
  });

  /** Resolves with a match in its output. */
  async function until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(output);
      if (match !== null) return match;
      assert.ok(!ended, `the receiver ended:\n${output}`);
      await new Promise<void>((resolve) => look = resolve);
    }
  }

  return {
    until,
    url: `http://127.0.0.1:${(await until(/http:\/\/\S+:(\d+)\//))[1]}/`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await Promise.all([reading, child.status]);
      await Deno.remove(file);
    },
  };
}

async function checkReceiver(code: string): Promise<void> {
  await using test = await startService({ account: { postbackUrl: null } });
  await using receiver = await startReceiver(code, test.webhookSecret);
  const change = { "postback-url": receiver.url };
  assert.equal((await test.admin("PATCH", "/accounts/acme", change)).status, 200);
  const send = async (): Promise<string> => {
    const body = { action: "sendsms", from: "111122", to: "16175550100", "message-text": "Hello" };
    return (await (await test.post(body)).json())["tracking-id"];
  };
  const first = await send();
  for (const code of ["N201", "N202"]) {
    await receiver.until(new RegExp(`"code":"${code}".*${first}`));
  }

  // The previous secret signs beside the new one.
  assert.equal((await test.admin("POST", "/accounts/acme/webhook-secret")).status, 201);
  const second = await send();
  await receiver.until(new RegExp(`"code":"N202".*${second}`));

  const body = JSON.stringify({ code: "N202" });
  const posted = async (secret: string, at: Date, raw = body) => {
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("msg_1", at, body),
    };
    const response = await fetch(receiver.url, { method: "POST", headers, body: raw });
    await response.body?.cancel();
    return response.status;
  };
  const now = new Date();
  assert.equal(await posted(test.webhookSecret, now), 204);
  assert.equal(await posted(test.webhookSecret, now, body.replace("N202", "N102")), 400);
  assert.equal(await posted(test.webhookSecret, new Date(now.getTime() - 3_600_000)), 400);
  assert.equal(await posted(`whsec_${btoa("somebody else's secret")}`, now), 400);
  const bare = await fetch(receiver.url, { method: "POST", body });
  await bare.body?.cancel();
  assert.equal(bare.status, 400);
}

for (const section of SECTIONS) {
  Deno.test(`the receiver of ${section.page} accepts a service's postbacks, and nothing else`, async () => {
    await checkReceiver(await snippetOf(section));
  });
}
