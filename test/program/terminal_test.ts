/** Texts of strangers in the output of the command line, the sandbox and the text log. */
import assert from "node:assert/strict";
import { visible } from "../../src/core/visible.ts";
import { embeddedDirectory } from "../support/embedded.ts";
import { runProgram } from "../support/program.ts";
import { sendWords, startSandbox } from "../support/sandbox.ts";
import { basic, NAMESPACE } from "../support/vasp.ts";

/**
 * Text that sets a terminal's title, colours by C1's CSI, forges a field, and reverses the rest.
 */
const HOSTILE = "\x1b]0;owned\x07 \u009b31m\nstate  forged\u202e end";
const SHOWN = "\\x1b]0;owned\\x07 \\x9b31m\\nstate  forged\\u202e end";
/** The same text for XML, which cannot contain ESC and BEL. */
const HOSTILE_XML = "\u009b31m&#10;state  forged\u202e end";
const SHOWN_XML = "\\x9b31m\\nstate  forged\\u202e end";

/** Asserts that a text has only printable characters and line breaks. */
function assertPlain(text: string): void {
  const plain = text.replaceAll(/\r?\n/g, "");
  assert.equal(visible(plain), plain);
}

const BEGINS = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>`;

const report = `${BEGINS}<TransactionID xmlns="${NAMESPACE}">${HOSTILE_XML}</TransactionID>` +
  `</s:Header><s:Body><DeliveryReportReq xmlns="${NAMESPACE}"><MM7Version>6.5.0</MM7Version>` +
  `<MessageID>nobody-knows</MessageID><MMStatus>Retrieved</MMStatus>` +
  `</DeliveryReportReq></s:Body></s:Envelope>`;

Deno.test("control characters of strangers are escaped, and reach no terminal", async (t) => {
  const env = { DATA_DIR: await embeddedDirectory() };
  const sandbox = await startSandbox(env.DATA_DIR, { LOG_FORMAT: "pretty" });
  const { program, baseUrl } = sandbox;
  const step = (name: string, fn: () => Promise<void>) => t.step({ name, fn });
  const admin = (...args: string[]) => runProgram({ args: ["admin", ...args], env });
  try {
    const addresses = ["--from", "16175550102", "--to", "111122"];
    await admin("loopback", "sms", ...addresses, "--text", HOSTILE);

    await step("by the command line", async () => {
      const { items: [{ "tracking-id": id }] } = JSON.parse(
        (await admin("inbound", "list")).stdout,
      );
      const { code, stdout } = await admin("inbound", "read", id);
      assert.equal(code, 0);
      assertPlain(stdout);
      assert.match(stdout, new RegExp(`^text +${RegExp.escape(SHOWN)}$`, "m"));
      assert.doesNotMatch(stdout, /^state/m);
    });

    await step("by the command line, in a table", async () => {
      const args = ["admin", "inbound", "list"];
      const { stdout } = await runProgram({ args, env, onTerminal: true });
      assertPlain(stdout);
      const [header, row, ...others] = stdout.trimEnd().split("\r\n");
      assert.match(header!, /^tracking-id +from +to +text/);
      assert.ok(row!.includes(SHOWN.slice(0, 7)), row);
      assert.ok(row!.length <= 80, row);
      assert.deepEqual(others, []);
    });

    await step("by --json, of the same value", async () => {
      const { stdout } = await admin("inbound", "list", "--json");
      assertPlain(stdout);
      assert.equal(JSON.parse(stdout).items[0].text, HOSTILE);
    });

    await step("by the sandbox, which prints the postback", async () => {
      const [, body] = await program.until(/N211 → .*HTTP 204\n +(\{.*\})/);
      assertPlain(body!);
      assert.equal(JSON.parse(body!)["message-text"], HOSTILE);
    });

    await step("by the sandbox, which prints the XML of another receiver", async () => {
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        () => new Response(null, { status: 204 }),
      );
      const url = `http://127.0.0.1:${server.addr.port}`;
      const options = ["--receiver", "archive", "--url", url, "--format", "xml"];
      assert.equal((await admin("receiver", "create", "sandbox", ...options)).code, 0);
      await admin("loopback", "sms", ...addresses, "--text", HOSTILE);
      const [, body] = await program.until(new RegExp(`${url}.*HTTP 204\n +(<\\?xml.*)\n`));
      assertPlain(body!);
      assert.ok(body!.includes("<code>N211</code>"), body);
      assert.ok(body!.includes("forged\\u202e end</message-text>"), body);
      assert.equal((await admin("receiver", "remove", "sandbox", "archive")).code, 0);
    });

    await step("in the errors of a service that repeats its input", async () => {
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        () => Response.json({ "error-code": "E100", "error-info": HOSTILE }, { status: 400 }),
      );
      const SLIDEPOST_URL = `http://127.0.0.1:${server.addr.port}`;
      const args = ["admin", "account", "list"];
      const { code, stderr } = await runProgram({
        args,
        env: { SLIDEPOST_URL, ADMIN_TOKEN: "any" },
      });
      assert.deepEqual([code, stderr], [1, `E100: ${SHOWN}\n`]);
    });

    await step("by the text log", async () => {
      const relay = ["--relay-username", "them", "--relay-password", "word"];
      const to = ["--url", "https://mmsc.example.net/mm7", "--vaspid", "us"];
      await admin("connector", "create", "--name", "mmsc", "--kind", "mmsc_mm7", ...to, ...relay);
      const response = await fetch(`${baseUrl}/mm7/relay/mmsc`, {
        method: "POST",
        headers: { authorization: basic("them", "word"), "content-type": "text/xml" },
        body: report,
      });
      await response.body?.cancel();
      const [line] = await program.until(/^.*refused a request of the MMSC.*$/m);
      assert.ok(line.includes(`transaction=${SHOWN_XML}`), line);
    });

    await step("by the command line that writes a file to a terminal", async () => {
      const carrierId = await sendWords(sandbox, HOSTILE);
      const listed = await admin("loopback", "read", carrierId, "--json");
      const { parts } = JSON.parse(listed.stdout);
      const at = parts.findIndex((part: { type: string }) => part.type.startsWith("text/plain"));
      const args = ["admin", "loopback", "part", carrierId, String(at)];
      assert.equal((await runProgram({ args, env })).stdout, HOSTILE, "a file gets every byte");
      const { stdout } = await runProgram({ args, env, onTerminal: true });
      assertPlain(stdout);
      assert.match(stdout, /^\\x1b\]0;owned\\x07 \\x9b31m\r\nstate {2}forged\\u202e end\r\n$/);
    });
  } finally {
    await program[Symbol.asyncDispose]();
  }
  const { stdout, stderr } = await program.ending;
  // The log's own colours are removed first.
  // deno-lint-ignore no-control-regex -- they are what is looked for
  assertPlain(`${stdout}${stderr}`.replaceAll(/\x1b\[\d*m/g, ""));
});
