/** Circuit breakers of connectors and receivers. */
import type { FC } from "hono/jsx";
import type { ConnectorState } from "../../generated/admin.ts";
import { Time } from "./text.tsx";

/** State of a circuit breaker; nothing for a closed one, which is as it should be. */
export const BreakerLabel: FC<{ state: ConnectorState["circuit-breaker"]; until: string | null }> =
  (
    { state, until },
  ) => {
    if (state === "closed") return null;
    if (state === "half-open") return <span class="state busy">circuit half-open</span>;
    return (
      <span class="state bad">
        circuit open until <Time at={until} />
      </span>
    );
  };
