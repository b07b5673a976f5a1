/** Commands of the machine's package manager that install missing requirements. */
import { isFile } from "./probe.ts";
import type { Requirement } from "./requirements.ts";

export type PackageManager = "apt" | "brew" | "unknown";

/** Fields of a requirement that an installation needs. */
type Installable = Pick<Requirement, "name" | "create" | "debian" | "brew">;
type Packages = (requirement: Installable) => readonly string[];
export const debian: Packages = (requirement) => requirement.debian;
export const brew: Packages = (requirement) => requirement.brew;

/** Detects the package manager by the system, without running anything. */
export function packageManager(): PackageManager {
  if (Deno.build.os === "darwin") return "brew";
  return isFile("/etc/debian_version") ? "apt" : "unknown";
}

/** Returns the shell commands that install all, or names to look for on an unknown system. */
export function howToInstall(missing: readonly Installable[], packages: PackageManager): string[] {
  switch (packages) {
    case "apt": {
      const packages = union(missing, debian);
      return [
        ...packages.length === 0 ? [] : [
          "sudo apt-get update && sudo apt-get install -y --no-install-recommends " +
          packages.join(" "),
        ],
        ...commandsOf(missing),
      ];
    }
    case "brew":
      return [
        `brew install ${union(missing, brew).join(" ")}    # Homebrew itself: https://brew.sh`,
      ];
    case "unknown":
      return [
        "with this system's package manager:",
        ...missing.filter(({ create }) => create === undefined)
          .map(({ name, debian }) => `  ${name}    # Debian's ${debian.join(" ")}`),
        ...commandsOf(missing),
      ];
  }
}

const commandsOf = (missing: readonly Installable[]): string[] =>
  missing.flatMap(({ create }) => create === undefined ? [] : [`sudo ${create.join(" ")}`]);

/** Collects the packages of several requirements, without duplicates. */
export function union(wanted: readonly Installable[], packages: Packages): string[] {
  return [...new Set(wanted.flatMap(packages))];
}
