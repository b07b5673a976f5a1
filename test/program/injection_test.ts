/**
 * The command line against a running sandbox: messages from handsets and reports of the carrier.
 */
import assert from "node:assert/strict";
import { embeddedDirectory } from "../support/embedded.ts";
import { postTo, SMS } from "../support/outside.ts";
import { runProgram } from "../support/program.ts";
import { startSandbox } from "../support/sandbox.ts";
import { newDirectory } from "../support/scratch.ts";
import { until } from "../support/until.ts";

const HANDSET = "16175550102";

Deno.test("a handset writes to the sandbox, and sends STOP and START", async (t) => {
  const DATA_DIR = await embeddedDirectory();
  const { program, baseUrl, apiKey } = await startSandbox(DATA_DIR);
  await using _ = program;

  const admin = (...args: string[]) => runProgram({ args: ["admin", ...args], env: { DATA_DIR } });
  // deno-lint-ignore no-explicit-any -- tests look into bodies field by field
  const json = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await admin(...args, "--json");
    assert.equal(code, 0, stdout + stderr);
    return JSON.parse(stdout);
  };
  const say = (text: string) =>
    json("loopback", "sms", "--from", HANDSET, "--to", "111122", "--text", text);
  const send = async () => await (await postTo(baseUrl, apiKey, { ...SMS, to: HANDSET })).json();
  const step = (name: string, fn: () => Promise<void>) => t.step({ name, fn });

  await step("loopback sms is followed by N211 on the terminal", async () => {
    const { "tracking-id": id, text } = await say("Is it open?");
    assert.equal(text, "Is it open?");
    const [, body] = await program.until(/N211 → .*HTTP 204\n +(\{.*\})/);
    assert.equal(JSON.parse(body!)["tracking-id"], id);
  });

  await step("action perform sends, and writes a file as it is", async () => {
    const perform = (request: object) =>
      admin("action", "perform", "sandbox", "--request", JSON.stringify(request));
    const sent = await perform({ ...SMS, to: HANDSET });
    assert.match(sent.stdout, /^status +Success$/m);
    const file = await perform({ action: "createcontact", name: { "first-name": "Ana" } });
    assert.match(file.stdout, /^BEGIN:VCARD\r?\n/);
    const malformed = await admin("action", "perform", "sandbox", "--request", "{");
    assert.deepEqual([malformed.code, malformed.stderr], [1, "E100: request must be an object\n"]);
  });

  await step("loopback mms sends the files at its paths", async () => {
    const directory = await newDirectory();
    const [picture, words] = [`${directory}/tulip.png`, `${directory}/more words.txt`];
    await Deno.writeFile(picture, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff));
    await Deno.writeTextFile(words, "Two for one ✓");
    const address = ["--from", HANDSET, "--to", "111122", "--subject", "Tulips", "--text", "Hi"];
    const { files } = await json(
      "loopback",
      "mms",
      ...address,
      "--file",
      picture,
      `--file=${words}`,
    );
    assert.deepEqual(
      files.map(({ name, type }: Record<string, unknown>) => [name, type]),
      [
        ["text.txt", "text/plain; charset=utf-8"],
        ["tulip.png", "image/png"],
        ["more words.txt", "text/plain; charset=utf-8"],
      ],
    );
    const fetched = await Promise.all(
      files.map(async ({ url }: { url: string }) => await (await fetch(url)).bytes()),
    );
    assert.deepEqual(fetched[1], await Deno.readFile(picture));
    assert.equal(new TextDecoder().decode(fetched[2]), "Two for one ✓");
    await program.until(/N401 → .*HTTP 204/);
    const { items } = await json("inbound", "list", "--from", HANDSET);
    assert.deepEqual(
      items.map(({ kind }: { kind: string }) => kind),
      ["MMS_MO", "SMS_MO"],
    );
  });

  await step("a file that cannot be read is reported, and nothing is sent", async () => {
    const address = ["--from", HANDSET, "--to", "111122"];
    const { code, stderr } = await admin("loopback", "mms", ...address, "--file", "/no/such");
    assert.equal(code, 2);
    assert.match(stderr, /^\/no\/such cannot be read/);
    assert.equal((await json("inbound", "list", "--from", HANDSET)).items.length, 2);
  });

  await step("STOP is a block, E114 until it is lifted", async () => {
    await say("STOP");
    assert.equal((await send())["error-code"], "E114");
    const [block] = (await json("block", "list", "sandbox")).items;
    assert.deepEqual(
      [block.account, block.originator, block.number, block["made-by"]],
      ["sandbox", "111122", HANDSET, "keyword"],
    );
    await say("START");
    assert.equal((await send()).status, "Success");
    await json("block", "add", "sandbox", "--number", HANDSET);
    assert.equal((await send())["error-code"], "E114");
    const lift = await admin("block", "remove", "sandbox", HANDSET, "--originator", "111122");
    assert.equal(lift.stdout, "done\n");
    assert.equal((await send()).status, "Success");
    assert.equal((await admin("block", "remove", "sandbox", HANDSET)).code, 0);
    assert.deepEqual((await json("block", "list", "sandbox")).items, []);
  });

  await step("loopback report sets the outcome of a message", async () => {
    const { "tracking-id": id } = await send();
    await until(() => json("message", "read", id), ({ state }) => state === "submitted");
    const report = ["loopback", "report", "--tracking-id", id];
    const rejected = await json(
      ...report,
      "--outcome",
      "rejected",
      "--details",
      "Network Unreachable",
    );
    assert.deepEqual(
      [rejected.state, rejected["status-details"]],
      ["rejected", "Network Unreachable"],
    );
    await program.until(new RegExp(`E202 → .*HTTP 204\n.*${id}`));
    const again = await admin(...report, "--outcome", "delivered");
    assert.equal(again.code, 1);
    assert.match(again.stderr, /the message is rejected, which is final; send another/);
  });

  await step("an account switches opt-outs off", async () => {
    const changed = await json("account", "change", "sandbox", "--opt-out", "false");
    assert.equal(changed["opt-out"], false);
    await say("STOP");
    assert.equal((await send()).status, "Success");
  });

  program.kill("SIGTERM");
  const { code, stderr } = await program.ending;
  assert.equal(code, 0, stderr);
});
