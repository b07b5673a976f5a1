/** MM7 codecs: an envelope read, over a common parser; a multipart split, over a copy. */
import { XMLParser } from "npm:fast-xml-parser@5.12.1";
import { readMime, startOf } from "../../src/mime/reader.ts";
import { writeMultipart } from "../../src/mime/writer.ts";
import { readEnvelope } from "../../src/mm7/envelope.ts";
import { readSubmitReq } from "../../src/mm7/submit_req.ts";
import { readXml } from "../../src/lib/xml/reader.ts";
import { joined } from "../mime/bytes.ts";
import { fixture } from "../mm7/fixtures.ts";
import { medianRates, thousands } from "./load.ts";
import type { Row } from "./mod.ts";

const ROUNDS = 7;
const MILLISECONDS = 300;

export function benchMm7(): Promise<Row[]> {
  return Promise.resolve([...envelopeRows(), multipartRow()]);
}

function envelopeRows(): Row[] {
  const { contentType, body } = fixture("mbuni-mmsbox-01-SubmitReq.http");
  const envelope = startOf(readMime(contentType, body))!.content;
  const parser = new XMLParser({ ignoreAttributes: false });
  const decoder = new TextDecoder();
  const [tree, model, other] = medianRates([
    () => readXml(envelope),
    () => readSubmitReq(readEnvelope(envelope, ["SubmitReq"])),
    () => parser.parse(decoder.decode(envelope)),
  ], { rounds: ROUNDS, milliseconds: MILLISECONDS });
  const ceiling = `${thousands(other!)} fast-xml-parser`;
  return [
    { name: "tree", rate: tree! },
    { name: "checked model", rate: model! },
  ].map(({ name, rate }) => ({
    name: `MM7 envelope of ${(envelope.length / 1000).toFixed(1)} KB → ${name}`,
    value: thousands(rate),
    ceiling,
    ratio: rate / other!,
    target: { atLeast: 4 },
  }));
}

function multipartRow(): Row {
  const image = new Uint8Array(300_000);
  for (let at = 0; at < image.length; at += 60_000) {
    crypto.getRandomValues(image.subarray(at, at + 60_000));
  }
  const text = new TextEncoder().encode("Hello");
  const nested = { parts: [{ content: text }, { content: image }] };
  const { contentType, chunks, bytes } = writeMultipart(
    { parts: [{ content: text }, { content: nested }] },
    "boundary-of-the-bench",
  );
  const body = joined(chunks);
  const [split, copied] = medianRates([() => readMime(contentType, body), () => body.slice()], {
    rounds: ROUNDS,
    milliseconds: MILLISECONDS,
  });
  const speed = (rate: number) => `${(rate * bytes / 1e9).toFixed(1)} GB/s`;
  return {
    name: "multipart split, 300 KB nested, binary",
    value: speed(split!),
    ceiling: `${speed(copied!)} copy`,
    ratio: split! / copied!,
    target: { atLeast: 0.25 },
  };
}

/** Measures calls a second of each, by turns. */
