/** Real requests, broken at random, through both codecs: each gives a result or a typed error. */
import { readContent } from "../../src/actions/submit/content.ts";
import { readSubmit, type ReadSubmitOptions } from "../../src/actions/submit/read.ts";
import { indexParts } from "../../src/core/media/part_reference.ts";
import { decide } from "../../src/core/submission/decision.ts";
import { isFault } from "../../src/core/submission/fault.ts";
import type { SubmitReq } from "../../src/generated/mm7.ts";
import { MimeError } from "../../src/mime/errors.ts";
import { readMime, startOf, textOf } from "../../src/mime/reader.ts";
import { readResponse } from "../../src/mm7/response.ts";
import { openEnvelope, readEnvelope, writeEnvelope, writeFault } from "../../src/mm7/envelope.ts";
import { layOutSlides, readSmil } from "../../src/mm7/smil.ts";
import { Mm7Error } from "../../src/mm7/status.ts";
import { bytes, joined } from "../mime/bytes.ts";
import { type Fixture, fixture, FIXTURES } from "../mm7/fixtures.ts";
import { NAMES } from "../mm7/messages.ts";
import { submitFacts } from "../core/submission/requests.ts";
import { numbers } from "../support/numbers.ts";

/** Counts of outcomes: `read`, or an error by name and reason. */
export type Counts = Record<string, number>;

/** Pieces with a meaning to one of the codecs. */
const PIECES = [
  "<",
  ">",
  "/>",
  "</",
  "&",
  "&amp;",
  "&#0;",
  "&#x1F600;",
  "]]>",
  "<![CDATA[",
  "<!--",
  "-->",
  "<?xml ",
  "<!DOCTYPE a [",
  ' xmlns="',
  " xmlns:a='u'",
  '"',
  "'",
  "=",
  ":",
  "a:b",
  "\0",
  "\x7f",
  "\r\n",
  "\n",
  "\r\n\r\n",
  "--",
  "--b--",
  "; boundary=",
  "multipart/mixed",
  "base64",
  "=\r\n",
  "Content-Type:",
  "Content-ID:",
  "Content-Transfer-Encoding: base64\r\n",
  "%",
  "%zz",
  "(",
  '\\"',
  ..."__proto__ true P1D 2026-11-20T21:00:00Z -1 99999999999999999999 żółw".split(" "),
].map(bytes);

/** Runs this number of rounds. Throws any error that is not typed, naming its round. */
export function fuzz(rounds: number, seed: number): Counts {
  const seeds = FIXTURES.map(fixture);
  const counts: Counts = {};
  for (let round = 0; round < rounds; round++) {
    const random = numbers(seed + round);
    const { contentType, body } = broken(seeds[Math.floor(random() * seeds.length)]!, random);
    let outcome = "read";
    try {
      run(contentType, body);
    } catch (error) {
      if (error instanceof MimeError) outcome = `MimeError ${error.fault}`;
      else if (error instanceof Mm7Error) {
        outcome = `Mm7Error ${error.status}`;
        readResponse(writeFault(error));
      } else throw new Error(`seed ${seed + round}`, { cause: error });
    }
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

export function broken({ contentType, body }: Fixture, random: () => number): Fixture {
  const type = random() < 0.1 ? mutated(bytes(contentType), random) : bytes(contentType);
  let content = body;
  for (let times = Math.floor(random() * 3); times >= 0; times--) {
    content = mutated(content, random);
  }
  return { contentType: new TextDecoder().decode(type), body: content };
}

/**
 * Makes one change: to a byte, by inserting a piece, by dropping, doubling or moving a stretch, or
 * by cutting the end.
 */
export function mutated(content: Uint8Array, random: () => number): Uint8Array {
  const position = () => Math.floor(random() * (content.length + 1));
  const [from, to] = [position(), position()].sort((a, b) => a - b) as [number, number];
  const near = Math.min(to, from + 20);
  const piece = PIECES[Math.floor(random() * PIECES.length)]!;
  const [head, stretch, tail] = [
    content.slice(0, from),
    content.slice(from, near),
    content.slice(near),
  ];
  switch (Math.floor(random() * 6)) {
    case 0:
      return joined([head, Uint8Array.of(random() * 256), stretch.slice(1), tail]);
    case 1:
      return joined([head, piece, stretch, tail]);
    case 2:
      return joined([head, tail]);
    case 3:
      return joined([head, stretch, stretch, tail]);
    case 4:
      return joined([head, tail, stretch]);
    default:
      return random() < 0.1 ? head : joined([head, piece, tail]);
  }
}

const READ_OPTIONS: ReadSubmitOptions = {
  at: Date.parse("2026-11-20T21:00:00Z"),
  maxLife: 3 * 24 * 3600 * 1000,
  leniency: { missingAdaptations: "required", contentIsOptional: true },
  operatorId: null,
};

/** Does everything that a door or a connector does with a request before its first effect. */
function run(contentType: string, body: Uint8Array): void {
  const root = readMime(contentType, body);
  const start = startOf(root) ?? root;
  readSmil(start.content);
  const envelope = readEnvelope(start.content, NAMES);
  const { operation, echo } = envelope;
  const message = openEnvelope(envelope, operation);
  readResponse(writeEnvelope(operation, message, echo));
  if (operation !== "SubmitReq") return;
  const content = indexParts(root.parts)((message as SubmitReq).Content.href);
  for (const part of content?.parts ?? []) {
    layOutSlides(content!.parts, readSmil(part.content));
    textOf(part);
  }
  const others = root.parts.filter((part) => part !== start);
  const request = readSubmit(envelope, others, READ_OPTIONS);
  const { adaptable, contentHref } = request;
  const decision = decide(
    request,
    submitFacts(),
    () => readContent(others, contentHref, adaptable),
  );
  if (isFault(decision)) throw new Mm7Error(decision.status, decision.details, echo);
}
