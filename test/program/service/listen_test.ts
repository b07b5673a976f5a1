/** `listen`: postbacks of a service, forwarded to a receiver on this machine. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { listenArguments } from "../../../src/program/forward/arguments.ts";
import { newCustomer } from "../../support/customer.ts";
import { freePort } from "../../support/free_port.ts";
import { blocksOf, MANUAL, readPage } from "../../support/manual.ts";
import { lendDatabase } from "../../support/migrated.ts";
import { type Program, runProgram, startProgram } from "../../support/program.ts";
import { type ReceivedPostback, startReceiver } from "../../support/receiver.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../../support/service.ts";
import { createChanges } from "../../support/until.ts";

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { ACCOUNT_CACHE_TTL: "0s" } });
});

Deno.test.afterAll(() => test.stop());

/** Starts `listen`; resolves once it follows the account. */
async function startListening(
  account: string,
  forwardTo: string,
  { url = test.url, more = [] as string[] } = {},
): Promise<Program> {
  const program = await startProgram({
    args: ["listen", "--forward-to", forwardTo, "--account", account, ...more],
    env: { ADMIN_TOKEN, SLIDEPOST_URL: url, DATA_DIR: "/no/such" },
  });
  await program.until(/^forwarding the postbacks of /m);
  return program;
}

/** Stops `listen`; returns its output, and the cursor that it names. */
async function stop(program: Program): Promise<{ stdout: string; cursor: string }> {
  program.kill("SIGINT");
  const { code, stdout, stderr } = await program.ending;
  assert.equal(code, 0, stderr);
  return { stdout, cursor: /^stopped; --after (\d+) continues here$/m.exec(stdout)![1]! };
}

/** Starts a server that takes requests of any format. */
function startRecorder() {
  const received: { headers: Headers; raw: string }[] = [];
  const changes = createChanges();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      received.push({ headers: request.headers, raw: await request.text() });
      changes.changed();
      return new Response(null, { status: 204 });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    /** Resolves with the requests once there are so many. */
    until: (count: number) =>
      changes.until(
        () => received.length >= count ? received : undefined,
        () => `${received.length} of ${count} requests came`,
      ),
    stop: () => server.shutdown(),
  };
}

const codesOf = (received: readonly ReceivedPostback[]) =>
  received.map(({ body }) => [body.code, body["tracking-id"]]);

const idOf = ({ headers }: ReceivedPostback) => headers.get("webhook-id");

function verify({ headers, raw }: ReceivedPostback, secret: string): void {
  new Webhook(secret).verify(raw, Object.fromEntries(headers));
}

Deno.test("postbacks arrive as they are sent to the account's URL, and also without one", async () => {
  for (const postbackUrl of [undefined, null]) {
    await using customer = await newCustomer(test, postbackUrl === null ? { postbackUrl } : {});
    const receiver = await startReceiver();
    await using program = await startListening(customer.account, receiver.url);
    const id = await customer.send();
    await receiver.untilCodes(id, ["N201", "N202"]);
    for (const postback of receiver.received) {
      verify(postback, customer.webhookSecret);
      assert.equal(postback.headers.get("content-type"), "application/json");
    }
    if (postbackUrl === undefined) {
      await customer.receiver.untilCodes(id, ["N201", "N202"]);
      for (const sent of customer.receiver.received) {
        const forwarded = receiver.received.find((each) => idOf(each) === idOf(sent));
        assert.equal(forwarded?.raw, sent.raw);
      }
    }
    await program.until(new RegExp(`N202  ${id}  204  \\d+ ms`));
    const { stdout } = await stop(program);
    const lines = stdout.split("\n").filter((line) => line.includes(id));
    assert.equal(lines.length, 2);
    for (const [index, code] of ["N201", "N202"].entries()) {
      assert.match(lines[index]!, new RegExp(`^[\\d:.]{12}  ${code}  ${id}  204  \\d+ ms$`));
    }
    assert.ok(!stdout.includes("whsec_") && !stdout.includes(ADMIN_TOKEN));
    await receiver.stop();
  }
});

Deno.test("of a named receiver come its postbacks, in its format and with its secret", async () => {
  await using customer = await newCustomer(test, { postbackUrl: null });
  const [archive, local] = [startRecorder(), startRecorder()];
  const created = await test.admin("POST", `/accounts/${customer.account}/receivers`, {
    receiver: "archive",
    url: archive.url,
    codes: "N202",
    format: "xml",
  });
  assert.equal(created.status, 201);
  await using program = await startListening(customer.account, local.url, {
    more: ["--receiver", "archive"],
  });
  const id = await customer.send();
  const [[sent], [forwarded]] = await Promise.all([archive.until(1), local.until(1)]);
  await program.until(new RegExp(`N202  ${id}  204  \\d+ ms`));
  const { stdout } = await stop(program);
  assert.match(stdout, new RegExp(`^forwarding .* of ${customer.account}, receiver archive, from`));
  assert.equal(stdout.includes("N201"), false);
  assert.equal(forwarded!.raw, sent!.raw);
  assert.match(forwarded!.raw, /^<\?xml [^>]*>\s*<postback>.*<code>N202<\/code>.*<\/postback>$/);
  const { headers, raw } = forwarded!;
  const [name, signed] = ["webhook-id", "webhook-timestamp"].map((key) => headers.get(key)!);
  assert.equal(name, sent!.headers.get("webhook-id"));
  assert.equal(headers.get("content-type"), "application/xml");
  const signer = new Webhook(created.body["webhook-secret"]);
  const signature = signer.sign(name!, new Date(Number(signed) * 1000), raw);
  assert.equal(headers.get("webhook-signature"), signature);
  await Promise.all([archive.stop(), local.stop()]);
});

Deno.test("what fails is repeated in its order, and what is given up is printed", async () => {
  await using customer = await newCustomer(test, { postbackUrl: null });
  const receiver = await startReceiver();
  const refused: string[] = [];
  receiver.respond = ({ body }) => {
    const isRefused = body.code === "N201" || refused.push(body.code) === 1;
    return new Response(null, { status: isRefused ? 500 : 200 });
  };
  await using program = await startListening(customer.account, receiver.url);
  const id = await customer.send();
  await receiver.untilCodes(id, ["N201", "N201", "N201", "N201", "N202", "N202"]);
  for (const postback of receiver.received) verify(postback, customer.webhookSecret);
  await program.until(new RegExp(`N202  ${id}  200`));
  const { stdout } = await stop(program);
  const lines = stdout.split("\n").filter((line) => line.includes(id));
  const ends = ["again in 0.5 s", "again in 1.5 s", "again in 4.5 s", "", "again in 0.5 s", ""];
  assert.equal(lines.length, ends.length);
  for (const [index, end] of ends.entries()) assert.ok(lines[index]!.endsWith(end), lines[index]);
  const [, cursor] = / {2}500 .* {2}given up; --after (\d+) repeats it$/.exec(lines[3]!)!;

  // Nothing listens: the reason is printed.
  await using deaf = await startListening(customer.account, `localhost:${freePort()}/x`, {
    more: ["--after", cursor!],
  });
  await deaf.until(new RegExp(`N201  ${id}  .*Connection refused.* {2}again in`));
  assert.equal((await stop(deaf)).cursor, cursor);
  await receiver.stop();
});

Deno.test("a later run continues where the one before was stopped", async () => {
  await using customer = await newCustomer(test, { postbackUrl: null });
  const receiver = await startReceiver();
  await using first = await startListening(customer.account, receiver.url);
  const before = await customer.send();
  await receiver.untilCodes(before, ["N201", "N202"]);
  await first.until(new RegExp(`N202  ${before}  204`));
  const { cursor } = await stop(first);
  const between = await customer.send();
  await using second = await startListening(customer.account, receiver.url, {
    more: ["--after", cursor],
  });
  await receiver.untilCodes(between, ["N201", "N202"]);
  await stop(second);
  assert.deepEqual(codesOf(receiver.received), [
    ...["N201", "N202"].map((code) => [code, before]),
    ...["N201", "N202"].map((code) => [code, between]),
  ]);
  await receiver.stop();
});

Deno.test("a service that restarts is followed again, without a gap or a repetition", async () => {
  const database = await lendDatabase();
  const port = freePort();
  const config = { DATABASE_URL: database.url, QUEUE: "postgres", PORT: String(port) };
  const account = { postbackUrl: null };
  const receiver = await startReceiver();
  let service = await startService({ config, account });
  const send = async () => {
    const body = { action: "sendsms", from: "111122", to: "16175550100", "message-text": "Hello" };
    const headers = { "x-api-key": key };
    return (await (await service.post(body, headers)).json())["tracking-id"] as string;
  };
  const key = service.apiKey;
  await using program = await startListening("acme", receiver.url, { url: service.url });
  const ids = [await send()];
  await receiver.untilCodes(ids[0]!, ["N201", "N202"]);
  await service.stop();
  await program.until(/slidepost cannot be reached/);
  service = await startService({ config, account: { ...account, id: "later" }, senders: [] });
  ids.push(await send());
  await receiver.untilCodes(ids[1]!, ["N201", "N202"]);
  await program.until(/connected again/);
  await stop(program);
  assert.deepEqual(
    codesOf(receiver.received),
    ids.flatMap((id) => ["N201", "N202"].map((code) => [code, id])),
  );
  await service.stop();
  await receiver.stop();
  await database.release();
});

Deno.test("faults of a command line are named, and refusals of the service", async () => {
  const service = { ADMIN_TOKEN, SLIDEPOST_URL: test.url };
  const forwarding = ["--forward-to", "http://127.0.0.1:9/"];
  const cases: [args: string[], env: Record<string, string>, code: number, stderr: RegExp][] = [
    [[], service, 2, /^listen: --forward-to URL is required/],
    [["--forward-to", "ftp://a"], service, 2, /^listen: --forward-to is not an http URL/],
    [[...forwarding, "--colour"], service, 2, /^listen: Unknown option '--colour'/],
    [[...forwarding, "--after", "x"], service, 2, /^listen: --after is not a cursor/],
    [forwarding, service, 2, /^listen: --account ID is required/],
    [forwarding, {}, 2, /^ADMIN_TOKEN is not set/],
    [[...forwarding, "--url", test.url], {}, 2, /^ADMIN_TOKEN is not set; --url needs/],
    [[...forwarding, "--account", "nobody"], service, 1, /refuses: 404 account does not exist/],
    [
      [...forwarding, "--account", "acme", "--receiver", "nobody"],
      service,
      1,
      /refuses: 404 receiver does not exist/,
    ],
    [
      [...forwarding, "--account", "acme", "--after", "999999999"],
      service,
      1,
      /refuses: 400 after was not issued/,
    ],
    [
      [...forwarding, "--account", "acme"],
      { ...service, ADMIN_TOKEN: "some-other-admin-token" },
      1,
      /refuses: 401 /,
    ],
    [
      [...forwarding, "--account", "acme"],
      { ADMIN_TOKEN, SLIDEPOST_URL: `http://127.0.0.1:${freePort()}` },
      1,
      /^slidepost cannot be reached/,
    ],
  ];
  await Promise.all(cases.map(async ([args, env, code, stderr]) => {
    const ending = await runProgram({
      args: ["listen", ...args],
      env: { DATA_DIR: "/no/such", ...env },
    });
    assert.equal(ending.code, code, ending.stderr);
    assert.match(ending.stderr, stderr);
  }));
  const { code, stdout } = await runProgram({ args: ["listen", "--help"] });
  assert.equal(code, 0);
  for (const option of ["--forward-to", "--account", "--receiver", "--url", "--after"]) {
    assert.ok(stdout.includes(option));
  }
});

Deno.test("the command line in the manual is accepted", async () => {
  const blocks = blocksOf(await readPage(`${MANUAL}/postbacks.md`), "");
  const lines = blocks.flatMap(({ code }) =>
    [...code.matchAll(/^deno task listen (.*)$/gm)].map(([, words]) => words!)
  );
  assert.equal(lines.length, 1);
  const { account, forwardTo } = listenArguments(lines[0]!.split(" "));
  assert.deepEqual([account, forwardTo], ["shop", "http://localhost:3000/postbacks"]);
});
