/**
 * Checks the machine's requirements before a service listens. Runs while the database opens, installs
 * nothing, and prints the commands that install what is missing.
 */
import type { Log } from "../../log/mod.ts";
import type { CreateService } from "../service/mod.ts";
import { howToInstall, packageManager } from "./instructions.ts";
import { type Requirement, REQUIREMENTS } from "./requirements.ts";

/**
 * Wraps `createService` so that a start fails where an essential requirement is missing: without
 * ffmpeg or its encoder, valid templates would be rejected. Other missing requirements are logged as
 * warnings. Slow probes, which run ffmpeg, follow once the service listens.
 */
export function checkedService(
  createService: CreateService,
  requirements: readonly Requirement[] = REQUIREMENTS,
): CreateService {
  return async (config, options) => {
    const quickCheck = missingOf(requirements.filter(({ slow }) => !slow));
    const service = await createService(config, {
      ...options,
      beforeListening: async () => assertInstalled((await quickCheck).filter(isEssential)),
    });
    const missing = [
      ...await quickCheck,
      ...await missingOf(requirements.filter(({ slow }) => slow)),
    ];
    try {
      assertInstalled(missing.filter(isEssential));
    } catch (error) {
      await service.stop();
      throw error;
    }
    warnOf(missing, service.log);
    return service;
  };
}

const isEssential = ({ essential }: Requirement) => essential;

function warnOf(missing: readonly Requirement[], log: Log): void {
  for (const requirement of missing) {
    const { name, why } = requirement;
    const command = howToInstall([requirement], packageManager()).join("\n");
    log.warn({ missing: name, why, command }, "an optional requirement is missing");
  }
}

async function missingOf(requirements: readonly Requirement[]): Promise<Requirement[]> {
  const met = await Promise.all(requirements.map(({ probe }) => probe()));
  return requirements.filter((_, index) => !met[index]);
}

/** @throws Error that names the missing requirements and the command that installs them. */
function assertInstalled(missing: readonly Requirement[]): void {
  if (missing.length === 0) return;
  const names = missing.map(({ name, why }) => `${name} is missing (it ${why})`);
  const lines = howToInstall(missing, packageManager()).map((line) => `  ${line}`);
  throw new Error(
    `${names.join(", ")}; to install ${missing.length === 1 ? "it" : "them"}:\n\n${
      lines.join("\n")
    }\n`,
  );
}
