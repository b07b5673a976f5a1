/** Requests meant to exhaust a parser: each is refused soon, and leaves nothing behind. */
import { bytes, joined } from "../mime/bytes.ts";
import { NAMESPACE } from "../support/vasp.ts";

export interface Hostile {
  title: string;
  contentType: string;
  body: () => Uint8Array | ReadableStream<Uint8Array>;
  /** StatusCode of the refusal, and its HTTP status if that is not 200. */
  code: number;
  status?: number;
}

const RELATED = `multipart/related; boundary="b"; type="text/xml"`;
const XML = "text/xml; charset=utf-8";

const ENTITIES = Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`,
).join("");

const inEnvelope = (text: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>` +
  `<TransactionID xmlns="${NAMESPACE}">tx</TransactionID></s:Header><s:Body>${text}</s:Body>` +
  `</s:Envelope>`;

/** Streams the same chunk until this number of bytes is sent. */
function stream(total: number, chunk: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= total) return controller.close();
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
}

export const HOSTILE: readonly Hostile[] = [
  {
    title: "billion laughs",
    contentType: XML,
    body: () => bytes(`<!DOCTYPE l [<!ENTITY l0 "lol">${ENTITIES}]>${inEnvelope("&l9;")}`),
    code: 2007,
  },
  {
    title: "an external entity",
    contentType: XML,
    body: () =>
      bytes(`<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>${inEnvelope("<a>&x;</a>")}`),
    code: 2007,
  },
  {
    title: "a parameter entity from the network",
    contentType: XML,
    body: () => bytes(`<!DOCTYPE x [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x"> %x;]><a/>`),
    code: 2007,
  },
  {
    title: "an undeclared entity",
    contentType: XML,
    body: () => bytes(inEnvelope("<a>&nbsp;</a>")),
    code: 2007,
  },
  {
    title: "elements 100,000 deep",
    contentType: XML,
    body: () => bytes(inEnvelope("<a>".repeat(100_000) + "</a>".repeat(100_000))),
    code: 2007,
  },
  {
    title: "100,000 attributes",
    contentType: XML,
    body: () => {
      const attributes = Array.from({ length: 100_000 }, (_, i) => ` a${i}=""`).join("");
      return bytes(inEnvelope(`<a${attributes}/>`));
    },
    code: 2007,
  },
  {
    title: "100,000 namespaces",
    contentType: XML,
    body: () => {
      const prefixes = Array.from({ length: 100_000 }, (_, i) => ` xmlns:a${i}="u"`).join("");
      return bytes(inEnvelope(`<a${prefixes}/>`));
    },
    code: 2007,
  },
  {
    title: "9 MB of text in an element",
    contentType: XML,
    body: () => bytes(inEnvelope(`<SubmitReq xmlns="${NAMESPACE}">${"x".repeat(9_000_000)}`)),
    code: 2007,
  },
  {
    title: "200 MB of parts, their length declared",
    contentType: RELATED,
    body: () => joined(Array(200).fill(bytes("--b\r\n\r\n" + "x".repeat(1_000_000) + "\r\n"))),
    code: 2560,
    status: 413,
  },
  {
    title: "200 MB of parts in chunks",
    contentType: RELATED,
    body: () => stream(200_000_000, bytes("--b\r\n\r\n" + "x".repeat(65_536) + "\r\n")),
    code: 2560,
    status: 413,
  },
  {
    title: "a million small parts",
    contentType: RELATED,
    body: () => bytes("--b\r\n\r\n".repeat(1_000_000)),
    code: 2560,
  },
  {
    title: "a boundary that never ends",
    contentType: RELATED,
    body: () => bytes("--b\r\n\r\n" + "\r\n--".repeat(2_000_000)),
    code: 2007,
  },
  {
    title: "a boundary parameter of 1 KB",
    contentType: `multipart/related; boundary="${"b".repeat(1000)}"`,
    body: () => bytes("x"),
    code: 2500,
  },
  {
    title: "a header line of 9.9 MB",
    contentType: RELATED,
    body: () => bytes("--b\r\nX-Long: " + "x".repeat(9_900_000) + "\r\n\r\n\r\n--b--"),
    code: 2560,
  },
  {
    title: "a header folded 1,000,000 times",
    contentType: RELATED,
    body: () => bytes("--b\r\nX-Long: x" + "\r\n x".repeat(1_000_000) + "\r\n\r\n\r\n--b--"),
    code: 2560,
  },
  {
    title: "multiparts 10,000 deep",
    contentType: RELATED,
    body: () => {
      const open = Array.from(
        { length: 10_000 },
        (_, i) => `--b${i || ""}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
      );
      return bytes(open.join(""));
    },
    code: 2560,
  },
];
