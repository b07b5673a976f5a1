import assert from "node:assert/strict";
import { readVersion, versionLines } from "../../src/program/service/version.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { postTo, SMS } from "../support/outside.ts";
import { type Program, runProgram, startServe } from "../support/program.ts";
import { cookieOf } from "../console/console.ts";
import { sendWords, startSandbox } from "../support/sandbox.ts";
import { newDirectory } from "../support/scratch.ts";
import { optionArgs } from "../../src/lib/option_args.ts";

const VERSION = new RegExp(`^${versionLines(readVersion())}\n$`);

Deno.test("commands that only print", async (t) => {
  const table: { args: string[]; code: number; stdout?: RegExp; stderr?: RegExp }[] = [
    { args: ["version"], code: 0, stdout: VERSION },
    { args: ["help"], code: 0, stdout: /sandbox .*\n +serve .*\n +admin /s },
    { args: ["--help"], code: 0, stdout: /slidepost/ },
    { args: ["--version"], code: 0, stdout: VERSION },
    { args: ["admin", "--version"], code: 0, stdout: VERSION },
    { args: ["listen", "-V"], code: 0, stdout: /^slidepost \d/ },
    {
      args: ["serve", "--help"],
      code: 0,
      stdout: /serve \[--config FILE\]\n[^]*\n {2}PORT \(port;/,
    },
    { args: ["sandbox", "-h"], code: 0, stdout: /sandbox \[--config FILE\]\n/ },
    {
      args: ["backup", "--help"],
      code: 0,
      stdout:
        /backup FILE \[--without-files\] \[--force\] \[--config FILE\]\n[^]*\n {2}DATA_DIR \(/,
    },
    { args: ["restore", "-h"], code: 0, stdout: /restore FILE \[--without-files\] \[--config/ },
    { args: [], code: 0, stdout: /slidepost/ },
    { args: ["start"], code: 2, stderr: /^unknown command: start \(help lists the commands\)\n$/ },
    { args: ["sevre"], code: 2, stderr: /^unknown command: sevre; did you mean serve\? .*\n$/ },
    { args: ["key"], code: 2, stderr: /^unknown command: key; did you mean admin key\? .*\n$/ },
    { args: ["admin", "help"], code: 0, stdout: /account create/ },
    { args: ["admin"], code: 0, stdout: /account create/ },
    { args: ["admin", "-h"], code: 0, stdout: /account create/ },
    { args: ["admin", "block", "--help"], code: 0, stdout: /^admin block [^]*block remove/ },
    {
      args: ["admin", "key", "issue", "x", "--help"],
      code: 0,
      stdout: /admin key issue <account>/,
    },
    {
      args: ["admin", "acount", "--help"],
      code: 2,
      stderr:
        /^unknown command: acount; did you mean account\? \(admin help lists the commands\)\n$/,
    },
    {
      args: ["admin", "acount", "list"],
      code: 2,
      stderr: /^unknown command: acount list; did you mean account list\? .*\n$/,
    },
    {
      args: ["listen", "--foward-to", "x"],
      code: 2,
      stderr: /^listen: Unknown option '--foward-to'; did you mean --forward-to\? .*\n$/,
    },
    { args: ["admin", "account", "list"], code: 2, stderr: /ADMIN_TOKEN is not set/ },
    { args: ["serve", "--port", "80"], code: 78, stderr: /the only option is --config FILE/ },
    { args: ["serve", "--config", "/no/such"], code: 78, stderr: /\/no\/such cannot be read/ },
  ];
  await Promise.all(table.map(({ args, code, stdout, stderr }) =>
    t.step({
      name: args.join(" ") || "nothing",
      sanitizeOps: false,
      sanitizeResources: false,
      sanitizeExit: false,
      async fn() {
        const ending = await runProgram({ args, env: { DATA_DIR: "/no/such" } });
        assert.equal(ending.code, code, ending.stderr);
        assert.match(ending.stdout, stdout ?? /^$/);
        assert.match(ending.stderr, stderr ?? /^$/);
      },
    })
  ));
});

Deno.test("a configuration that is wrong stops the start, naming each key", async () => {
  const path = await newDirectory();
  const env = { PORT: "eighty", POSTBACK_TIMEOT: "5", DATA_DIR: `${path}/data` };
  const { code, stderr } = await runProgram({ args: ["serve"], env });
  assert.equal(code, 78);
  assert.match(stderr, /PORT must be a whole number from 0 to 65535, not "eighty"/);
  assert.match(
    stderr,
    /POSTBACK_TIMEOT is not a configuration key; did you mean POSTBACK_TIMEOUT/,
  );
  assert.doesNotMatch(stderr, /\.ts:\d+/, "no stack");
  await assert.rejects(Deno.stat(`${path}/data`), Deno.errors.NotFound, "nothing was touched");
});

Deno.test("a configuration file is read, strictly, below the environment", async () => {
  const path = await newDirectory();
  const file = `${path}/config`;
  const serve = (lines: string[], env: Record<string, string>) => {
    Deno.writeTextFileSync(file, lines.join("\n"));
    return runProgram({ args: ["serve", "--config", file], env });
  };
  const table: [lines: string[], env: Record<string, string>, stderr: RegExp][] = [
    [["# a comment", "", "PORT=x"], {}, /PORT must be .*, not "x"/],
    [["PORT = 'y'"], {}, /PORT must be .*, not "y"/],
    [["PORT=x"], { PORT: "z" }, /PORT must be/],
    [["PORT=1"], { PORT: "z" }, /not "z"/],
    [["LOG_LEVEL=loud"], { LOG_LEVEL: "" }, /LOG_LEVEL must be/],
    [["COLOUR=red"], {}, /COLOUR is not a configuration key/],
    [["PORT=1", "nonsense"], {}, /config:2: not a KEY=value line/],
  ];
  for (const [lines, env, expected] of table) {
    const { code, stderr } = await serve(lines, { DATA_DIR: `${path}/data`, ...env });
    assert.equal(code, 78, lines.join());
    assert.match(stderr, expected, lines.join());
  }
});

async function endOf(program: Program): Promise<void> {
  program.kill("SIGTERM");
  const { code, stderr } = await program.ending;
  assert.equal(code, 0, stderr);
}

Deno.test("the sandbox: its curl command and its operator's commands work, and its key is stable", async (t) => {
  const path = await newDirectory();
  const DATA_DIR = `${path}/data`;
  // It reaches its own address, whatever else is allowed.
  const first = await startSandbox(DATA_DIR, { OUTBOUND_ALLOW: "10.0.0.0/8" });
  await using _ = first.program;
  const admin = (...args: string[]) => runProgram({ args: ["admin", ...args], env: { DATA_DIR } });
  // deno-lint-ignore no-explicit-any -- tests look into bodies field by field
  const json = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await admin(...args, "--json");
    assert.equal(code, 0, stderr + stdout);
    return JSON.parse(stdout);
  };
  // The processes run across steps.
  const step = (name: string, fn: () => Promise<void>) =>
    t.step({ name, fn, sanitizeOps: false, sanitizeResources: false });

  let trackingId = "";
  await step(
    "the curl command that it prints sends a text, and the postbacks are printed",
    async () => {
      const shell = await new Deno.Command("bash", { args: ["-c", first.curl] }).output();
      const response = JSON.parse(new TextDecoder().decode(shell.stdout));
      assert.equal(response.status, "Success");
      trackingId = response["tracking-id"];
      await first.program.until(/N201 → .* HTTP 204\n[^]*N202 → .* HTTP 204\n/);
    },
  );

  await step("its credentials are for its owner only", async () => {
    const file = `${DATA_DIR}/sandbox.json`;
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    const { "base-url": url, "api-key": key } = JSON.parse(await Deno.readTextFile(file));
    assert.deepEqual([url, key], [first.baseUrl, first.apiKey]);
  });

  await step("admin lists messages, as JSON and for people", async () => {
    const { items } = await json("message", "list");
    assert.deepEqual(
      items.map((item: Record<string, string>) => item["tracking-id"]),
      [trackingId],
    );
    assert.deepEqual(JSON.parse((await admin("message", "list")).stdout).items, items);
    const args = ["admin", "message", "list"];
    const { stdout } = await runProgram({ args, env: { DATA_DIR }, onTerminal: true });
    const [header, row] = stdout.split("\r\n");
    assert.match(header!, /^tracking-id +state +to +accepted-at/);
    assert.match(row!, new RegExp(`^${trackingId} {2}delivered  1[0-9]{10}  20.{14}Z`));
    assert.ok(Math.max(header!.length, row!.length) <= 80, stdout);
  });

  await step("admin refuses an invalid cursor, and names it", async () => {
    const { code, stderr } = await admin("message", "list", "--cursor", "nonsense");
    assert.deepEqual([code, stderr], [
      1,
      "E100: cursor was not issued by this listing\n",
    ]);
  });

  await step("admin creates an account, its key and its sender", async () => {
    const created = await json("account", "create", "--name", "Zeta & Co", "--account", "zeta");
    assert.equal(created.account, "zeta");
    const issued = await json("key", "issue", "zeta");
    assert.notEqual(issued["api-key"], created["api-key"]);
    const sender = ["zeta", "--address", "222333", "--kind=short-code", "--country", "US"];
    assert.equal((await json("sender", "add", ...sender)).address, "222333");
    for (const key of [created["api-key"], issued["api-key"]]) {
      const body = { ...SMS, from: "222333" };
      const response = await postTo(first.baseUrl, key, body);
      assert.equal((await response.json()).status, "Success");
    }
  });

  await step("admin sets a connector up, shows, changes and removes it", async () => {
    const url = "https://mmsc.example.net/mm7";
    const created = await json(
      "connector",
      "create",
      ...optionArgs({
        "--name": "mmsc",
        "--kind": "mmsc_mm7",
        "--url": url,
        "--vaspid": "us",
        "--username": "us",
        "--password": "out",
        "--rate": 50,
        "--relay-username": "them",
      }),
      "--relay-password=in: ü",
    );
    assert.equal(created["relay-url"], `${first.baseUrl}/mm7/relay/mmsc`);
    assert.deepEqual([created.rate, created.window, created["password-set"]], [50, 10, true]);
    const sender = ["zeta", "--address", "222444", "--kind=short-code", "--country", "US"];
    const added = await json("sender", "add", ...sender, "--mms-connector", "mmsc");
    assert.equal(added["mms-connector"], "mmsc");
    const changed = await json("connector", "change", "mmsc", "--rate", "null", "--window", "2");
    assert.deepEqual([changed.rate, changed.window], [null, 2]);
    assert.deepEqual(await json("connector", "read", "mmsc"), changed);
    assert.deepEqual((await json("connector", "list")).items, [changed]);
    const { stdout } = await admin("connector", "read", "mmsc");
    assert.match(stdout, /^name +mmsc\n[^]*^rate +–\n/m);
    assert.doesNotMatch(stdout, /in: ü/);
    const refused = await admin("connector", "remove", "mmsc");
    assert.match(refused.stderr, /named by sender 222444 of account zeta; force=true \(--force\)/);
    assert.equal((await admin("connector", "remove", "mmsc", "--force")).stdout, "done\n");
    const args = ["admin", "inbound", "list"];
    const none = await runProgram({ args, env: { DATA_DIR }, onTerminal: true });
    assert.equal(none.stdout, "none\r\n");
  });

  await step("admin sets the MM7 fields of an account", async () => {
    const changed = await json(
      "account",
      "change",
      "zeta",
      ...optionArgs({
        "--mm7-url": "https://vasp.example.com/mm7",
        "--mm7-username": "us",
        "--mm7-password": "out",
        "--mm7": "false",
      }),
      "--mm7-text-xml",
      "--mms-mo-postbacks=false",
    );
    assert.deepEqual(
      [changed["mm7-username"], changed["mm7-password-set"], changed.mm7],
      ["us", true, false],
    );
    assert.deepEqual([changed["mm7-text-xml"], changed["mms-mo-postbacks"]], [true, false]);
  });

  await step("admin empties fields, and lists those that it can", async () => {
    const change = ["account", "change", "zeta"];
    const url = "https://zeta.example.com/postbacks";
    assert.equal((await json(...change, "--postback-url", url, "--rate=5"))["postback-url"], url);
    const cleared = await json(...change, "--clear", "postback-url", "--clear=rate");
    assert.deepEqual([cleared["postback-url"], cleared.rate], [null, null]);
    assert.equal(cleared["mm7-url"], "https://vasp.example.com/mm7");
    for (const [words, value] of [[[], true], [["false"], false], [["null"], null]] as const) {
      const { "smart-encoding": set } = await json(...change, "--smart-encoding", ...words);
      assert.equal(set, value);
    }
    const { code, stderr } = await admin(...change, "--clear", "name");
    assert.equal(code, 2);
    assert.match(stderr, /^--clear takes one of .*, postback-url, .*, not name\n$/);
    const nothing = await admin("key", "list", "zeta", "--clear", "rate");
    assert.equal(nothing.stderr, "key list has no field to clear\n");
  });

  await step("admin reports a refusal, and exits with 1", async () => {
    const again = await admin("account", "create", "--name", "Zeta", "--account", "zeta");
    assert.equal(again.code, 1);
    assert.match(again.stderr, /account zeta is there already/);
    const usage = await admin("key", "issue");
    assert.equal(usage.code, 2);
    assert.match(usage.stderr, /^key issue needs <account> \(admin key issue --help .*\)\n$/);
  });

  await step("a reader that closes the pipe early ends the output, without a stack", async () => {
    const env = { ...Deno.env.toObject(), DATA_DIR };
    const carrierId = await sendWords(first, "Words");
    const commands = ["help", "message list", `loopback part ${carrierId} 0`];
    for (const command of commands) {
      const script = `deno task -q admin ${command} | true; echo "\${PIPESTATUS[0]}"`;
      const shell = await new Deno.Command("bash", { args: ["-c", script], env }).output();
      const texts = [shell.stdout, shell.stderr].map((each) => new TextDecoder().decode(each));
      assert.deepEqual(texts, ["0\n", ""], command);
    }
  });

  await step("admin writes a received part to the byte", async () => {
    const carrierId = await sendWords(first, "Words ✓\n");
    const { parts } = await json("loopback", "read", carrierId);
    const index = parts.findIndex(({ type }: { type: string }) => type.startsWith("text/plain"));
    const { stdout } = await admin("loopback", "part", carrierId, String(index));
    assert.equal(stdout, "Words ✓\n");
  });

  let secret = "";
  await step("admin changes its webhook secret", async () => {
    secret = (await json("account", "rotate-secret", "sandbox"))["webhook-secret"];
    const pinged = await json("account", "ping", "sandbox");
    assert.deepEqual([pinged.taken, pinged["http-status"]], [true, 204]);
  });

  await step("the console sends a sample to it, though the account has no URL", async () => {
    const { adminToken: token, baseUrl } = first;
    const signIn = new URLSearchParams({ token });
    const options = { method: "POST", body: signIn, redirect: "manual" } as const;
    const cookie = await cookieOf(await fetch(`${baseUrl}/console/sign-in`, options));
    const tab = `${baseUrl}/console/accounts/sandbox/postbacks`;
    const page = await (await fetch(tab, { headers: { cookie } })).text();
    assert.match(page, /printed by the sandbox until the receiver has a URL/);
    const body = new URLSearchParams({ do: "ping" });
    const pinged = await (await fetch(tab, { method: "POST", headers: { cookie }, body })).text();
    assert.match(pinged, /The receiver took the sample/);
  });

  await endOf(first.program);

  await step("a second start has the same key, and accepts a token of its own", async () => {
    const ADMIN_TOKEN = "a-token-of-the-operators-own";
    const second = await startSandbox(DATA_DIR, { ADMIN_TOKEN });
    await using _ = second.program;
    assert.equal(second.apiKey, first.apiKey);
    assert.equal(second.webhookSecret, secret);
    assert.equal(second.adminToken, ADMIN_TOKEN);
    assert.equal((await json("message", "read", trackingId)).state, "delivered");
    await endOf(second.program);
  });

  await step("admin reports a service that does not respond", async () => {
    const { code, stderr } = await admin("account", "list");
    assert.equal(code, 1);
    assert.match(stderr, /cannot be reached .*; check that it runs, and SLIDEPOST_URL/);
  });
});

Deno.test("serve warns of missing production settings: an address for customers, encrypted secrets", async () => {
  const path = await newDirectory();
  const env = {
    DATA_DIR: path,
    DATABASE_URL: await migratedDatabase(),
    ADMIN_TOKEN: "a-token-of-the-operators",
  };
  const warnings = async (more: Record<string, string>) => {
    const { program } = await startServe({ ...env, ...more });
    await endOf(program);
    const { stderr } = await program.ending;
    const lines = stderr.trim().split("\n").map((line) => JSON.parse(line));
    return lines.filter(({ level }) => level === "WARN").map(({ message }) => message);
  };
  const [baseUrl, secrets, ...more] = await warnings({});
  assert.match(baseUrl, /^no BASE_URL: short links, .* to http:\/\/127\.0\.0\.1:\d+; set it to /);
  assert.match(secrets, /^no SECRETS_KEY/);
  assert.deepEqual(more, []);
  const BASE_URL = "https://mms.example.com";
  const [typo, ...others] = await warnings({
    BASE_URL,
    SECRETS_KEY: "ab".repeat(32),
    LOGLEVEL: "debug",
  });
  assert.equal(typo, "LOGLEVEL is not a configuration key; did you mean LOG_LEVEL?");
  assert.deepEqual(others, []);
});
