/** Requests over MM7 built from its schema, with the slots where a name can stand. */
import assert from "node:assert/strict";
import { MESSAGES } from "../../src/generated/mm7.ts";
import { TREATMENT } from "../../src/mm7/treatment.ts";
import { bytes } from "../mime/bytes.ts";
import { basic, multipart, TEXT } from "../support/vasp.ts";
import { type Door, headersOf } from "./isolation_doors.ts";
import type { World } from "./isolation_world.ts";

/** Elements of a SubmitReq whose value can be a name, in the schema's order. */
const ELEMENTS: Record<string, string> = {
  MM7Version: "6.8.0",
  SenderIdentification: "",
  Recipients: "<To><Number>16175550101</Number></To>",
  ServiceCode: "service",
  LinkedID: "linked",
  MessageClass: "Informational",
  TimeStamp: "2026-11-20T21:00:00Z",
  ReplyCharging: "",
  EarliestDeliveryTime: "2026-11-20T21:00:00Z",
  ExpiryDate: "P1D",
  DeliveryReport: "true",
  ReadReply: "true",
  Priority: "Normal",
  Subject: "A subject",
  ChargedParty: "Sender",
  ChargedPartyID: "charged",
  DistributionIndicator: "true",
  DeliveryCondition: "<DC>1</DC>",
  ApplicID: "application",
  ReplyApplicID: "reply",
  AuxApplicInfo: "aux",
  ContentClass: "text",
  DRMContent: "false",
};

/** Elements that are refused whatever their value; each gets a request of its own. */
const REFUSED = Object.entries(TREATMENT)
  .filter(([name, { behaviour }]) => behaviour === "Error" && !name.includes("@"))
  .map(([name]) => name);

export function mm7Doors({ test, rival, vasp }: World): Door[] {
  const elements = MESSAGES.SubmitReq.elements.map(({ name }) => name);
  assert.deepEqual([...Object.keys(ELEMENTS), "Content"], elements);
  const sender = `<VASPID>${rival.apiKey}</VASPID><VASID>${rival.resources.sender.vasid}</VASID>` +
    `<SenderAddress><ShortCode>${rival.sender}</ShortCode></SenderAddress>`;
  const fieldsWithout = (left: string[]) =>
    Object.fromEntries(
      Object.entries({ ...ELEMENTS, SenderIdentification: sender })
        .map(([name, inner]) => [name, left.includes(name) ? "" : `<${name}>${inner}</${name}>`]),
    );
  return [REFUSED, ...REFUSED.map((name) => REFUSED.filter((other) => other !== name))].map(
    (left, at): Door => {
      const fields = fieldsWithout(left);
      const envelope = vasp.envelope({ fields, transactionId: "transaction-of-the-rival" });
      const texts = [...envelope.matchAll(/<(\w+)[^>]*>([^<]+)<\/\1>/g)].map(([, name]) => name!);
      const refused = REFUSED.filter((name) => !left.includes(name));
      const slots = [...texts, "href", "header x-service-carrier-id", "user", "password"];
      return {
        title: at === 0 ? "SubmitReq" : `SubmitReq with ${refused}`,
        honest: at === 0 ? /<StatusCode>1000</ : /<StatusCode>(2565|3002)</,
        atOnce: 16,
        slots: at === 0 ? slots : slots.filter((slot) => refused.includes(slot)),
        ask: (values) => {
          const { user = rival.account, password = rival.apiKey } = values;
          return fetch(`${test.url}/mm7/v1`, {
            method: "POST",
            headers: {
              "content-type": `multipart/related; boundary=b; type="text/xml"; start="<start>"`,
              authorization: basic(user, password),
              ...headersOf(values),
            },
            body: multipart("b", [{
              headers: ["Content-Type: text/xml", "Content-ID: <start>"],
              content: written(envelope, values),
            }, TEXT]),
          });
        },
      };
    },
  );
}

function written(envelope: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((xml, [slot, value]) => {
    if (slot === "href") return xml.replace(/href="[^"]*"/, `href="cid:${value}"`);
    return xml.replace(new RegExp(`(<${slot}[^>]*>)[^<]+(</${slot}>)`), `$1${value}$2`);
  }, envelope);
}

/** Lists the callbacks of a provider, signed with the secrets of a stranger. */
export function callbackDoors({ test }: World): Door[] {
  const paths = {
    "callback": "status",
    "callback on a message": "status/4711",
    "callback with a message": "inbound",
  };
  return Object.entries(paths).map(([title, path]) => ({
    title,
    atOnce: Infinity, // refused signatures wait for a query of the store, once a second
    slots: ["connector"],
    ask: ({ connector = "provider-of-none" }) =>
      fetch(`${test.url}/carriers/${encodeURIComponent(connector)}/${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": "c3RyYW5nZXI=",
        },
        body: "MessageSid=SM1&MessageStatus=delivered",
      }),
  }));
}

/** Lists the requests of an MMSC, sent by a stranger. */
export function relayDoor({ test, rival }: World): Door {
  return {
    title: "relay",
    atOnce: Infinity, // refused credentials wait for a query of the store, once a second
    slots: ["connector", "user", "password"],
    ask: ({ connector = "mmsc-of-none", user = rival.account, password = rival.apiKey }) =>
      fetch(`${test.url}/mm7/relay/${encodeURIComponent(connector)}`, {
        method: "POST",
        headers: { "content-type": "text/xml", authorization: basic(user, password) },
        body: bytes("<a/>"),
      }),
  };
}
