/**
 * Installs the missing requirements of slidepost on this machine, or prints the commands where it has
 * no right to. Prints nothing where all are installed.
 *
 *     deno run -A tools/setup.ts start|test|full|bench [--check]
 *
 * `--check` installs nothing, and prints what is missing and how to install it.
 */
import { howToInstall } from "../src/program/setup/instructions.ts";
import { install, platform } from "./setup/install.ts";
import { plan } from "./setup/plan.ts";
import { neededFor, type Requirement, type Stage, STAGES } from "./setup/requirements.ts";

/** Installs or reports the missing requirements of a stage. Resolves with whether it can go on. */
export async function setUp(stage: Stage, { check = false } = {}): Promise<boolean> {
  const missing = await missingFor(stage);
  if (missing.length === 0) return true;
  if (check) return printInstructions(missing, howToInstall(missing, (await platform()).packages));
  using _lock = await lockSetup();
  // Another setup may have installed them during the wait for the lock.
  return await installMissing(stage, await missingFor(stage));
}

async function installMissing(stage: Stage, missing: readonly Requirement[]): Promise<boolean> {
  const planned = plan(missing, await platform());
  switch (planned.kind) {
    case "ready":
      return true;
    case "tell":
      return printInstructions(missing, planned.lines);
    case "install":
      report(missing);
      return await install(planned.steps) && confirm(await missingFor(stage));
  }
}

/** Prints what is missing and the commands that install it; tells whether all is optional. */
function printInstructions(missing: readonly Requirement[], lines: readonly string[]): boolean {
  const isOptional = report(missing);
  console.error(`setup: to install ${missing.length === 1 ? "it" : "them"}:\n`);
  for (const line of lines) console.error(`  ${line}`);
  console.error();
  return isOptional;
}

/** Probes again after installation: Homebrew keeps some formulae off the PATH. */
function confirm(missing: readonly Requirement[]): boolean {
  const kegs = [...new Set(missing.flatMap(({ brew }) => brew))].join(" ");
  if (kegs && Deno.build.os === "darwin") {
    console.error(`setup: if it was installed just now, try: brew link --force ${kegs}`);
  }
  return report(missing);
}

async function missingFor(stage: Stage): Promise<Requirement[]> {
  const needed = neededFor(stage);
  const met = await Promise.all(needed.map(({ probe }) => probe()));
  return needed.filter((_, index) => !met[index]);
}

/** Prints what is missing; tells whether all is optional. */
function report(missing: readonly Requirement[]): boolean {
  for (const { name, why, essential } of missing) {
    console.error(`setup: ${name} is missing (it ${why})${essential ? "" : "; optional"}`);
  }
  return !missing.some(({ essential }) => essential);
}

/** Waits for other setups to end: `apt-get update` does not wait for its lock by itself. */
async function lockSetup(): Promise<Disposable> {
  const directory = (Deno.env.get("TMPDIR") ?? "/tmp").replace(/\/$/, "");
  const lock = await Deno.open(`${directory}/slidepost-setup-${Deno.uid()}.lock`, {
    create: true,
    write: true,
  });
  const waitNotice = setTimeout(
    () => console.error("setup: waiting for another setup to end"),
    500,
  );
  await lock.lock(true);
  clearTimeout(waitNotice);
  return lock; // closing the file unlocks it
}

function isStage(word: string | undefined): word is Stage {
  return (STAGES as readonly (string | undefined)[]).includes(word);
}

if (import.meta.main) {
  const [stage, ...options] = Deno.args;
  if (!isStage(stage) || options.some((option) => option !== "--check")) {
    console.error("usage: deno run -A tools/setup.ts start|test|full|bench [--check]");
    Deno.exit(2);
  }
  Deno.exit(await setUp(stage, { check: options.includes("--check") }) ? 0 : 1);
}
