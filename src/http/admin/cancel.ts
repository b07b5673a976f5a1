/** Admin operation that calls a message back. */
import { callBack } from "../../actions/cancelmessage.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Clock, Store } from "../../ports/mod.ts";
import { note } from "../requests/request_log.ts";
import { missing } from "./refusals.ts";
import { messageView } from "./views.ts";

export interface CancelPorts {
  clock: Clock;
  store: Pick<Store, "messages">;
}

export function cancelHandlers(ports: CancelPorts) {
  return {
    async cancelMessage({ params: { "tracking-id": id } }) {
      const message = await callBack(async () => {
        const message = await ports.store.messages.byTrackingId(id);
        if (message === null) throw missing("tracking-id");
        note({ account: message.account });
        return message;
      }, ports);
      return messageView(message);
    },
  } satisfies Partial<AdminHandlers>;
}
