/** Credentials of roles: a machine's, a container's, by web identity, and by single sign-on. */
import assert from "node:assert/strict";
import { programFlags } from "../../../../tools/launch/permissions.ts";
import { type S3Server, startS3 } from "../../../support/s3.ts";
import { newDirectory } from "../../../support/scratch.ts";
import { type Role, ROLES, SESSION_TOKEN, startRole } from "./role_endpoints.ts";

const NO_CREDENTIALS =
  /^failed: .*there are no credentials .* of BLOBS_URL: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or .* give the machine or container a role \(.+\)$/;

const container = ROLES["a container"]!;

for (const [name, role] of Object.entries(ROLES)) {
  Deno.test(`the role of ${name} gives credentials and renews them, within the program's permissions`, async () => {
    const { lines, issued } = await run(role, { steps: ["store 1", "advance 600", "store 1"] });
    assert.deepEqual(lines, ["stored 1", "stored 1"]);
    assert.equal(issued, 2);
  });

  Deno.test(`reported at the start: the endpoint of ${name} does not respond`, async () => {
    const { lines } = await run(role, { isSilent: true, steps: ["store 1"] });
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, NO_CREDENTIALS);
  });
}

Deno.test("expired credentials are renewed once for all requests", async () => {
  const steps = ["store 20", "advance 600", "store 20"];
  const { lines, issued } = await run(container, { steps });
  assert.deepEqual(lines, ["stored 20", "stored 20"]);
  assert.equal(issued, 2);
});

Deno.test("credentials that are about to expire are renewed while they serve", async () => {
  const before = ["advance 240", "store 1", "get /renewed", "store 20"];
  const { lines, issued } = await run(container, {
    steps: [...before, "get /silence", "advance 600", "store 20"],
  });
  assert.deepEqual(lines, ["stored 1", "stored 20", "stored 20"]);
  assert.equal(issued, 2);
});

Deno.test("refused credentials are renewed", async () => {
  const { lines, issued } = await run(container, {
    steps: ["store 1"],
    prepare: (s3) => s3.fail("PUT", { status: 400, code: "ExpiredToken" }),
  });
  assert.deepEqual(lines, ["stored 1"]);
  assert.equal(issued, 2);
});

Deno.test("while the endpoint does not respond, credentials serve until they expire, and come back with it", async () => {
  const steps = ["get /silence", "advance 240", "store 20", "advance 600", "store 1"];
  const { lines, issued } = await run(container, {
    steps: [...steps, "get /speech", "store 20"],
  });
  const [before, expired, after] = lines;
  assert.deepEqual([before, after, lines.length], ["stored 20", "stored 20", 3]);
  assert.match(expired!, NO_CREDENTIALS);
  assert.equal(issued, 2);
});

Deno.test("reported at the start: no credentials", async () => {
  await using s3 = await startS3();
  const home = await newDirectory();
  const lines = await runProgram(s3, home, { AWS_EC2_METADATA_DISABLED: "true" }, []);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, NO_CREDENTIALS);
});

interface Run {
  isSilent?: boolean;
  /** Steps of the program; `get` with a path at the endpoint. */
  steps: readonly string[];
  prepare?: (s3: S3Server) => void;
}

/** Runs `role_program.ts` with a role; returns its lines, and how often credentials were issued. */
async function run(
  role: Role,
  { steps, prepare, ...options }: Run,
): Promise<{ lines: string[]; issued: number }> {
  const home = await newDirectory();
  await using s3 = await startS3({ sessionToken: SESSION_TOKEN });
  await using server = startRole(role, s3, options);
  prepare?.(s3);
  const variables = await role.prepare(server.origin, home);
  const words = steps.map((step) => step.replace("get /", `get ${server.origin}/`));
  return { lines: await runProgram(s3, home, variables, words), issued: server.issued };
}

/** Runs `role_program.ts` with these variables and the permissions of the service. */
async function runProgram(
  s3: S3Server,
  home: string,
  variables: Record<string, string>,
  steps: readonly string[],
): Promise<string[]> {
  const DATA_DIR = `${home}/data`;
  const environment = { HOME: home, DATA_DIR, PATH: Deno.env.get("PATH")!, ...variables };
  const program = new URL("role_program.ts", import.meta.url).pathname;
  await Deno.mkdir(DATA_DIR);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--lock=test/deno.lock",
      ...await programFlags(["serve"], environment),
      program,
      s3.url("files"),
      DATA_DIR,
      ...steps,
    ],
    clearEnv: true,
    env: { ...environment, DENO_DIR: denoDirectory() },
  }).output();
  const decoder = new TextDecoder();
  const lines = decoder.decode(stdout).trimEnd().split("\n");
  assert.notEqual(lines[0], "", decoder.decode(stderr));
  return lines;
}

/** Finds the module cache of this process, as HOME names another. */
function denoDirectory(): string {
  return Deno.env.get("DENO_DIR") ??
    new URL(import.meta.resolve("sharp")).pathname.split("/npm/")[0]!;
}
