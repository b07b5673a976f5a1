/** Kind of carrier over a hosted API: a descriptor of its protocol, which is loaded when needed. */
import type { HttpCarrierKind, SecretName, SettingsOf } from "../../core/routing/connector.ts";
import type { Carrier } from "../carrier.ts";
import type { Protocol } from "./protocol.ts";

export interface HttpCarrierOptions<K extends HttpCarrierKind> {
  kind: K;
  secrets: readonly SecretName<K>[];
  /** Masks credentials within settings that are shown. Default: they have none. */
  masked?(settings: SettingsOf<K>): SettingsOf<K>;
  /** Loads the function that binds the protocol to settings. It throws a Refusal for invalid ones. */
  load(): Promise<(settings: SettingsOf<K>) => Protocol>;
}

/** Carrier whose callbacks arrive at `/carriers/{connector}`. */
export interface HttpCarrier<K extends HttpCarrierKind> extends Carrier<K> {
  readonly callbackPath: string;
}

export function httpCarrier<K extends HttpCarrierKind>(
  { kind, secrets, masked, load }: HttpCarrierOptions<K>,
): HttpCarrier<K> {
  return {
    kind,
    // All kinds have it, which the type of one kind does not show.
    secrets: [...secrets, "tlsKey" as SecretName<K>],
    ...masked === undefined ? {} : { masked },
    callbackPath: "/carriers",

    async check(settings, previous, ports) {
      const [protocolOf, { checkProtocol }] = await Promise.all([load(), import("./settings.ts")]);
      const before = previous === null ? null : protocolOf(previous);
      await checkProtocol(protocolOf(settings), before, settings.timeoutSeconds * 1000, ports);
    },

    async preview(settings) {
      const [protocolOf, { previewRequests }] = await Promise.all([
        load(),
        import("./preview.ts"),
      ]);
      return previewRequests(protocolOf(settings));
    },

    async create(name, settings, ports) {
      const [protocolOf, { createHttpConnector }] = await Promise.all([
        load(),
        import("./connector.ts"),
      ]);
      return createHttpConnector(name, settings, protocolOf(settings), ports);
    },
  };
}
