/** A start in production checks the machine, installs nothing, and names the remedy. */
import assert from "node:assert/strict";
import type { Config } from "../../src/config/mod.ts";
import type { CreateService, Service } from "../../src/program/service/mod.ts";
import { checkedService } from "../../src/program/setup/check.ts";
import { type Requirement, REQUIREMENTS } from "../../src/program/setup/requirements.ts";
import { createDatabase, sharedPostgres } from "../support/postgres.ts";
import { runProgram } from "../support/program.ts";
import { newDirectory } from "../support/scratch.ts";

async function writeProgram(path: string, script: string): Promise<void> {
  await Deno.writeTextFile(path, `#!/bin/sh\n${script}\n`);
  await Deno.chmod(path, 0o755);
}

/**
 * Returns the output of `serve` on a machine with these programs, and asserts that it has run no
 * others.
 */
async function serveWith(programs: Record<string, string>): Promise<string> {
  const path = await newDirectory();
  const bin = `${path}/bin`;
  await Deno.mkdir(bin);
  for (const installer of ["apt-get", "sudo", "brew", "env"]) {
    await writeProgram(`${bin}/${installer}`, `echo "$0" >> ${path}/installed`);
  }
  for (const [name, script] of Object.entries(programs)) {
    await writeProgram(`${bin}/${name}`, script);
  }
  const DATABASE_URL = await createDatabase((await sharedPostgres()).url);
  const env = { PATH: bin, PORT: "0", DATA_DIR: `${path}/data`, DATABASE_URL };
  const { code, stdout, stderr } = await runProgram({ args: ["serve"], env });
  assert.equal(code, 1, stdout + stderr);
  assert.doesNotMatch(stdout + stderr, /ready|\.ts:\d+/, "neither open doors nor a stack");
  await assert.rejects(Deno.stat(`${path}/installed`), Deno.errors.NotFound);
  return stderr;
}

Deno.test("without ffmpeg a start in production is refused with the command, and installs nothing", async () => {
  const output = await serveWith({});
  assert.match(
    output,
    /^slidepost: ffmpeg is missing \(it transcodes video and sound\), ffprobe is/m,
  );
  assert.match(output, /; to install them:\n\n {2}\S.*ffmpeg/);
});

Deno.test("an ffmpeg without AMR is refused, naming the missing encoder", async () => {
  const output = await serveWith({ ffmpeg: "echo ffmpeg version 7", ffprobe: "echo 7" });
  assert.match(
    output,
    /^slidepost: ffmpeg's AMR-NB encoder \(libopencore_amrnb\) is missing \(it/m,
  );
  assert.doesNotMatch(output, /ffprobe is missing/);
});

Deno.test("an ffmpeg without zscale is refused, naming what needs it", async () => {
  const ffmpeg = 'case "$*" in *encoder=*) echo "Encoder libopencore_amrnb [AMR]:";; esac';
  const output = await serveWith({ ffmpeg, ffprobe: "echo 7" });
  assert.match(
    output,
    /^slidepost: ffmpeg's colour filter \(zscale\) is missing \(it makes HDR films look right/m,
  );
});

const CONFIG = {} as Config;
const FONTS = REQUIREMENTS.find(({ name }) => name === "Liberation fonts")!;

/**
 * Starts a service on a machine without some requirements; returns the warnings, and whether it
 * opened.
 */
async function startLacking(...missing: Requirement[]) {
  const warnings: Record<string, unknown>[] = [];
  let opened = false;
  const log = { warn: (fields: Record<string, unknown>) => warnings.push(fields) };
  const createService: CreateService = async (_config, { beforeListening } = {}) => {
    await beforeListening!();
    opened = true;
    return { log } as unknown as Service;
  };
  const start = checkedService(createService, [
    { ...FONTS, name: "what is there", essential: true, probe: () => true },
    ...missing.map((requirement) => ({ ...requirement, probe: () => false })),
  ]);
  const error = await start(CONFIG, {}).then(() => null, (error: Error) => error.message);
  return { warnings, opened, error };
}

Deno.test("without fonts a start goes on, and the log names them and how to install them", async () => {
  const { warnings, opened, error } = await startLacking(FONTS);
  assert.deepEqual([opened, error], [true, null]);
  const [{ missing, why, command }, ...more] = warnings as [Record<string, string>];
  assert.deepEqual([missing, why, more], [FONTS.name, FONTS.why, []]);
  assert.match(command!, /font/);
});

Deno.test("a missing requirement is refused before the doors open, without optional programs being named", async () => {
  const essential = { ...FONTS, name: "Thing", why: "does it all", essential: true };
  const { warnings, opened, error } = await startLacking(FONTS, essential);
  assert.deepEqual([warnings, opened], [[], false]);
  assert.match(error!, /^Thing is missing \(it does it all\); to install it:\n\n {2}\S/);
});
