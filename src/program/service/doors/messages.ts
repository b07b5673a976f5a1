/** Doors that take messages. */
import type { ActionPorts } from "../../../actions/ports.ts";
import type { Config } from "../../../config/mod.ts";
import { isWebhook } from "../../../connectors/smsgate/callbacks.ts";
import type { AppPorts } from "../../../http/app.ts";
import { lazy } from "../lazy.ts";
import type { DoorsOptions, LoadActions, Shared } from "./options.ts";

type MessageParts = Pick<DoorsOptions, "addresses" | "clock" | "jobs" | "log" | "storage">;

/** Creates the doors that take messages: JSON, its XML form, MM7, and those that carriers post to. */
export function messageDoors(
  config: Config,
  { addresses, clock, jobs: { connectors }, log, storage: { accounts, exchanges } }: MessageParts,
  { actions, bodies, clientAddress, guard, ports }: Shared & {
    actions: LoadActions;
    ports: ActionPorts;
  },
): Pick<AppPorts, "carrierCallback" | "jsonDoor" | "mm7Door" | "mm7Relay" | "xmlDoor"> {
  const common = { accounts, bodies, clientAddress, clock, exchanges, guard, log };
  const json = lazy(async () => {
    const [{ createJsonDoor }, { performAction }] = await Promise.all([
      import("../../../http/json/door.ts"),
      actions(),
    ]);
    return createJsonDoor({ ...common, performAction });
  });
  const xml = lazy(async () => {
    const [{ createXmlDoor }, { performAction }] = await Promise.all([
      import("../../../http/json/xml_door.ts"),
      actions(),
    ]);
    return createXmlDoor({ ...common, performAction });
  });
  const mm7 = lazy(async () => {
    const { createMm7Door } = await import("../../../http/mm7/door.ts");
    return createMm7Door({ ports, accounts, clientAddress, guard, log, bodies, exchanges });
  });
  const relay = lazy(async () => {
    const { createMm7Relay } = await import("../../../http/carriers/relay.ts");
    return createMm7Relay({ connectors, guard, bodies, log, maxBytes: config.MM7_BODY_MAX_BYTES });
  });
  const callbacks = lazy(async () => {
    const { createCarrierCallbacks } = await import("../../../http/carriers/callbacks.ts");
    return createCarrierCallbacks({
      connectors,
      guard,
      bodies,
      log,
      // A phone posts the content of an MMS itself.
      maxBytes: config.MM7_BODY_MAX_BYTES,
      mayHaveMedia: isWebhook,
      baseUrl: addresses.baseUrl,
    });
  });
  return {
    jsonDoor: async (request) => (await json())(request),
    xmlDoor: async (request) => (await xml())(request),
    mm7Door: async (request) => (await mm7())(request),
    mm7Relay: async (name, request) => (await relay())(name, request),
    carrierCallback: async (name, request) => (await callbacks())(name, request),
  };
}
