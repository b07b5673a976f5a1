/** Fixture: jobs, with what they log at info level and above. */
import { type Log, silentLog } from "../../../src/log/mod.ts";
import { startJobs, type TestJobs } from "../../support/jobs.ts";

export interface LoggedJobs extends AsyncDisposable {
  jobs: TestJobs;
  /** Lines, each with its facts as JSON. */
  logged: string[];
}

export async function startLoggedJobs(
  config: Record<string, string> = {},
): Promise<LoggedJobs> {
  const logged: string[] = [];
  const collect = (facts: object, message: string) =>
    void logged.push(`${JSON.stringify(facts)} ${message}`);
  const log: Log = { ...silentLog(), info: collect, warn: collect };
  const jobs = await startJobs({ log, config });
  return { jobs, logged, [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose]() };
}
