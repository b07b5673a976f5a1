/** Requests to an MMSC: the envelope by the schema, the parts to the byte. */
import assert from "node:assert/strict";
import type { MmscMm7Settings } from "../../src/core/routing/connector.ts";
import type { MessagePart } from "../../src/core/composition/content.ts";
import { MAX_BOUNDARY } from "../../src/mime/delimiter.ts";
import type { MmsSubmission } from "../../src/connectors/mmsc_mm7/submission.ts";
import { lint } from "../mm7/xmllint.ts";
import { bytes, text } from "../mime/bytes.ts";
import { faulty, type Submitted } from "../support/mmsc.ts";
import { ok, startRawServer } from "../support/raw_server.ts";
import { newSubmission, smilPart, startCarrier, type TestCarrier, textPart } from "./carrier.ts";
import { DECODERS } from "./decoders.ts";

async function submitted(
  { connector, mmsc }: TestCarrier,
  fields: Partial<MmsSubmission> = {},
): Promise<Submitted> {
  const { status: result } = await connector.submit(newSubmission(fields));
  assert.equal(result, "accepted");
  return mmsc.received.at(-1)!;
}

/** Builds contents that a careless writer or reader would change. */
function contents(trackingId: string): Record<string, Uint8Array> {
  const boundary = `slidepost-${trackingId}`;
  return {
    "all bytes": Uint8Array.from({ length: 512 }, (_, i) => i % 256),
    "line ends at the end": bytes("a\r\n\r\n"),
    "a carriage return at the end": bytes("a\r"),
    "a line feed at the start": bytes("\na"),
    "nothing": new Uint8Array(),
    "our boundaries": bytes(`x\r\n--${boundary}.0.0\r\n--${boundary}.1.1--\r\n--${boundary}.2`),
    "a header": bytes("Content-Type: text/html\r\n\r\n<b>"),
    "much": Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7 + (i >> 8)) % 256),
  };
}

for (const transferEncoding of ["binary", "base64"] as const) {
  Deno.test(`parts arrive to the byte, ${transferEncoding}`, async (t) => {
    await using carrier = await startCarrier({ transferEncoding });
    const trackingId = crypto.randomUUID();
    const files = contents(trackingId);
    const parts: MessagePart[] = [
      smilPart("<smil><body/></smil>"),
      textPart("words", "words.txt", "Zażółć 🌷\r\n"),
    ];
    for (const [name, content] of Object.entries(files)) {
      const { hash } = await carrier.blobs.put(content);
      parts.push({
        contentId: `file-${parts.length}`,
        location: `${parts.length}.png`,
        type: `image/png; name="${name}"`,
        bytes: content.length,
        blob: hash,
      });
    }
    const { headers, body } = await submitted(carrier, { trackingId, parts });
    for (const [decoder, decode] of Object.entries(DECODERS)) {
      await t.step(`by the ${decoder} decoder`, async () => {
        const { parts: [soap, content, ...more] } = await decode(headers["content-type"]!, body);
        assert.deepEqual(more, []);
        assert.equal(soap!.headers["content-type"], "text/xml; charset=utf-8");
        assert.match(atob(soap!.content!), /<SubmitReq /);
        assert.equal(content!.parts.length, parts.length);
        for (const [index, part] of content!.parts.entries()) {
          const source = parts[index]!;
          assert.deepEqual(part.headers, {
            "content-type": source.type,
            "content-id": `<${source.contentId}>`,
            "content-location": source.location,
            "content-transfer-encoding": transferEncoding,
          });
          const expected = source.text === undefined
            ? await carrier.blobs.bytes(source.blob!)
            : bytes(source.text);
          assert.equal(part.content, expected.toBase64(), source.type);
        }
      });
    }
  });
}

Deno.test("the request is a multipart/related that begins with the envelope", async () => {
  await using carrier = await startCarrier();
  const trackingId = crypto.randomUUID();
  const { headers, body } = await submitted(carrier, { trackingId, operatorId: "0001890" });
  assert.equal(
    headers["content-type"],
    `multipart/related; boundary="slidepost-${trackingId}.0.0"; type="text/xml"; ` +
      `start="<${trackingId}.envelope@slidepost>"`,
  );
  assert.equal(headers.soapaction, `""`);
  assert.equal(headers["mime-version"], "1.0");
  assert.equal(headers["content-length"], String(body.length));
  assert.equal(headers.authorization, `Basic ${btoa("slidepost:s3cret")}`);
  assert.equal(headers["x-service-carrier-id"], "0001890");
  const { parts: [soap, content] } = await DECODERS.plain!(headers["content-type"]!, body);
  assert.equal(soap!.headers["content-id"], `<${trackingId}.envelope@slidepost>`);
  assert.equal(content!.headers["content-id"], `<${trackingId}.content@slidepost>`);
  assert.match(
    content!.headers["content-type"]!,
    /^multipart\/related; boundary="[^"]+"; type="application\/smil"; start="<smil>"$/,
  );
  assert.match(
    atob(soap!.content!),
    new RegExp(`<Content href="cid:${trackingId}\\.content@slidepost" `),
  );
});

Deno.test("content without SMIL first is multipart/mixed", async () => {
  await using carrier = await startCarrier();
  const parts = [textPart("a", "a.txt", "A"), smilPart("<smil/>")];
  const { content } = await submitted(carrier, { parts });
  assert.equal(content.type, "multipart/mixed");
  assert.deepEqual([...content.parameters.keys()], ["boundary"]);
  assert.deepEqual(content.parts.map(({ contentId }) => contentId), ["a", "smil"]);
});

Deno.test("SMIL with parameters is SMIL", async () => {
  await using carrier = await startCarrier();
  const smil = { ...smilPart("<smil/>"), type: "Application/SMIL; charset=utf-8" };
  const { content } = await submitted(carrier, { parts: [smil] });
  assert.equal(content.type, "multipart/related");
  assert.equal(content.parameters.get("start"), "<smil>");
});

Deno.test("references of a presentation keep their spelling", async () => {
  await using carrier = await startCarrier();
  const parts = [
    smilPart(`<smil><body><par><img src="cid:img 1+=$@x"/></par></body></smil>`),
    textPart("img 1+=$@x", "a%20b.txt", "A"),
  ];
  const { headers, body } = await submitted(carrier, { parts });
  for (const decode of Object.values(DECODERS)) {
    const { parts: [, content] } = await decode(headers["content-type"]!, body);
    const [, part] = content!.parts;
    assert.equal(part!.headers["content-id"], "<img 1+=$@x>");
    assert.equal(part!.headers["content-location"], "a%20b.txt");
  }
});

Deno.test("no headers without credentials and operator", async () => {
  await using carrier = await startCarrier({ username: null, password: null });
  const { headers } = await submitted(carrier);
  assert.equal(headers.authorization, undefined);
  assert.equal(headers["x-service-carrier-id"], undefined);
});

Deno.test("credentials go out in UTF-8", async () => {
  await using carrier = await startCarrier({ username: "żółw", password: "pässwörd:1" });
  const { headers } = await submitted(carrier);
  const encoded = headers.authorization!.replace("Basic ", "");
  assert.equal(text(Uint8Array.fromBase64(encoded)), "żółw:pässwörd:1");
});

Deno.test("any tracking-id makes a boundary", async () => {
  await using carrier = await startCarrier();
  const trackingId = `a.b/c+${"x".repeat(100)}`;
  const { headers, transactionId } = await submitted(carrier, { trackingId });
  assert.equal(transactionId, trackingId);
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"]!)![1]!;
  assert.match(boundary, /^[\w.-]+$/);
  assert.ok(boundary.length <= MAX_BOUNDARY);
});

const EXPIRES = Date.UTC(2090, 0, 2, 3, 4, 5);

/** Fields of submissions and settings, with the elements of the SubmitReq that show them. */
const ELEMENTS: [
  title: string,
  fields: Partial<MmsSubmission>,
  settings: Partial<MmscMm7Settings>,
  expected: Record<string, unknown>,
][] = [
  ["short code", { from: "12345678" }, {}, {
    SenderIdentification: {
      VASPID: "slidepost",
      SenderAddress: { kind: "ShortCode", value: "12345678" },
    },
  }],
  ["long number", { from: "123456789" }, {}, {
    SenderIdentification: {
      VASPID: "slidepost",
      SenderAddress: { kind: "Number", value: "123456789" },
    },
  }],
  ["alphanumeric sender", { from: "Acme Flowers" }, {}, {
    SenderIdentification: {
      VASPID: "slidepost",
      SenderAddress: { kind: "ShortCode", value: "Acme Flowers" },
    },
  }],
  ["VASPID and VASID", {}, { vaspid: "us & co", vasid: "61295" }, {
    SenderIdentification: {
      VASPID: "us & co",
      VASID: "61295",
      SenderAddress: { kind: "ShortCode", value: "111122" },
    },
  }],
  ["recipient", { to: "48600100200" }, {}, {
    Recipients: { To: [{ kind: "Number", value: "48600100200" }] },
  }],
  ["those who are only shown", { displayOnly: ["16175550102", "16175550103"] }, {}, {
    Recipients: {
      To: [
        { kind: "Number", value: "16175550101" },
        { kind: "Number", value: "16175550102", displayOnly: true },
        { kind: "Number", value: "16175550103", displayOnly: true },
      ],
    },
  }],
  ["version and namespace", {}, {
    version: "5.3.0",
    namespace: "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-3",
  }, { MM7Version: "5.3.0" }],
  ["no service code", {}, {}, { ServiceCode: undefined }],
  ["service code of the connector", {}, { serviceCode: "gold" }, { ServiceCode: "gold" }],
  ["service code of the message", { passThrough: { serviceCode: "lead" } }, {
    serviceCode: "gold",
  }, { ServiceCode: "lead" }],
  ["nothing passed through", {}, {}, { MessageClass: undefined, Priority: undefined }],
  ["message class", { passThrough: { messageClass: "Advertisement" } }, {}, {
    MessageClass: "Advertisement",
  }],
  ["priority", { passThrough: { priority: "High" } }, {}, { Priority: "High" }],
  ["time stamp of the message", { passThrough: { timeStamp: "2026-11-20T21:00:00+01:00" } }, {}, {
    TimeStamp: "2026-11-20T21:00:00+01:00",
  }],
  ["expiry", { expiresAt: EXPIRES }, {}, { ExpiryDate: "2090-01-02T03:04:05Z" }],
  ["expiry within a second", { expiresAt: EXPIRES + 1 }, {}, {
    ExpiryDate: "2090-01-02T03:04:06Z",
  }],
  ["report wanted", { deliveryReport: true }, {}, { DeliveryReport: true }],
  ["no report wanted", { deliveryReport: false }, {}, { DeliveryReport: false }],
  ["subject", { subject: `Zażółć <&> "🌷"` }, {}, { Subject: `Zażółć <&> "🌷"` }],
  ["no subject", { subject: null }, {}, { Subject: undefined }],
  ["an empty subject", { subject: "" }, {}, { Subject: undefined }],
];

Deno.test("the elements of a SubmitReq, valid under the schema", async (t) => {
  const envelopes: Uint8Array[] = [];
  for (const [title, fields, settings, expected] of ELEMENTS) {
    await t.step(title, async () => {
      await using carrier = await startCarrier(settings);
      const { request, soap } = await submitted(carrier, fields);
      for (const [name, value] of Object.entries(expected)) {
        assert.deepEqual(request[name as keyof typeof request], value);
      }
      assert.match(
        text(soap.content),
        new RegExp(`<SubmitReq xmlns="${carrier.settings.namespace}"`),
      );
      if (settings.namespace === undefined) envelopes.push(soap.content);
    });
  }
  for (const adaptable of [true, false]) {
    await t.step(`allowAdaptations ${adaptable}`, async () => {
      await using carrier = await startCarrier();
      const { request, soap } = await submitted(carrier, { adaptable });
      assert.equal(request.Content.allowAdaptations, adaptable);
      envelopes.push(soap.content);
    });
  }
  await t.step("xmllint", async () => assert.equal(await lint(envelopes), ""));
});

Deno.test("without a time stamp of its own a message has that of the submission", async () => {
  const clock = { now: () => Date.UTC(2026, 10, 20, 21, 6, 57, 999) };
  await using carrier = await startCarrier({}, clock);
  const { request } = await submitted(carrier);
  assert.equal(request.TimeStamp, "2026-11-20T21:06:57Z");
});

Deno.test("every attempt has the tracking-id as TransactionID", async () => {
  await using carrier = await startCarrier();
  const { connector, mmsc } = carrier;
  mmsc.respond = (submitted) => faulty(submitted, 3000);
  const submission = newSubmission();
  await connector.submit(submission);
  await connector.submit({ ...submission, attempt: 2 });
  assert.deepEqual(
    mmsc.received.map(({ transactionId }) => transactionId),
    [submission.trackingId, submission.trackingId],
  );
  const [first, second] = mmsc.received.map(({ headers }) => headers["content-type"]);
  assert.equal(first, second);
});

Deno.test("submissions one after another share a connection", async () => {
  await using carrier = await startCarrier();
  for (let i = 0; i < 5; i++) await submitted(carrier);
  assert.equal(carrier.mmsc.connections, 1);
});

Deno.test("an MMSC does not carry SMS", async () => {
  await using carrier = await startCarrier();
  const { trackingId, from, to, expiresAt } = newSubmission();
  const result = await carrier.connector.submit({
    kind: "SMS",
    text: "Hello",
    trackingId,
    account: "acme",
    from,
    to,
    operatorId: null,
    acceptedAt: Date.now(),
    attempt: 1,
    expiresAt,
    deliveryReport: true,
  });
  assert.deepEqual(result, {
    status: "permanent",
    outcome: { outcome: "failed", details: "No way to send MMS or SMS" },
  });
  assert.deepEqual(carrier.mmsc.received, []);
});

Deno.test("a message that expires while it waits is not submitted", async () => {
  await using carrier = await startCarrier();
  const result = await carrier.connector.submit(newSubmission({ expiresAt: Date.now() }));
  assert.deepEqual(result, { status: "permanent", outcome: { outcome: "expired" } });
  assert.deepEqual(carrier.mmsc.received, []);
});

Deno.test("a submission has the header names that receivers of 2004 look for", async () => {
  let head = "";
  await using server = await startRawServer((_path, socket, request) => {
    head = request.split("\r\n\r\n", 1)[0]!;
    socket.end(ok("content-length: 0", ""));
  });
  await using carrier = await startCarrier({ url: server.url, username: "us", password: "s3cret" });
  await carrier.connector.submit(newSubmission({ operatorId: "0001470" }));
  const names = head.split("\r\n").slice(1).map((line) => line.split(":", 1)[0]);
  for (
    const name of ["Authorization", "Content-Type", "SOAPAction", "X-Service-Carrier-Id"]
  ) assert.ok(names.includes(name), `${name} is among ${names}`);
  assert.match(head, /\r\nSOAPAction: ""/);
});
