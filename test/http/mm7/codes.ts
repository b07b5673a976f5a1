/** Table of requests that produce each MM7 code of the contract. */
import { multipart, NAMESPACE, type Post, TEXT } from "../../support/vasp.ts";
import { address, from, otherKey, part, to, vasps, withVaspId, xmlRequest } from "./codes_setup.ts";

export interface CodeCase {
  title: string;
  code: number;
  post: () => Post | Promise<Post>;
  /** Default: acme. */
  vasp?: string;
  /** Default: 200. */
  status?: number;
  /** Default: Client. */
  faultcode?: "Server";
  details?: RegExp;
  /** Whether the request's TransactionID cannot be read. */
  untold?: boolean;
}

export const CASES: readonly CodeCase[] = [
  {
    title: "2000 a fault without a code of its own",
    code: 2000,
    vasp: "campaigns",
    post: () => ({}),
    details: /campaign/,
  },
  {
    title: "2000 an operator that is not served",
    code: 2000,
    vasp: "unserved",
    post: () => ({}),
    details: /^the recipient's operator is not provisioned$/,
  },
  {
    title: "2002 recipient with letters",
    code: 2002,
    post: () => ({ fields: to("<To><Number>+1617555CALL</Number></To>") }),
  },
  {
    title: "2002 recipient with a digit too few",
    code: 2002,
    post: () => ({ fields: to("<To><Number>1617555010</Number></To>") }),
    details: /possible/,
  },
  {
    title: "2002 recipient as ShortCode",
    code: 2002,
    post: () => ({ fields: to("<To><ShortCode>16175550101</ShortCode></To>") }),
  },
  {
    title: "2002 recipient as RFC2822Address",
    code: 2002,
    post: () => ({ fields: to("<To><RFC2822Address>a@example.com</RFC2822Address></To>") }),
  },
  {
    title: "2004 a type that no slide accepts",
    code: 2004,
    post: () => ({ content: part("text/html") }),
    details: /text\/html/,
  },
  {
    title: "2004 octets without a known extension",
    code: 2004,
    post: () => ({ content: part("application/octet-stream") }),
  },
  {
    title: "2007 XML that breaks off",
    code: 2007,
    post: () => xmlRequest({ body: "<SubmitReq>" }),
    details: /^Message format corrupt/,
  },
  {
    title: "2007 a DOCTYPE",
    code: 2007,
    post: () => ({
      raw: new TextEncoder().encode("<!DOCTYPE a><a/>"),
      contentType: "text/xml",
    }),
    untold: true,
  },
  {
    title: "2007 a multipart without its last boundary",
    code: 2007,
    post: () => ({ raw: new TextEncoder().encode("--main-boundary\r\n\r\nx") }),
    untold: true,
  },
  {
    title: "2007 ExpiryDate in the past",
    code: 2007,
    post: () => ({ fields: { ExpiryDate: "<ExpiryDate>2020-01-01T00:00:00Z</ExpiryDate>" } }),
    details: /ExpiryDate is past/,
  },
  {
    title: "2007 a Content without allowAdaptations",
    code: 2007,
    post: () => ({ fields: { Content: `<Content href="cid:content"/>` } }),
    details: /no allowAdaptations.*mm7-allow-adaptations/,
  },
  {
    title: "2500 no Content-Type",
    code: 2500,
    post: () => ({ contentType: null, raw: new TextEncoder().encode("x") }),
    untold: true,
  },
  {
    title: "2500 a Content-Type of another kind",
    code: 2500,
    post: () => ({ contentType: "application/json" }),
    untold: true,
  },
  {
    title: "2500 a multipart without boundary",
    code: 2500,
    post: () => ({ contentType: "multipart/related" }),
    untold: true,
  },
  {
    title: "2500 a body that is compressed",
    code: 2500,
    status: 415,
    post: async () => {
      const zipped = new Blob([multipart("main-boundary", [TEXT])]).stream()
        .pipeThrough(new CompressionStream("gzip"));
      const raw = await new Response(zipped).bytes();
      return { raw, headers: { "content-encoding": "gzip" } };
    },
    details: /^Content-Encoding must be identity/,
    untold: true,
  },
  {
    title: "2500 an empty body",
    code: 2500,
    post: () => ({ raw: new Uint8Array(0) }),
    untold: true,
  },
  { title: "2502 no Recipients", code: 2502, post: () => ({ fields: { Recipients: "" } }) },
  { title: "2502 empty Recipients", code: 2502, post: () => ({ fields: to("") }) },
  {
    title: "2502 displayOnly recipients only",
    code: 2502,
    post: () => ({ fields: to(`<To><Number displayOnly="true">16175550101</Number></To>`) }),
  },
  {
    title: "2503 two numbers",
    code: 2503,
    post: () => ({
      fields: to("<To><Number>16175550101</Number><Number>16175550102</Number></To>"),
    }),
  },
  { title: "2504 no SenderAddress", code: 2504, post: () => ({ fields: address("") }) },
  { title: "2505 no MM7Version", code: 2505, post: () => ({ fields: { MM7Version: "" } }) },
  {
    title: "2505 MM7Version 6.9.0",
    code: 2505,
    post: () => ({ fields: { MM7Version: "<MM7Version>6.9.0</MM7Version>" } }),
  },
  { title: "2506 no Content", code: 2506, post: () => ({ fields: { Content: "" } }) },
  {
    title: "2507 a schema of release 4",
    code: 2507,
    post: () => ({ namespace: NAMESPACE.replace("REL-6", "REL-4") }),
  },
  {
    title: "2510 no TransactionID",
    code: 2510,
    post: () => ({ transactionId: null }),
    untold: true,
  },
  { title: "2511 an empty SOAP body", code: 2511, post: () => xmlRequest({ body: "" }) },
  ...["CancelReq", "ReplaceReq", "DeliverReq", "Anything"].map((name): CodeCase => ({
    title: `2512 ${name}`,
    code: 2512,
    post: () => xmlRequest({ body: `<${name} xmlns="${NAMESPACE}"/>` }),
  })),
  {
    title: "2513 no part has the id of Content href",
    code: 2513,
    post: () => ({ fields: { Content: `<Content href="cid:no" allowAdaptations="false"/>` } }),
  },
  {
    title: "2513 a part that does not decode",
    code: 2513,
    post: () => ({
      content: {
        headers: [...TEXT.headers, "Content-Transfer-Encoding: base64"],
        content: "!!!",
      },
    }),
  },
  {
    title: "2513 a text in an unknown charset",
    code: 2513,
    post: () => ({ content: part("text/plain; charset=klingon") }),
  },
  {
    title: "2513 content without text or files",
    code: 2513,
    post: () => ({ content: { ...TEXT, content: " \r\n" } }),
  },
  {
    title: "2514 a part whose Content-Type is malformed",
    code: 2514,
    post: () => ({ content: part("image") }),
  },
  {
    title: "2514 a part without Content-Type and of unknown content",
    code: 2514,
    post: () => ({
      content: { headers: ["Content-ID: <content>"], content: Uint8Array.of(71, 252, 0, 1) },
    }),
    details: /^part 2 has no Content-Type/,
  },
  {
    title: "2515 an envelope of another type than XML",
    code: 2515,
    post: () => ({
      raw: multipart("main-boundary", [
        { headers: ["Content-Type: image/png", "Content-ID: <start>"], content: "<a/>" },
        TEXT,
      ]),
    }),
    untold: true,
  },
  { title: "2550 a disabled account", code: 2550, vasp: "disabled", post: () => ({}) },
  { title: "2551 an account without MM7", code: 2551, vasp: "json-only", post: () => ({}) },
  {
    title: "2560 a body over the limit",
    code: 2560,
    status: 413,
    post: () => ({ content: { ...TEXT, content: "x".repeat(100_000) } }),
    untold: true,
  },
  {
    title: "2560 more parts than are read",
    code: 2560,
    post: () => ({ raw: multipart("main-boundary", Array(200).fill(TEXT)) }),
    untold: true,
  },
  {
    title: "2560 a chunked body over the limit",
    code: 2560,
    status: 413,
    post: () => ({ raw: endless(100_001) }),
    untold: true,
  },
  {
    title: "2561 no SenderIdentification",
    code: 2561,
    post: () => ({ fields: { SenderIdentification: "" } }),
  },
  {
    title: "2562 a shared short code without VASID",
    code: 2562,
    post: () => ({ fields: from("222233") }),
  },
  {
    title: "2562 a VASID that is not the sender's",
    code: 2562,
    post: () => ({ fields: from("333344", "<VASID>1</VASID>") }),
  },
  {
    title: "2563 a short code of another account",
    code: 2563,
    post: () => ({ fields: from("99999") }),
  },
  {
    title: "2564 no VASPID",
    code: 2564,
    post: () => ({
      fields: {
        SenderIdentification: "<SenderIdentification><SenderAddress><ShortCode>111122</ShortCode>" +
          "</SenderAddress></SenderIdentification>",
      },
    }),
  },
  {
    title: "2564 the VASPID of another account",
    code: 2564,
    post: () => ({ fields: withVaspId(otherKey) }),
  },
  {
    title: "2565 ReplyCharging",
    code: 2565,
    post: () => ({ fields: { ReplyCharging: "<ReplyCharging/>" } }),
  },
  {
    title: "2566 an unknown carrier id",
    code: 2566,
    post: () => ({ headers: { "x-service-carrier-id": "1234567" } }),
  },
  ...([
    ["no credentials", { user: null }],
    ["a wrong password", { password: "wrong" }],
    ["another user", { user: "java" }],
    ["another scheme", { user: null, headers: { authorization: "Bearer x" } }],
    ["credentials that are not base64", { user: null, headers: { authorization: "Basic !" } }],
  ] as [string, Post][]).map(([title, post]): CodeCase => ({
    title: `2568 ${title}`,
    code: 2568,
    status: 401,
    post: () => post,
  })),
  {
    title: "2569 the lookup of an operator that a route needs fails",
    code: 2569,
    vasp: "looked-up",
    faultcode: "Server",
    post: () => ({}),
    details: /^the operator lookup failed; try again$/,
  },
  {
    title: "3001 a recipient that has opted out",
    code: 3001,
    vasp: "stopped",
    post: () => ({}),
    details: /^To is blocked/,
  },
  {
    title: "3002 ChargedPartyID",
    code: 3002,
    post: () => ({ fields: { ChargedPartyID: "<ChargedPartyID>x</ChargedPartyID>" } }),
  },
  {
    title: "3002 ChargedParty",
    code: 3002,
    post: () => ({ fields: { ChargedParty: "<ChargedParty>Sender</ChargedParty>" } }),
  },
  {
    title: "3510 over the account's rate",
    code: 3510,
    vasp: "slow",
    faultcode: "Server",
    post: async () => {
      await vasps.slow!.submit();
      return {};
    },
  },
];

/** Creates a body of unknown length. */
function endless(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(Math.min(left, 16_384)).fill(45));
      left -= 16_384;
    },
  });
}
