/**
 * From what is missing, and what this machine lets us do, to what should happen. Pure.
 */
import {
  brew,
  debian,
  howToInstall,
  type PackageManager,
  union,
} from "../../src/program/setup/instructions.ts";
import type { Requirement } from "./requirements.ts";

/** The machine, as far as installing goes. */
export interface Platform {
  readonly packages: PackageManager;
  /** How commands run that install: as we are, through sudo without a password, or not at all. */
  readonly rights: "own" | "sudo" | "none";
}

/** One command of an installation. */
export interface Step {
  /** Shown while it runs. */
  readonly title: string;
  readonly command: readonly string[];
  /** When it fails, the rest is pointless. */
  readonly essential: boolean;
  /** Undoes what only the installation needed; runs at the end, whatever happened. */
  readonly undo?: readonly string[];
}

export type Plan =
  | { readonly kind: "ready" }
  | { readonly kind: "install"; readonly steps: readonly Step[] }
  /** We may not install: these lines tell how. */
  | { readonly kind: "tell"; readonly lines: readonly string[] };

/** Decides how to get what is missing. */
export function plan(missing: readonly Requirement[], platform: Platform): Plan {
  if (missing.length === 0) return { kind: "ready" };
  if (platform.packages === "unknown" || platform.rights === "none") {
    return { kind: "tell", lines: howToInstall(missing, platform.packages) };
  }
  const steps = platform.packages === "apt" ? aptSteps(missing) : brewSteps(missing);
  return { kind: "install", steps: platform.rights === "sudo" ? steps.map(withSudo) : steps };
}

const essential = (missing: readonly Requirement[]) => missing.filter((one) => one.essential);
const optional = (missing: readonly Requirement[]) => missing.filter((one) => !one.essential);

/** Apart, so that an optional package which does not exist here cannot stop the essential ones. */
function aptSteps(missing: readonly Requirement[]): Step[] {
  return [
    { title: "apt-get update", command: ["apt-get", "update", "-q"], essential: false },
    ...union(missing, debian).includes("postgresql") ? [noDefaultCluster] : [],
    ...aptInstall(essential(missing), true),
    ...aptInstall(optional(missing), false),
  ];
}

function aptInstall(wanted: readonly Requirement[], essential: boolean): Step[] {
  const packages = union(wanted, debian);
  return packages.length === 0 ? [] : [{
    title: `apt-get install ${packages.join(" ")}`,
    command: [
      ...["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-q", "-y"],
      ...["--no-install-recommends", "-o", "DPkg::Lock::Timeout=120", ...packages],
    ],
    essential,
  }];
}

/**
 * Debian's `postgresql` makes and starts a cluster of its own. We want the programs only, and
 * postgresql-common reads this directory before it decides; an administrator who installs another
 * version later gets the usual behaviour back, since the file goes again.
 */
const noDefaultCluster: Step = {
  title: "tell postgresql-common not to make a cluster",
  command: [
    "sh",
    "-c",
    "mkdir -p /etc/postgresql-common/createcluster.d && " +
    "echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.d/slidepost.conf",
  ],
  essential: true,
  undo: ["rm", "-f", "/etc/postgresql-common/createcluster.d/slidepost.conf"],
};

function brewSteps(missing: readonly Requirement[]): Step[] {
  return [[essential(missing), true] as const, [optional(missing), false] as const]
    .filter(([wanted]) => wanted.length > 0)
    .map(([wanted, essential]) => ({
      title: `brew install ${union(wanted, brew).join(" ")}`,
      command: ["brew", "install", ...union(wanted, brew)],
      essential,
    }));
}

function withSudo(step: Step): Step {
  return {
    ...step,
    command: ["sudo", "-n", ...step.command],
    ...step.undo && { undo: ["sudo", "-n", ...step.undo] },
  };
}
