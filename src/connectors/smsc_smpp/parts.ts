/** Takes the parts of concatenated messages of an SMSC, each as often as it is delivered anew. */
import { deadline } from "../../lib/deadline.ts";
import type { Clock } from "../../ports/mod.ts";
import type { UserData } from "../../smpp/user_data.ts";
import type { Addresses, PartData } from "./collection.ts";
import { createReassembly, type ReassemblyOptions } from "./reassembly.ts";
import { fingerprintOf, type Redelivery } from "./redelivery.ts";
import type { Session } from "./session.ts";

export interface Parts<Data extends UserData> {
  /**
   * Takes a part. Resolves once its message is delivered, or can wait no longer for the others; with
   * false if no account owns the recipient. Rejects when the message could not be stored.
   */
  take(
    addresses: Addresses,
    data: PartData<Data>,
    session: Pick<Session, "endedAt">,
  ): Promise<boolean>;
  /** Delivers the incomplete messages. Resolves with the number of those that failed. */
  stop(): Promise<number>;
}

/**
 * Maximum time that the response to a part waits for its message to be stored, in milliseconds.
 * After that the part is confirmed alone: an SMSC that sends one delivery at a time would otherwise
 * never send the next part.
 */
const PART_RESPONSE_MS = 300;

export interface PartsOptions<Data extends UserData> {
  clock: Clock;
  redelivery: Redelivery;
  deliver: ReassemblyOptions<Data>["deliver"];
}

export function createParts<Data extends UserData>(
  { clock, redelivery, deliver }: PartsOptions<Data>,
): Parts<Data> {
  const reassembly = createReassembly<Data>({ clock, deliver });

  return {
    async take(addresses, data, session) {
      const delivery = redelivery.begin(fingerprintOf(addresses, data), session);
      try {
        const added = reassembly.add(addresses, data, delivery.key);
        const isOwned = await deadline(added, PART_RESPONSE_MS, () => true);
        delivery.stored();
        return isOwned;
      } catch (error) {
        delivery.failed();
        throw error;
      }
    },

    stop: reassembly.stop,
  };
}
