/** Health of senders, by the connectors that their messages go to. */
import { selectConnectors } from "../../core/routing/connector_selection.ts";
import type { Connector, SenderHealth } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";
import { takes } from "./connecting.ts";

export function createSenderHealth(
  { circuitBreaker, config, connectors, routing }: Pick<
    JobPorts,
    "circuitBreaker" | "config" | "connectors" | "routing"
  >,
): SenderHealth {
  const works = (connector: Connector) =>
    !connector.isDisabled && connector.state().isUp !== false &&
    circuitBreaker.stateOf(connector.name).state !== "open";

  return {
    async isHealthy(originator, { account, kind, operatorId }) {
      const { routes } = await routing.table();
      const routed = { account, sender: originator.address, operator: operatorId, kind };
      const { names } = selectConnectors(routes, originator, routed, config.DEFAULT_CONNECTOR);
      return names.some((name) => {
        const connector = connectors.get(name);
        return takes(connector, kind) && works(connector);
      });
    },
  };
}
