/** Passes messages from handsets to the host; parts once their message is complete. */
import { maskNumber } from "../../core/account/address.ts";
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { type Pdu, STATUS, type Status } from "../../smpp/pdu.ts";
import { type Addresses, addressesOf, type CollectedMessage } from "./collection.ts";
import { createParts } from "./parts.ts";
import { createRedelivery, fingerprintOf } from "./redelivery.ts";
import type { Session } from "./session.ts";
import type { SmppPorts } from "./types.ts";
import {
  decodeText,
  isSameAlphabet,
  joinedOctets,
  readUserData,
  type UserData,
} from "../../smpp/user_data.ts";

export interface InboundOptions {
  /** Name of the connector. */
  name: string;
  settings: SmscSmppSettings;
  parts: Pick<SmppPorts, "host" | "log">;
}

export interface Inbound {
  /**
   * Handles a deliver_sm or data_sm with a message. Resolves with the status of the response;
   * rejects when the host does.
   */
  handle(pdu: Pdu, session: Pick<Session, "endedAt">): Promise<Status>;
  stop(): Promise<void>;
}

/** Placeholder for missing parts. */
const GAP = "…";

export function createInbound({ name, settings, parts: { host, log } }: InboundOptions): Inbound {
  const { clock } = host;
  const redelivery = createRedelivery(clock);
  const pieces = createParts<UserData>({ clock, redelivery, deliver });

  async function deliver({ key, addresses, parts }: CollectedMessage): Promise<boolean> {
    const { from, to } = addresses;
    const missing = parts.filter((part) => part === null).length;
    if (missing > 0) {
      log.warn(
        { connector: name, from: maskNumber(from), to: maskNumber(to), missing },
        "parts of an inbound message are missing; delivering it without them",
      );
    }
    return await passOn(addresses, key, textOf(parts));
  }

  /** Passes a message to the host; false when no account owns the recipient. */
  async function passOn(addresses: Addresses, key: string, text: string): Promise<boolean> {
    const { from, to } = addresses;
    const at = clock.now();
    const message = { connector: name, key, ...addresses, text, operatorId: null, at };
    if (await host.inboundSms(message)) return true;
    log.warn(
      { connector: name, from: maskNumber(from), to: maskNumber(to) },
      "inbound message to a number that no account owns",
    );
    return false;
  }

  async function takeWhole(
    addresses: Addresses,
    data: UserData,
    session: Pick<Session, "endedAt">,
  ): Promise<Status> {
    const delivery = redelivery.begin(fingerprintOf(addresses, data), session);
    const isOwned = await passOn(addresses, delivery.key, textOf([data])).catch((error) => {
      delivery.failed();
      throw error;
    });
    delivery.stored();
    return isOwned ? STATUS.ok : STATUS.refused;
  }

  return {
    async handle(pdu, session) {
      const addresses = addressesOf(pdu);
      if (addresses.to === "") {
        log.warn(
          { connector: name, do: "ask the SMSC's operator why destination_addr is empty" },
          "inbound message without a recipient was refused",
        );
        return STATUS.invalidDestination;
      }
      const data = readUserData(pdu, settings);
      const { part } = data;
      if (part === null) return await takeWhole(addresses, data, session);
      const isOwned = await pieces.take(addresses, { ...data, part }, session);
      return isOwned ? STATUS.ok : STATUS.refused;
    },

    async stop() {
      const lost = await pieces.stop();
      if (lost > 0) {
        log.error({ connector: name, lost }, "incomplete inbound messages could not be stored");
      }
    },
  };
}

/** Decodes parts to text. Adjacent parts are decoded together: a character may span two of them. */
function textOf(parts: readonly (UserData | null)[]): string {
  let text = "";
  for (let at = 0; at < parts.length;) {
    const first = parts[at]!;
    let end = at + 1;
    if (first === null) {
      while (end < parts.length && parts[end] === null) end++;
      text += GAP;
    } else {
      while (isSameAlphabet(first, parts[end] ?? null)) end++;
      const run = parts.slice(at, end).map((part) => part!.octets);
      text += decodeText(joinedOctets(run), first.coding, first.languages);
    }
    at = end;
  }
  return text;
}
