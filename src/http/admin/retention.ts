/** Admin operation on retention. */
import type { AdminHandlers } from "../../generated/admin.ts";
import type { RetentionControl } from "../../jobs/maintenance/boundaries.ts";

export interface RetentionPorts {
  retention: Pick<RetentionControl, "catchUp">;
}

export function retentionHandlers({ retention }: RetentionPorts) {
  return {
    async catchUpRetention() {
      await retention.catchUp();
    },
  } satisfies Partial<AdminHandlers>;
}
