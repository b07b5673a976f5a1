/** Requests of real clients and a real relay (shared sample requests), through both codecs. */
import assert from "node:assert/strict";
import { indexParts } from "../../src/core/media/part_reference.ts";
import { isFault } from "../../src/core/submission/fault.ts";
import { type Part, readMime, startOf, textOf } from "../../src/mime/reader.ts";
import { openEnvelope, readEnvelope } from "../../src/mm7/envelope.ts";
import { layOutSlides, readSmil } from "../../src/mm7/smil.ts";
import { destinationOf, digitsOf, readSubmitReq } from "../../src/mm7/submit_req.ts";
import { fixture, FIXTURES } from "./fixtures.ts";

/** Result of reading a fixture. */
interface Read {
  transactionId: string;
  operation: string;
  subject?: string;
  /** Sender, if the request is a SubmitReq. */
  from?: string;
  to?: string;
  /**
   * Parts of each slide, by type and content: text literally, other content by its number of bytes.
   */
  slides?: string[][];
}

const EXPECTED: Record<string, Read> = {
  "instantcom-01-SubmitReq.http": {
    transactionId: "ic-1658238939331",
    operation: "SubmitReq",
    subject: "Zażółć & <weather>",
    from: "111122",
    to: "16179593069",
    slides: [["text/plain We got a real nice weather today. Zażółć"]],
  },
  "mbuni-mmsbox-01-SubmitReq.http": {
    transactionId: "qf8526.1.x859.62",
    operation: "SubmitReq",
    subject: "My first MM7 Message",
    from: "111122",
    to: "16179593069",
    slides: [["text/plain MM7 Test Text"]],
  },
  "mbuni-mmsbox-05-SubmitReq.http": {
    transactionId: "i-1w-qf8585.9.x859.47",
    operation: "SubmitReq",
    subject: "SMIL+img Zażółć 😀",
    from: "111122",
    to: "16189593069",
    slides: [["image/jpeg 304", "text/plain Zażółć 😀 & <b>"]],
  },
  "mbuni-mmsc-out-01-DeliverReq.http": {
    transactionId: "qf8817.2.x457.45@mmsc",
    operation: "DeliverReq",
    subject: "My first MM7 Message",
    slides: [["text/plain MM7 Test Text"]],
  },
  "mbuni-mmsc-out-05-DeliveryReportReq.http": {
    transactionId: "d-wh-qf9231.5.x457.59@mmsc",
    operation: "DeliveryReportReq",
  },
  "to-mmsc-SubmitReq-specsample.http": {
    transactionId: "555e29f8879be",
    operation: "SubmitReq",
    subject: "My first MM7 Message",
    from: "111122",
    to: "16179593069",
    slides: [["text/plain MM7 Test Text"]],
  },
};

function read(name: string): Read {
  const { contentType, body } = fixture(name);
  const root = readMime(contentType, body);
  const start = startOf(root) ?? root;
  const envelope = readEnvelope(start.content, ["SubmitReq", "DeliverReq", "DeliveryReportReq"]);
  const { transactionId, operation } = envelope;
  if (operation === "SubmitReq") {
    const request = readSubmitReq(envelope);
    const destination = destinationOf(request);
    assert.ok(!isFault(destination));
    return {
      transactionId,
      operation,
      subject: request.Subject!,
      from: digitsOf(request.SenderIdentification.SenderAddress)!,
      to: destination.to,
      slides: slidesOf(root, request.Content.href!),
    };
  }
  if (operation === "DeliverReq") {
    const { Subject, Content } = openEnvelope(envelope, "DeliverReq");
    return { transactionId, operation, subject: Subject!, slides: slidesOf(root, Content!.href) };
  }
  openEnvelope(envelope, "DeliveryReportReq");
  return { transactionId, operation };
}

function slidesOf(root: Part, href: string): string[][] {
  const content = indexParts(root.parts)(href)!;
  const parts = content.parts.length > 0 ? content.parts : [content];
  const smil = parts.find(({ type }) => type === "application/smil");
  const media = parts.filter((part) => part !== smil);
  const { slides, missing } = layOutSlides(
    media,
    smil === undefined ? null : readSmil(smil.content),
  );
  assert.deepEqual(missing, []);
  return slides.map((slide) => slide.map(describe));
}

function describe(part: Part): string {
  return `${part.type} ${part.type.startsWith("text/") ? textOf(part) : part.content.length}`;
}

Deno.test("every sample has an expected result", () => {
  assert.deepEqual(Object.keys(EXPECTED).sort(), FIXTURES);
});

for (const [name, expected] of Object.entries(EXPECTED)) {
  Deno.test(`sample ${name}`, () => assert.deepEqual(read(name), expected));
}
