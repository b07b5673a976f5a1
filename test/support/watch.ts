/** Dependency watches for tests of other subjects. */
import { createDependencyWatch, type DependencyWatch } from "../../src/log/dependency_watch.ts";
import { type Log, silentLog } from "../../src/log/mod.ts";

export function testWatch(log: Log = silentLog()): DependencyWatch {
  return createDependencyWatch({ log, kind: "connector" });
}
