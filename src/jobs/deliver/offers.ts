/** Form of an MMS for each connector: carriers have limits of their own. */
import type { Form } from "../../core/composition/compose.ts";
import { type DeliverAs, deliverAs, type DeliverAsInput } from "../../core/message/deliver_as.ts";
import type { MmsLimits } from "../../core/composition/mms_limits.ts";
import type { Connector } from "../../ports/mod.ts";

export interface Offers {
  /** Decision for the first connector that can take it as MMS; if none can, for the first one. */
  as: DeliverAs;
  /** Connectors that can take it as MMS, in their order. */
  connectors: Connector[];
  /** Returns the form for a connector; undefined: it cannot take it as MMS. */
  formFor(connector: Connector): Form | undefined;
}

/** Decides the form for each of the connectors. */
export function offersOf(connectors: readonly Connector[], input: DeliverAsInput): Offers {
  const decisions = new Map<MmsLimits | null, DeliverAs>();

  function decideFor({ mms: carrier = null }: Pick<Connector, "mms">): DeliverAs {
    const decision = decisions.get(carrier) ?? deliverAs({ ...input, carrier });
    decisions.set(carrier, decision);
    return decision;
  }

  const taking = connectors.filter((connector) => decideFor(connector).as === "MMS");
  return {
    as: decideFor(taking[0] ?? connectors[0] ?? {}),
    connectors: taking,
    formFor(connector) {
      const decision = decideFor(connector);
      return decision.as === "MMS" ? decision.form : undefined;
    },
  };
}
