/** Messages from handsets, as an SMSC delivers them: whole ones at once, parts when they are whole. */
import { createHash } from "node:crypto";
import { maskNumber } from "../../core/account/address.ts";
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import { readAddress } from "../../smpp/addresses.ts";
import { type Pdu, STATUS, type Status } from "../../smpp/pdu.ts";
import { type Addresses, createReassembly, type Gathered } from "./reassembly.ts";
import { createRedelivery } from "./redelivery.ts";
import type { Session } from "./session.ts";
import type { SmppPorts } from "./types.ts";
import {
  alphabetKey,
  decodeText,
  isSameAlphabet,
  readUserData,
  type UserData,
} from "../../smpp/user_data.ts";
import { deadline } from "../../lib/deadline.ts";

export interface InboundOptions {
  /** Of the connector. */
  name: string;
  settings: SmscSmppSettings;
  parts: Pick<SmppPorts, "host" | "log">;
}

export interface Inbound {
  /** Rejects as the host does. */
  take(pdu: Pdu, session: Pick<Session, "endedAt">): Promise<Status>;
  stop(): Promise<void>;
}

/**
 * So long the answer to a part waits for the others, so that it says that all are kept. An SMSC that
 * sends one delivery at a time would wait for ever: it is then told that the part is here.
 */
const PART_ANSWER_MS = 300;

/** Stands for parts that never came. */
const GAP = "…";

export function createInbound({ name, settings, parts: { host, log } }: InboundOptions): Inbound {
  const { clock } = host;
  const redelivery = createRedelivery(clock);
  const reassembly = createReassembly({ clock, deliver });

  async function deliver({ key, from, to, parts }: Gathered): Promise<void> {
    const missing = parts.filter((part) => part === null).length;
    if (missing > 0) {
      log.warn(
        { connector: name, from: maskNumber(from), to: maskNumber(to), missing },
        "parts of a message from a handset never came; it is delivered without them",
      );
    }
    await tell({ from, to }, key, textOf(parts));
  }

  /** False: nobody owns the recipient. */
  async function tell(addresses: Addresses, key: string, text: string): Promise<boolean> {
    const { from, to } = addresses;
    const at = clock.now();
    const message = { connector: name, key, from, to, text, operatorId: null, at };
    if (await host.inboundSms(message)) return true;
    log.warn(
      { connector: name, from: maskNumber(from), to: maskNumber(to) },
      "a message from a handset to a number that nobody owns",
    );
    return false;
  }

  async function takeWhole(
    addresses: Addresses,
    data: UserData,
    session: Pick<Session, "endedAt">,
  ): Promise<Status> {
    const delivery = redelivery.begin(fingerprint(addresses, data), session);
    const isOwned = await tell(addresses, delivery.key, textOf([data])).catch((error) => {
      delivery.failed();
      throw error;
    });
    delivery.kept();
    return isOwned ? STATUS.ok : STATUS.refused;
  }

  return {
    async take(pdu, session) {
      const addresses = addressesOf(pdu);
      if (addresses === null) {
        log.warn({ connector: name }, "a message from a handset without a sender or recipient");
        return STATUS.invalidSource;
      }
      const data = readUserData(pdu, settings);
      const { part } = data;
      if (part === null) return await takeWhole(addresses, data, session);
      await deadline(PART_ANSWER_MS, reassembly.take(addresses, { ...data, part }));
      return STATUS.ok;
    },

    async stop() {
      const lost = await reassembly.stop();
      if (lost > 0) log.error({ connector: name, lost }, "parts of messages could not be kept");
    },
  };
}

function addressesOf({ source_addr, destination_addr }: Pdu): Addresses | null {
  const from = readAddress(source_addr);
  const to = readAddress(destination_addr);
  return from === null || to === null ? null : { from, to };
}

function fingerprint({ from, to }: Addresses, data: UserData): string {
  return createHash("sha256").update(`${from} ${to} ${alphabetKey(data)} `).update(data.octets)
    .digest("base64");
}

/** Neighbours are read as one: a character may have been cut in two. */
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
      text += decodeText(joined(run), first.coding, first.languages);
    }
    at = end;
  }
  return text;
}

function joined(octets: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(octets.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of octets) {
    whole.set(one, at);
    at += one.length;
  }
  return whole;
}
