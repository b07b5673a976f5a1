/** Processor time and memory of processes, as Linux counts them. */

/** Ticks a second of the times in /proc (USER_HZ, always 100 on Linux). */
const TICKS = 100;

/** Returns the processor time of a process and its descendants so far, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  const parents = new Map<number, number>();
  const times = new Map<number, number>();
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => null);
    if (stat === null) continue; // it has just ended
    // The name in parentheses may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
    parents.set(Number(name), fields[1]!);
    // utime, stime, and the same of children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    times.set(Number(name), 1000 * ticks / TICKS);
  }
  const isWithin = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isWithin(parents.get(each)));
  return [...times].reduce((sum, [each, ms]) => isWithin(each) ? sum + ms : sum, 0);
}

/** Returns the processor time of children of this process that have ended, in milliseconds. */
export async function endedProcessesMs(): Promise<number> {
  const stat = await Deno.readTextFile("/proc/self/stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
  return 1000 * (fields[13]! + fields[14]!) / TICKS;
}

/** Returns the resident memory of a process (VmRSS), in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return 1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)![1]);
}
