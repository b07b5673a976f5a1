/**
 * Memory that the process may use: the least limit of its control groups and the machine. Deno reads
 * `proc` and `sys` only with all permissions, which the launcher has and the program has not.
 */
import { dirname } from "node:path/posix";

/** Controllers of control groups: mount point and file of the limit (cgroups(7)). */
const CONTROLLERS = [
  { line: /^0::(\/.*)$/m, mount: "sys/fs/cgroup", file: "memory.max" }, // version 2
  {
    line: /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(\/.*)$/m, // version 1
    mount: "sys/fs/cgroup/memory",
    file: "memory.limit_in_bytes",
  },
];

/**
 * Reads the limit, in bytes.
 * @param root Directory of `proc` and `sys`.
 * @param machine Returns the memory of the machine, in bytes.
 */
export function memoryLimit(
  root = "/",
  machine = () => Deno.systemMemoryInfo().total,
): number {
  const groups = read(`${root}/proc/self/cgroup`) ?? "";
  const limits = CONTROLLERS.flatMap(({ line, mount, file }) => {
    const group = line.exec(groups)?.[1];
    if (group === undefined) return [];
    // A limit holds for the groups below, too. In a container the mount point may be the own group.
    return [...ancestorsOf(group)].map((path) =>
      Number(read(`${root}/${mount}/${path}/${file}`) ?? NaN) // "max" is no number, either
    );
  });
  return Math.min(machine(), ...limits.filter((limit) => limit > 0));
}

function* ancestorsOf(path: string): Generator<string> {
  for (; path !== "/"; path = dirname(path)) yield path;
  yield "/";
}

/** Reads a file; null: it is missing. */
function read(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}
