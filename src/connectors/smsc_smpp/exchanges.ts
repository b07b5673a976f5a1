/** Exchanges with an SMSC about a message, for the exchange log. */
import type { NewExchange } from "../../core/exchange/exchange.ts";
import { maskSecrets } from "../../core/exchange/mask.ts";
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Fields, Pdu } from "../../smpp/pdu.ts";
import { decodeText, readUserData } from "../../smpp/user_data.ts";
import { statusName } from "./command_status.ts";
import type { RequestResult } from "./pending_requests.ts";

export interface SmppExchanges {
  /** Returns a submit_sm. */
  request(trackingId: string, fields: Fields): NewExchange[];
  /** Returns the response of the SMSC to a submit_sm with these fields, or its absence. */
  result(trackingId: string, fields: Fields, result: RequestResult): NewExchange[];
  /** Returns a request of the SMSC. */
  received(trackingId: string, pdu: Pdu, at: number): NewExchange[];
}

export function createSmppExchanges(peer: string, settings: SmscSmppSettings): SmppExchanges {
  const secrets = [settings.password];

  function exchange(
    fields: Omit<NewExchange, "peer" | "protocol" | "secrets">,
  ): NewExchange[] {
    return [{ peer, protocol: "smpp", secrets, ...fields }];
  }

  /** Writes fields as JSON: octets in hex, those of a text decoded, too. */
  function contentOf(fields: Fields | Pdu): string {
    const shown = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      if (name === "password") return [];
      if (name === "command_status") return [[name, statusName(value)]];
      if (value instanceof Uint8Array) return [[name, octetsOf(name, value, fields)]];
      return ["string", "number"].includes(typeof value) ? [[name, value]] : [];
    });
    return JSON.stringify(Object.fromEntries(shown), null, 2);
  }

  function octetsOf(name: string, octets: Uint8Array, fields: Fields): object | string {
    if (name !== "short_message" && name !== "message_payload") return octets.toHex();
    const { octets: body, coding, languages } = readUserData(
      { data_coding: fields.data_coding, esm_class: fields.esm_class, [name]: octets },
      settings,
    );
    const text = decodeText(body, coding, languages);
    // The octets of a text with a credential would disclose it.
    const hasSecret = maskSecrets(text, { secrets, isVaspidKey: false }) !== text;
    return { ...hasSecret ? {} : { hex: octets.toHex() }, text };
  }

  /** Writes the position of a segment in its message; nothing for a message in one piece. */
  function positionOf(fields: Fields): string {
    const { part } = readUserData(fields, settings);
    return part === null ? "" : ` ${part.number}/${part.total}`;
  }

  return {
    request: (trackingId, fields) =>
      exchange({
        trackingId,
        direction: "out",
        title: `submit_sm${positionOf(fields)}`,
        content: contentOf(fields),
      }),

    result(trackingId, fields, result) {
      const common = { trackingId, direction: "in" } as const;
      const position = positionOf(fields);
      if (!result.responded) {
        const title = `${result.sent ? "No response" : "Not sent"}${position}`;
        return exchange({ ...common, title, content: result.reason });
      }
      const { pdu } = result;
      const title = `${pdu.command}${position} ${statusName(pdu.command_status)}`;
      return exchange({ ...common, title, content: contentOf(pdu) });
    },

    received: (trackingId, pdu, at) =>
      exchange({
        trackingId,
        at,
        direction: "in",
        title: pdu.command,
        content: contentOf(pdu),
      }),
  };
}
