/**
 * Plans the installation of missing requirements within the rights on this machine. Pure.
 */
import {
  brew,
  debian,
  howToInstall,
  type PackageManager,
  union,
} from "../../src/program/setup/instructions.ts";
import type { Requirement } from "./requirements.ts";

/** Package manager and rights of the machine. */
export interface Platform {
  readonly packages: PackageManager;
  /** Rights to install: those of the current user, sudo without a password, or none. */
  readonly rights: "own" | "sudo" | "none";
}

/** Command of an installation. */
export interface Step {
  /** Shown while it runs. */
  readonly title: string;
  readonly command: readonly string[];
  /** Whether its failure ends the installation. */
  readonly essential: boolean;
  /** Command that reverts the step at the end, also after a failure. */
  readonly undo?: readonly string[];
}

export type Plan =
  | { readonly kind: "ready" }
  | { readonly kind: "install"; readonly steps: readonly Step[] }
  /** No right to install: lines with instructions. */
  | { readonly kind: "tell"; readonly lines: readonly string[] };

/** Plans the installation of missing requirements. */
export function plan(missing: readonly Requirement[], platform: Platform): Plan {
  if (missing.length === 0) return { kind: "ready" };
  if (platform.packages === "unknown" || platform.rights === "none") {
    return { kind: "tell", lines: howToInstall(missing, platform.packages) };
  }
  const steps = platform.packages === "apt" ? aptSteps(missing) : brewSteps(missing);
  return { kind: "install", steps: platform.rights === "sudo" ? steps.map(withSudo) : steps };
}

const essential = (missing: readonly Requirement[]) =>
  missing.filter((requirement) => requirement.essential);
const optional = (missing: readonly Requirement[]) =>
  missing.filter((requirement) => !requirement.essential);

/** Installs optional packages separately: one that does not exist must not stop the essential ones. */
function aptSteps(missing: readonly Requirement[]): Step[] {
  const update = {
    title: "apt-get update",
    command: ["apt-get", "update", "-q"],
    essential: false,
  };
  return [
    ...union(missing, debian).length === 0 ? [] : [update],
    ...union(missing, debian).includes("postgresql") ? [noDefaultCluster] : [],
    ...aptInstall(essential(missing), true),
    ...aptInstall(optional(missing), false),
    ...missing.flatMap(({ name, create: command, essential }) =>
      command === undefined ? [] : [{ title: `create the ${name}`, command, essential }]
    ),
  ];
}

function aptInstall(wanted: readonly Requirement[], essential: boolean): Step[] {
  const packages = union(wanted, debian);
  return packages.length === 0 ? [] : [{
    title: `apt-get install ${packages.join(" ")}`,
    command: [
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      "install",
      "-q",
      "-y",
      "--no-install-recommends",
      "-o",
      "DPkg::Lock::Timeout=120",
      ...packages,
    ],
    essential,
  }];
}

/**
 * Prevents Debian's `postgresql` package from creating and starting a cluster: only its programs are
 * needed. postgresql-common reads this directory; the file is removed afterwards, so that other
 * versions installed later behave as usual.
 */
const noDefaultCluster: Step = {
  title: "configure postgresql-common to create no cluster",
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
