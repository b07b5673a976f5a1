/** Starts that fail, each with a one-sentence error, and fetches that the sandbox allows. */
import assert from "node:assert/strict";
import { embeddedDirectory } from "../support/embedded.ts";
import { postTo } from "../support/outside.ts";
import { runProgram } from "../support/program.ts";
import { startSandbox } from "../support/sandbox.ts";
import { sharing } from "../support/sharing.ts";
import { freePort } from "../support/free_port.ts";

/** Starts that fail, each with a sentence that names the key, and the exit code. */
const FAILURES: [env: Record<string, string>, sentence: RegExp, code?: number][] = [
  [
    { HOST: "192.0.2.1" },
    /^slidepost: HOST 192\.0\.2\.1 is not an address of this machine; set HOST to one .*\n$/,
  ],
  [
    { HOST: "nowhere.invalid" },
    /^slidepost: HOST nowhere\.invalid is neither an address nor a name that resolves\n$/,
  ],
  [{ HOST: "::zz" }, /^slidepost: HOST ::zz is neither an address nor a name that resolves\n$/],
  [
    { DEFAULT_CONNECTOR: "lopback" },
    /^slidepost: DEFAULT_CONNECTOR lopback does not exist; there are: loopback\. Start without .*\n$/,
  ],
  [
    { DATA_DIR: "/dev/null/data" },
    /^slidepost: the directory \/dev\/null\/data of DATA_DIR cannot be created: .*; set DATA_DIR to one .*\n$/,
  ],
  [
    { OUTBOUND_ALLOW: "10.0.0.0/33" },
    /^slidepost: OUTBOUND_ALLOW must be a list of CIDRs, .*, not "10\.0\.0\.0\/33"\n$/,
    78,
  ],
  [
    { MEMORY: "100MB" },
    /^slidepost: MEMORY must be a size such as .*, from 256MB to 1PiB, not "100MB"\n$/,
    78,
  ],
];

const withData = sharing(async () => ({
  DATA_DIR: await embeddedDirectory(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}));

for (const [env, sentence, expected = 1] of FAILURES) {
  const setting = Object.entries(env).join().replace(",", "=");
  withData(
    `a start that fails with ${setting} ends with an error that names the key, and a code that tells whether a restart can help`,
    async ({ DATA_DIR }) => {
      const { code, stderr } = await runProgram({
        args: ["serve"],
        env: { DATA_DIR, PORT: "0", LOG_LEVEL: "silent", ...env },
      });
      assert.equal(code, expected, stderr);
      assert.match(stderr, sentence);
    },
  );
}

Deno.test("the sandbox fetches from localhost, by IPv4 or IPv6, as from 127.0.0.1", async () => {
  const picture = await Deno.readFile(new URL("../fixtures/pictures/custom.jpg", import.meta.url));
  const respond = () => new Response(picture, { headers: { "content-type": "image/jpeg" } });
  const serve = (hostname: string, port: number) =>
    Deno.serve({ hostname, port, onListen() {} }, respond);
  await using four = serve("127.0.0.1", 0);
  // A port free on IPv4, too: `localhost` must lead to no other test's server.
  await using six = serve("::1", freePort());
  const DATA_DIR = await embeddedDirectory();
  const { program, baseUrl, apiKey } = await startSandbox(DATA_DIR);
  await using _program = program;
  const urls = [four, six].map(({ addr }) => `http://localhost:${addr.port}/picture.jpg`);
  for (const url of urls) {
    const action = { action: "createimage", "background-image-url": url };
    const response = await postTo(baseUrl, apiKey, action);
    const body = await response.bytes();
    assert.equal(response.status, 200, `${url}: ${new TextDecoder().decode(body)}`);
  }
});
