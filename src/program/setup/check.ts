/**
 * The look at the machine before a service opens its doors. It runs beside the opening of the
 * database, installs nothing, and says how to get what is missing.
 */
import type { Log } from "../../log/mod.ts";
import type { CreateService } from "../service.ts";
import { howToInstall, packageManager } from "./instructions.ts";
import { type Requirement, REQUIREMENTS } from "./requirements.ts";

/**
 * Makes services that end their start where something essential is missing: lacking ffmpeg or its
 * encoder, good templates would be told to be bad. What else is missing is a warning on the log.
 * A run of ffmpeg takes as long as the start itself, so it follows once the doors are open.
 */
export function checkedService(
  createService: CreateService,
  requirements: readonly Requirement[] = REQUIREMENTS,
): CreateService {
  return async (config, env) => {
    const looking = missingOf(requirements.filter(({ slow }) => !slow));
    const service = await createService(config, {
      ...env,
      beforeListening: async () => refuseWithout((await looking).filter(isEssential)),
    });
    const missing = [
      ...await looking,
      ...await missingOf(requirements.filter(({ slow }) => slow)),
    ];
    try {
      refuseWithout(missing.filter(isEssential));
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
    log.warn({ missing: name, why, command }, "set-up lacks something");
  }
}

async function missingOf(requirements: readonly Requirement[]): Promise<Requirement[]> {
  const met = await Promise.all(requirements.map(({ probe }) => probe()));
  return requirements.filter((_, index) => !met[index]);
}

/** @throws Error that names what is missing, and the command. */
function refuseWithout(missing: readonly Requirement[]): void {
  if (missing.length === 0) return;
  const names = missing.map(({ name, why }) => `${name} is missing (it ${why})`);
  const lines = howToInstall(missing, packageManager()).map((line) => `  ${line}`);
  throw new Error(
    `${names.join(", ")}; to install ${missing.length === 1 ? "it" : "them"}:\n\n${
      lines.join("\n")
    }\n`,
  );
}
