/** Admin operation on retention. */
import type { AdminHandlers } from "../../generated/admin.ts";
import type { AdminPorts } from "./ports.ts";

export function retentionHandlers({ retention }: Pick<AdminPorts, "retention">) {
  return {
    async catchUpRetention() {
      await retention.catchUp();
    },
  } satisfies Partial<AdminHandlers>;
}
