/** Connectors: what they are doing, and the traffic. */
import { ConnectorStates } from "../../components/connector_states.tsx";
import { Live } from "../../components/live.tsx";
import { TrafficCharts, TrafficTable } from "../../components/traffic.tsx";
import type { Page } from "../../model/page.ts";
import { CarriersHead } from "./frame.tsx";
import { CARRIERS_PATH } from "./paths.ts";

export const carriersPage: Page = {
  path: CARRIERS_PATH,

  async open({ api, may }) {
    const [states, stats] = await Promise.all([
      api.call("listConnectorStates"),
      api.call("readStats"),
    ]);
    const live = {
      connectors: <ConnectorStates of={states.items} />,
      traffic: <TrafficCharts of={stats.minutes} />,
      minutes: <TrafficTable of={stats.minutes} />,
    };
    return {
      title: "Carriers",
      live,
      main: (
        <>
          <CarriersHead at={CARRIERS_PATH} mayCreate={may("createConnector")}>
            <span class="live">Live</span>
          </CarriersHead>
          <p class="hint process">
            What this process is doing since its start. Each of several processes on one database
            has its own sessions, circuit breakers and counts.
          </p>
          <section aria-labelledby="connectors-title">
            <h2 class="unseen" id="connectors-title">Connectors</h2>
            <Live id="connectors">{live.connectors}</Live>
          </section>
          <section class="card">
            <h2>The last hour</h2>
            <Live id="traffic">{live.traffic}</Live>
            <details>
              <summary>The same as a table</summary>
              <Live id="minutes">{live.minutes}</Live>
            </details>
          </section>
        </>
      ),
    };
  },
};
