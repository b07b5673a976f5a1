/**
 * Makes sure that what slidepost needs from the machine is installed: looks first, installs what
 * is missing where it may, and otherwise says what to run. Silent when all is there.
 *
 *     deno run -A tools/setup.ts start|test|bench [--check]
 *
 * `--check` installs nothing, and only says what is missing and how to get it.
 */
import { howToInstall } from "../src/program/setup/instructions.ts";
import { install, platform } from "./setup/install.ts";
import { plan } from "./setup/plan.ts";
import { neededFor, type Requirement, type Stage, STAGES } from "./setup/requirements.ts";

/** Answers whether the stage can go on. */
export async function setUp(stage: Stage, { check = false } = {}): Promise<boolean> {
  const missing = await missingFor(stage);
  if (missing.length === 0) return true;
  if (check) return tell(missing, howToInstall(missing, (await platform()).packages));
  using _lock = await onlyOneSetup();
  // Another setup may have installed them while we waited for the lock.
  return await obtain(stage, await missingFor(stage));
}

async function obtain(stage: Stage, missing: readonly Requirement[]): Promise<boolean> {
  const made = plan(missing, await platform());
  switch (made.kind) {
    case "ready":
      return true;
    case "tell":
      return tell(missing, made.lines);
    case "install":
      report(missing);
      return await install(made.steps) && confirm(await missingFor(stage));
  }
}

/** Names what is missing and the lines that install it; answers whether we can do without. */
function tell(missing: readonly Requirement[], lines: readonly string[]): boolean {
  const canGoOn = report(missing);
  console.error(`setup: to install ${missing.length === 1 ? "it" : "them"}:\n`);
  for (const line of lines) console.error(`  ${line}`);
  console.error();
  return canGoOn;
}

/** Packages can be installed and yet not do: Homebrew keeps some formulae off the PATH. */
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

/** Names what is missing; answers whether we can do without. */
function report(missing: readonly Requirement[]): boolean {
  for (const { name, why, essential } of missing) {
    console.error(`setup: ${name} is missing (it ${why})${essential ? "" : "; optional"}`);
  }
  return !missing.some(({ essential }) => essential);
}

/** Two setups at once take turns: `apt-get update` does not wait for a lock by itself. */
async function onlyOneSetup(): Promise<Disposable> {
  const directory = (Deno.env.get("TMPDIR") ?? "/tmp").replace(/\/$/, "");
  const lock = await Deno.open(`${directory}/slidepost-setup-${Deno.uid()}.lock`, {
    create: true,
    write: true,
  });
  const patience = setTimeout(() => console.error("setup: waiting for another setup to end"), 500);
  await lock.lock(true);
  clearTimeout(patience);
  return lock; // closing the file unlocks it
}

function isStage(word: string | undefined): word is Stage {
  return (STAGES as readonly (string | undefined)[]).includes(word);
}

if (import.meta.main) {
  const [stage, ...options] = Deno.args;
  if (!isStage(stage) || options.some((option) => option !== "--check")) {
    console.error("usage: deno run -A tools/setup.ts start|test|bench [--check]");
    Deno.exit(2);
  }
  Deno.exit(await setUp(stage, { check: options.includes("--check") }) ? 0 : 1);
}
