/** The service unit: systemd accepts it, it confines the service, and the service works within it. */
import assert from "node:assert/strict";
import { readConfig } from "../../../mod.ts";
import { memoryDefault } from "../../../src/config/memory.ts";
import { readConfigFile, settingsFrom } from "../../../src/program/config_file.ts";
import { findProgram } from "../../../tools/setup/probe.ts";
import { EVERY_DOOR, useEveryDoor } from "../../program/every_door.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";

const DIRECTORY = new URL("../../../tools/deploy/", import.meta.url).pathname;
const UNIT = await Deno.readTextFile(`${DIRECTORY}systemd/slidepost.service`);
const BACKUP = await Deno.readTextFile(`${DIRECTORY}systemd/slidepost-backup.service`);
const TIMER = await Deno.readTextFile(`${DIRECTORY}systemd/slidepost-backup.timer`);
/** Highest exposure that `systemd-analyze security` may report, in tenths. */
const EXPOSURE_MAX = 15;

const noAnalyzer = findProgram("systemd-analyze") === undefined;

async function run(program: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, cwd: "/" }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Lists the values of a setting in the order of their lines. */
function valuesOf(setting: string, unit = UNIT): string[] {
  return [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, "gm"))].map(([, value]) => value!);
}

/** Writes a unit to a file whose name systemd accepts. */
async function unitFile(unit: string): Promise<string> {
  const path = `${await newDirectory()}/slidepost.service`;
  await Deno.writeTextFile(path, unit);
  return path;
}

Deno.test({ name: "systemd finds no fault in the unit", ignore: noAnalyzer }, async () => {
  const verify = async (unit: string) => {
    // The link to the program is made when it is installed.
    const here = unit.replace("/usr/local/bin/slidepost", `${DIRECTORY}slidepost`);
    const { code, stderr } = await run("systemd-analyze", "verify", await unitFile(here));
    // Others than ours may be installed here.
    return {
      code,
      findings: stderr.split("\n").filter((line) => line.includes("slidepost.service")),
    };
  };
  assert.deepEqual(await verify(UNIT), { code: 0, findings: [] });
  assert.notDeepEqual((await verify(UNIT.replace("Restart=", "Restarts="))).findings, []);
});

Deno.test(
  { name: "systemd finds no fault in the units of the backup", ignore: noAnalyzer },
  async () => {
    const directory = await newDirectory();
    const here = BACKUP.replaceAll("/usr/local/bin/slidepost", `${DIRECTORY}slidepost`);
    await Deno.writeTextFile(`${directory}/slidepost-backup.service`, here);
    const timer = `${directory}/slidepost-backup.timer`;
    await Deno.writeTextFile(timer, TIMER);
    const { code, stderr } = await run("systemd-analyze", "verify", timer);
    assert.deepEqual([code, stderr.match(/^.*slidepost-backup.*$/gm)], [0, null], stderr);
    const calendar = await run("systemd-analyze", "calendar", ...valuesOf("OnCalendar", TIMER));
    assert.equal(calendar.code, 0, calendar.stderr);
  },
);

Deno.test("the units of service and backup run as the same user, with the same settings", () => {
  for (const setting of ["User", "Group", "UMask", "WorkingDirectory", "ProtectSystem"]) {
    assert.deepEqual(valuesOf(setting, BACKUP), valuesOf(setting), setting);
  }
  const configOf = (unit: string) => /--config (\S+?)'?$/m.exec(unit)![1];
  assert.equal(configOf(BACKUP), configOf(UNIT));
});

Deno.test("the backup of the unit is written beside a service, and removes old ones only", async () => {
  const directory = await newDirectory();
  const backups = `${directory}/backups`;
  await Deno.mkdir(backups);
  for (const name of ["old.tar", "new.tar", "old.txt"]) {
    await Deno.writeTextFile(`${backups}/${name}`, "");
    const days = name.startsWith("old") ? 20 : 10;
    const time = new Date(Date.now() - days * 86_400_000);
    await Deno.utime(`${backups}/${name}`, time, time);
  }
  const settings = { DATA_DIR: `${directory}/data`, DATABASE_URL: await migratedDatabase() };
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  await Deno.writeTextFile(`${directory}/slidepost.conf`, lines.join("\n"));
  const { program } = await startServe(settings);
  await using _ = program;
  for (const command of valuesOf("ExecStart", BACKUP)) {
    const here = command.replaceAll("%%", "%")
      .replaceAll("/usr/local/bin/slidepost", `${DIRECTORY}slidepost`)
      .replaceAll("/var/backups/slidepost", backups)
      .replaceAll("/etc/slidepost", directory)
      // systemd expands no patterns.
      .replace("*.tar", "'*.tar'");
    const { code, stderr } = await run("/bin/sh", "-c", here);
    assert.equal(code, 0, stderr);
  }
  const left = [...Deno.readDirSync(backups)].map(({ name }) => name).sort();
  assert.match(left.join(), /^\d{4}-\d\d-\d\dT\d{6}\.tar,new\.tar,old\.txt$/);
});

Deno.test({ name: "the unit exposes little of the machine", ignore: noAnalyzer }, async () => {
  const isBelow = async (unit: string) => {
    const options = ["--offline=true", `--threshold=${EXPOSURE_MAX}`];
    return (await run("systemd-analyze", "security", ...options, await unitFile(unit))).code === 0;
  };
  assert.ok(await isBelow(UNIT));
  assert.ok(!await isBelow(UNIT.replace("CapabilityBoundingSet=\n", "")));
});

Deno.test("the unit's limits fit those of the service", () => {
  const [gigabytes] = valuesOf("MemoryMax").map((value) => /^(\d+)G$/.exec(value)![1]);
  const memoryMax = Number(gigabytes) * 2 ** 30;
  const standard = readConfig({ MEMORY: memoryDefault(memoryMax) });
  const [seconds] = valuesOf("TimeoutStopSec").map((value) => /^(\d+)s$/.exec(value)![1]);
  const { DRAIN_DELAY, SHUTDOWN_TIMEOUT } = standard;
  assert.ok(Number(seconds) * 1000 > 2 * (DRAIN_DELAY + SHUTDOWN_TIMEOUT));
  const { MEMORY, REQUEST_BODIES_MAX_BYTES, TRANSCODE_CONCURRENCY, TRANSCODE_MEMORY_MAX_BYTES } =
    standard;
  const media = 2 * TRANSCODE_CONCURRENCY * TRANSCODE_MEMORY_MAX_BYTES;
  assert.ok(memoryMax > media + REQUEST_BODIES_MAX_BYTES + 1e9);
  assert.ok(memoryMax > TRANSCODE_CONCURRENCY * TRANSCODE_MEMORY_MAX_BYTES + MEMORY);
  const { DNS_LOOKUPS_MAX } = standard;
  assert.ok(Number(valuesOf("LimitNOFILE")[0]) > 10_000 + 2 * DNS_LOOKUPS_MAX);
  assert.deepEqual(valuesOf("RestartPreventExitStatus"), ["2 78"]);
});

Deno.test("the settings of the unit are complete but for their secrets, and within its state", async () => {
  const path = `${DIRECTORY}systemd/slidepost.conf`;
  const settings = await readConfigFile(path);
  const secrets = Object.keys(settings).filter((name) => settings[name] === "");
  assert.deepEqual(secrets, ["ADMIN_TOKEN", "METRICS_TOKEN", "SECRETS_KEY"]);
  const random = () => crypto.getRandomValues(new Uint8Array(32)).toBase64();
  const filled = Object.fromEntries(secrets.map((name) => [name, random()]));
  const config = readConfig(settingsFrom(settings, filled), { strict: true });
  const [state] = valuesOf("StateDirectory");
  assert.ok(config.DATA_DIR.startsWith(`/var/lib/${state}/`));
});

Deno.test({
  name: "the unit's user exists once sysusers.conf is installed",
  ignore: findProgram("systemd-sysusers") === undefined || Deno.uid() !== 0,
}, async () => {
  const root = await newDirectory();
  await Deno.mkdir(`${root}/etc/sysusers.d`, { recursive: true });
  await Deno.copyFile(`${DIRECTORY}systemd/sysusers.conf`, `${root}/etc/sysusers.d/slidepost.conf`);
  const { code, stderr } = await run("systemd-sysusers", `--root=${root}`);
  assert.equal(code, 0, stderr);
  const [user, , , , , home] = (await Deno.readTextFile(`${root}/etc/passwd`)).split(":");
  assert.deepEqual([[user], [home]], [valuesOf("User"), valuesOf("WorkingDirectory")]);
});

Deno.test("the command runs from any directory, through a link, with the permissions of its command", async () => {
  const link = `${await newDirectory()}/slidepost`;
  await Deno.symlink(`${DIRECTORY}slidepost`, link);
  const version = await run(link, "version");
  assert.match(version.stdout, /^slidepost \d+\.\d+\.\d+\ncommit +([\da-f]{40}|unknown)\n/);
  assert.equal(version.stderr, "");
  const unknown = await run(link, "start");
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [2, "unknown command: start (help lists the commands)\n"],
  );
});

/** Lists the system calls of a group, and of the groups in it. */
async function systemCallsOf(group: string): Promise<string[]> {
  const { stdout } = await run("systemd-analyze", "syscall-filter", group);
  const names = stdout.split("\n").slice(1).map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const nested = names.map((name) => name.startsWith("@") ? systemCallsOf(name) : [name]);
  return (await Promise.all(nested)).flat();
}

/** Lists the system calls that the unit's filters permit. */
async function permittedCalls(): Promise<string[]> {
  let permitted = new Set<string>();
  for (const filter of valuesOf("SystemCallFilter")) {
    const groups = filter.replace(/^~/, "").split(" ").map(systemCallsOf);
    const calls = new Set((await Promise.all(groups)).flat());
    permitted = filter.startsWith("~") ? permitted.difference(calls) : permitted.union(calls);
  }
  return [...permitted].sort();
}

/** Returns a PATH on which bubblewrap fails. */
async function withoutSandbox(): Promise<string> {
  const programs = await newDirectory();
  await Deno.writeTextFile(`${programs}/bwrap`, "#!/bin/sh\nexit 1", { mode: 0o755 });
  return `${programs}:${Deno.env.get("PATH")}`;
}

Deno.test({
  name: "all doors work with the system calls that the unit permits",
  ignore: noAnalyzer || findProgram("strace") === undefined,
}, async () => {
  const path = await newDirectory();
  const trace = `${path}/trace`;
  const permitted = (await permittedCalls()).map((name) => `?${name}`).join();
  // Traces the others only, in a process beside the service (-D).
  const strace = ["strace", "-D", "-f", "--seccomp-bpf", "-o", trace, `--trace=!${permitted}`];
  const { program, url } = await startServe({
    ...EVERY_DOOR,
    DATA_DIR: `${path}/data`,
    DATABASE_URL: await migratedDatabase(),
    // The unit has its own sandbox, in which that of ffmpeg does not work.
    PATH: await withoutSandbox(),
  }, { under: strace });
  await using _ = program;
  await useEveryDoor(url);
  program.kill("SIGTERM");
  assert.equal((await program.ending).code, 0);

  const lines = (await Deno.readTextFile(trace)).split("\n");
  const calls = lines.flatMap((line) => /^\d+ +(\w+)\(/.exec(line)?.[1] ?? []);
  // SQLite gives its files to the owner of their directory, and only where it runs as root.
  const foreign = Deno.uid() === 0 ? calls.filter((name) => name !== "fchown") : calls;
  assert.deepEqual([...new Set(foreign)], []);
  assert.ok(lines.some((line) => line.includes("+++ exited with 0 +++")), "nothing was traced");
});
