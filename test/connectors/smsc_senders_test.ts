/** Senders of inbound messages in every form that SMSCs deliver from, and data_sm; in raw octets. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import {
  DATA_SM,
  dataSm,
  DELIVER_SM,
  deliverSm,
  exchange,
  type RawAddress,
  tlv,
} from "../support/raw_pdus.ts";
import { rawPdu } from "../support/smsc.ts";
import { startCarrier, testParts } from "./smsc_carrier.ts";

const OURS = { ton: 3, address: "111122" };
const HANDSET = { ton: 1, npi: 1, address: "16175550101" };
const MESSAGE_PAYLOAD = 0x0424;
const RECEIPT = 0x04;

/** Senders as the SMSC writes them, and as the connector passes them on. */
const SENDERS: readonly [RawAddress, string][] = [
  [{ ton: 1, npi: 1, address: "16175550101" }, "16175550101"],
  [{ ton: 1, npi: 1, address: "+16175550101" }, "16175550101"],
  [{ ton: 0, npi: 0, address: "0016175550101" }, "16175550101"],
  [{ ton: 1, npi: 1, address: "5215512345678" }, "525512345678"],
  [{ ton: 1, npi: 1, address: "4901701234567" }, "491701234567"],
  [{ ton: 5, address: "Info" }, "Info"],
  [{ ton: 5, address: "Pizza+Pasta" }, "Pizza+Pasta"],
  [{ ton: 5, address: "Fifteen Letters" }, "Fifteen Letters"],
  [{ ton: 5, address: "Café" }, "Café"],
  [{ ton: 5, address: "0012345678" }, "0012345678"],
  [{ ton: 3, address: "*100#" }, "*100#"],
  [{ ton: 2, npi: 1, address: "06175550101" }, "06175550101"],
  [{ ton: 1, npi: 1, address: "1234567890123456" }, "1234567890123456"],
  [{ ton: 3, address: "12" }, "12"],
  [{ ton: 6, address: "7" }, "7"],
  [{ ton: 5, address: "A\x07B" }, "A\ufffdB"],
  [{ address: "" }, ""],
];

Deno.test("a message is taken whatever its sender is, with type and plan", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound } = carrier;
  for (const [from, expected] of SENDERS) {
    const body = deliverSm({ from, to: OURS, dataCoding: 3, message: `of ${expected}` });
    assert.deepEqual(await exchange(smsc, DELIVER_SM, body), ["deliver_sm_resp", 0], from.address);
    const { from: passed, senderType, text } = inbound.at(-1)!;
    const { ton = 0, npi = 0 } = from;
    assert.deepEqual([passed, senderType], [expected, { ton, npi }]);
    assert.ok(text.startsWith("of "));
  }
  assert.equal(inbound.length, SENDERS.length);
});

Deno.test("a data_sm is taken like a deliver_sm: a message, its parts and a receipt", async () => {
  await using carrier = await startCarrier();
  const { smsc, inbound, reports } = carrier;
  const long = { ton: 5, address: "x".repeat(64) };
  const payload = (value: Uint8Array | string) => [tlv(MESSAGE_PAYLOAD, value)];
  const message = { from: long, to: OURS, dataCoding: 3, tlvs: payload("Hello") };
  assert.deepEqual(await exchange(smsc, DATA_SM, dataSm(message)), ["data_sm_resp", 0]);
  assert.deepEqual([inbound[0]!.from, inbound[0]!.text], [long.address, "Hello"]);

  for (const number of [2, 1]) {
    const header = Buffer.of(5, 0, 3, 9, 2, number);
    const tlvs = payload(Buffer.concat([header, Buffer.from(`part ${number};`)]));
    const part = dataSm({ from: HANDSET, to: OURS, dataCoding: 3, esmClass: 0x40, tlvs });
    assert.deepEqual(await exchange(smsc, DATA_SM, part), ["data_sm_resp", 0]);
  }
  assert.equal(inbound[1]!.text, "part 1;part 2;");

  const receipt = { from: HANDSET, to: OURS, esmClass: RECEIPT };
  const body = dataSm({ ...receipt, tlvs: payload("id:7 stat:DELIVRD err:000") });
  assert.deepEqual(await exchange(smsc, DATA_SM, body), ["data_sm_resp", 0]);
  assert.deepEqual([reports[0]!.carrierId, reports[0]!.outcome.outcome], ["7", "delivered"]);
  assert.equal(inbound.length, 2);
});

Deno.test("what cannot be taken is refused: no owner, no recipient, no place to store it", async () => {
  const test = testParts();
  await using carrier = await startCarrier({}, test);
  const { smsc, inbound, lines } = carrier;
  const fields = { from: HANDSET, to: OURS, dataCoding: 3, message: "x" };
  const data = { ...fields, tlvs: [tlv(MESSAGE_PAYLOAD, "x")] };
  const noRecipient = { ...data, to: { address: "" } };
  assert.deepEqual(
    [
      await exchange(smsc, DELIVER_SM, deliverSm(noRecipient)),
      await exchange(smsc, DATA_SM, dataSm(noRecipient)),
    ],
    [["deliver_sm_resp", 0x0b], ["data_sm_resp", 0x0b]],
  );
  assert.equal(inbound.length, 0);
  assert.match(lines.at(-1)!.message, /without a recipient/);

  test.host.inboundSms = () => Promise.resolve(false);
  assert.deepEqual(await exchange(smsc, DATA_SM, dataSm(data)), ["data_sm_resp", 0x66]);
  test.host.inboundSms = () => Promise.reject(new Error("store is down"));
  assert.deepEqual(await exchange(smsc, DATA_SM, dataSm(data)), ["data_sm_resp", 0x64]);
});

Deno.test("the last part of a message without an owner is refused", async () => {
  const test = testParts();
  test.host.inboundSms = () => Promise.resolve(false);
  await using carrier = await startCarrier({}, test);
  const part = (number: number) =>
    deliverSm({
      from: HANDSET,
      to: OURS,
      dataCoding: 3,
      esmClass: 0x40,
      message: Buffer.concat([Buffer.of(5, 0, 3, 9, 2, number), Buffer.from("x")]),
    });
  assert.deepEqual(await exchange(carrier.smsc, DELIVER_SM, part(1)), ["deliver_sm_resp", 0]);
  assert.deepEqual(await exchange(carrier.smsc, DELIVER_SM, part(2)), ["deliver_sm_resp", 0x66]);
});

Deno.test("requests that an SMSC has no business to send are refused, and never acknowledged", async () => {
  await using carrier = await startCarrier();
  const { smsc, lines } = carrier;
  const refused: readonly [id: number, response: string][] = [
    [0x03, "query_sm_resp"],
    [0x04, "submit_sm_resp"],
    [0x07, "replace_sm_resp"],
    [0x08, "cancel_sm_resp"],
    [0x09, "bind_transceiver_resp"],
    [0x21, "submit_multi_resp"],
    [0x112, "query_broadcast_sm_resp"],
    [0x0abc, "generic_nack"],
  ];
  for (const [id, response] of refused) {
    assert.deepEqual(await exchange(smsc, id), [response, 0x03], response);
  }
  // The specification defines no response to an alert_notification (section 4.12).
  const from = Buffer.concat([Buffer.of(1, 1), Buffer.from("16175550101\0")]);
  const alert = Buffer.concat([from, Buffer.of(3, 0), Buffer.from("111122\0")]);
  const heard = smsc.heard.length;
  smsc.sessions[0]!.socket.write(rawPdu({ id: 0x102, body: alert }));
  assert.deepEqual(await exchange(smsc, 0x15), ["enquire_link_resp", 0]);
  assert.equal(smsc.heard.length, heard + 1);
  assert.ok(lines.some(({ facts }) => facts.command === "alert_notification"));
});
