/**
 * The look at the machine before a service opens its doors. It runs beside the opening of the
 * database, installs nothing, and says how to get what is missing.
 */
import type { Log } from "../../log.ts";
import type { MakeService } from "../service.ts";
import { howToInstall, packageManager } from "./instructions.ts";
import { type Requirement, REQUIREMENTS } from "./requirements.ts";

/**
 * Makes services whose doors stay shut where something is missing that they cannot do without:
 * lacking ffmpeg or its encoder, good templates would be told to be bad. What else is missing is a
 * warning on the log, and is looked for once the doors are open.
 */
export function checkedService(
  makeService: MakeService,
  requirements: readonly Requirement[] = REQUIREMENTS,
): MakeService {
  return async (config, env) => {
    const looking = missingOf(requirements.filter(({ startsWithout }) => !startsWithout));
    const service = await makeService(config, {
      ...env,
      beforeListening: async () => refuseWithout(await looking),
    });
    const others = requirements.filter(({ startsWithout }) => startsWithout);
    void missingOf(others).then((missing) => warnOf(missing, service.log));
    return service;
  };
}

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
