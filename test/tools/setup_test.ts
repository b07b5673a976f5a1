/** Remedies that setup proposes for something missing, on each kind of machine. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { type Plan, plan, type Platform } from "../../tools/setup/plan.ts";
import type { Probe } from "../../src/program/setup/probe.ts";
import { program } from "../../tools/setup/probe.ts";
import { neededFor, type Requirement, requirements } from "../../tools/setup/requirements.ts";

const missing = (...names: string[]): Requirement[] =>
  requirements.filter(({ name }) => names.some((start) => name.startsWith(start)));

const cases: readonly {
  readonly title: string;
  readonly missing: readonly Requirement[];
  readonly platform: Platform;
  /** Commands that would run, or lines that would be printed. */
  readonly kind: Plan["kind"];
  readonly lines: readonly string[];
}[] = [
  {
    title: "nothing missing: nothing to do, wherever",
    missing: [],
    platform: { packages: "unknown", rights: "none" },
    kind: "ready",
    lines: [],
  },
  {
    title: "Debian as root: update once, then install without questions",
    missing: missing("ffmpeg", "ffprobe", "xmllint"),
    platform: { packages: "apt", rights: "own" },
    kind: "install",
    lines: [
      "apt-get update -q",
      "env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends " +
      "-o DPkg::Lock::Timeout=120 ffmpeg libavcodec-extra libxml2-utils",
    ],
  },
  {
    title: "Debian with sudo: optional packages apart, so that they cannot stop the others",
    missing: missing("xmllint", "Chromium", "Noto"),
    platform: { packages: "apt", rights: "sudo" },
    kind: "install",
    lines: [
      "sudo -n apt-get update -q",
      "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install -q -y " +
      "--no-install-recommends -o DPkg::Lock::Timeout=120 libxml2-utils",
      "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install -q -y " +
      "--no-install-recommends -o DPkg::Lock::Timeout=120 fonts-noto-color-emoji chromium",
    ],
  },
  {
    title: "Debian without rights: the line to run",
    missing: missing("ffmpeg", "PostgreSQL"),
    platform: { packages: "apt", rights: "none" },
    kind: "tell",
    lines: [
      "sudo apt-get update && sudo apt-get install -y --no-install-recommends " +
      "ffmpeg libavcodec-extra postgresql",
    ],
  },
  {
    title: "macOS with Homebrew",
    missing: missing("ffmpeg", "Liberation"),
    platform: { packages: "brew", rights: "own" },
    kind: "install",
    lines: ["brew install ffmpeg-full", "brew install font-liberation"],
  },
  {
    title: "macOS without Homebrew: the line to run, and where to get it",
    missing: missing("ffmpeg", "PostgreSQL"),
    platform: { packages: "brew", rights: "none" },
    kind: "tell",
    lines: ["brew install ffmpeg-full postgresql@17    # Homebrew itself: https://brew.sh"],
  },
  {
    title: "a system we do not know: names to look for",
    missing: missing("xmllint"),
    platform: { packages: "unknown", rights: "none" },
    kind: "tell",
    lines: ["with this system's package manager:", "  xmllint    # Debian's libxml2-utils"],
  },
  {
    title: "no user of the database as root: it is created, without a package",
    missing: missing("user slidepost"),
    platform: { packages: "apt", rights: "own" },
    kind: "install",
    lines: ["useradd --system --no-create-home --shell /usr/sbin/nologin slidepost"],
  },
  {
    title: "no user of the database on a system we do not know: the line to run",
    missing: missing("xmllint", "user slidepost"),
    platform: { packages: "unknown", rights: "none" },
    kind: "tell",
    lines: [
      "with this system's package manager:",
      "  xmllint    # Debian's libxml2-utils",
      "sudo useradd --system --no-create-home --shell /usr/sbin/nologin slidepost",
    ],
  },
];

for (const { title, missing, platform, kind, lines } of cases) {
  Deno.test(title, () => {
    const remedies = plan(missing, platform);
    assert.equal(remedies.kind, kind);
    assert.deepEqual(linesOf(remedies), lines);
  });
}

Deno.test("PostgreSQL is installed without a server that Debian would start", () => {
  for (const rights of ["own", "sudo"] as const) {
    const remedies = plan(missing("PostgreSQL"), { packages: "apt", rights });
    assert.ok(remedies.kind === "install");
    const [, guard, install] = remedies.steps;
    assert.match(guard!.command.join(" "), /create_main_cluster = false/);
    assert.match(guard!.undo!.join(" "), /rm -f .*slidepost\.conf$/);
    assert.match(install!.command.join(" "), / postgresql$/);
  }
});

Deno.test("an optional package may fail, an essential one may not", () => {
  const remedies = plan(missing("xmllint", "Chromium"), { packages: "apt", rights: "own" });
  assert.ok(remedies.kind === "install");
  assert.deepEqual(remedies.steps.map(({ essential }) => essential), [false, true, false]);
});

Deno.test("each stage needs all that the previous one needs", () => {
  assert.deepEqual(neededFor("bench"), requirements);
  assert.ok(neededFor("start").every((need) => neededFor("test").includes(need)));
  assert.ok(neededFor("start").length < neededFor("test").length);
  assert.ok(neededFor("start").every((requirement) => neededFor("test").includes(requirement)));
  assert.ok(!neededFor("start").some(({ name }) => name === "PostgreSQL server"));
});

Deno.test("every requirement can be installed on Debian and on macOS", () => {
  for (const { name, create, debian, brew } of requirements) {
    assert.ok(create !== undefined || debian.length > 0, name);
    // Nothing else is of Linux alone.
    assert.ok(brew.length > 0 || ["bubblewrap", "user slidepost"].includes(name), name);
  }
});

Deno.test("a program is looked up on the PATH", async () => {
  assert.equal(await held(program("sh")), true);
  assert.equal(await held(program("no-such-program", "sh")), true);
  assert.equal(await held(program("no-such-program")), false);
});

Deno.test("without ffmpeg a check fails, and names ffmpeg, its encoder and their purpose", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/setup.ts", "start", "--check"],
    cwd: new URL("../..", import.meta.url),
    env: { PATH: "/nowhere" },
  }).output();
  const output = new TextDecoder().decode(stderr);
  assert.equal(code, 1);
  assert.match(output, /^setup: ffmpeg is missing \(it transcodes video and sound\)$/m);
  assert.match(output, /^setup: ffmpeg's AMR-NB encoder .* is missing/m);
  assert.match(output, /^setup: to install them:\n\n {2}.*\n?.*ffmpeg/m);
});

function linesOf(plan: Plan): string[] {
  switch (plan.kind) {
    case "ready":
      return [];
    case "tell":
      return [...plan.lines];
    case "install":
      return plan.steps.map(({ command }) => command.join(" "));
  }
}

Deno.test("a start in production only checks; the sandbox and the tests install", () => {
  assert.match(deno.tasks.serve, /setup\.ts start --check &&/);
  assert.match(deno.tasks.start, /setup\.ts start &&/);
});

const held = async (probe: Probe) => await probe();
