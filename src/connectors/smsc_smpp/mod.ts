/** SMSC over SMPP 3.4, as a kind of carrier. */
import type { Carrier } from "../carrier.ts";

export const smscSmpp: Carrier<"smsc_smpp"> = {
  kind: "smsc_smpp",
  secrets: ["password", "tlsKey"],

  async check(settings, previous) {
    const { checkSettings } = await import("./settings.ts");
    checkSettings(settings, previous);
  },

  async create(name, settings, ports) {
    const { createSmscSmpp } = await import("./connector.ts");
    return createSmscSmpp(name, settings, ports);
  },
};
