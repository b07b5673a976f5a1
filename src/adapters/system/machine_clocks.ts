/** Clocks of the machine. */
import type { MachineClocks } from "../../ports/mod.ts";
import { systemClock } from "./clock.ts";

export const systemMachineClocks: MachineClocks = {
  wall: () => systemClock.now(),
  uptime: () => Deno.osUptime() * 1000,
};
