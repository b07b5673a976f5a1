/** MMSC over MM7 (3GPP TS 23.140), as a kind of carrier. */
import type { Carrier } from "../carrier.ts";

export const mmscMm7: Carrier<"mmsc_mm7"> = {
  kind: "mmsc_mm7",
  secrets: ["password", "relayPassword", "tlsKey"],
  relayPath: "/mm7/relay",

  async check(settings, previous) {
    const { checkSettings } = await import("./settings.ts");
    checkSettings(settings, previous);
  },

  async create(name, settings, ports) {
    const { createMmscMm7 } = await import("./connector.ts");
    return createMmscMm7(name, settings, ports);
  },
};
