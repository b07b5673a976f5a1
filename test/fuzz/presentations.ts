/** Submissions whose SMIL shows parts again and again, in any number and size. */
import { NAMESPACE } from "../../src/generated/mm7.ts";
import { multipart, type PartText } from "../support/vasp.ts";

export interface PresentedRequest {
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
}

export interface Presented {
  /** Size of each text part, in bytes. */
  texts: readonly number[];
  /** Number of pictures: JPEGs by their structure alone, since the door does not decode them. */
  pictures: number;
  /** Content of `body`. Parts are called t0, t1 … and p0, p1 …. */
  smil: string;
}

/** Builds a whole SubmitReq with the parts and their presentation. */
export function presentedRequest(
  { texts, pictures, smil }: Presented,
  { apiKey, transactionId }: { apiKey: string; transactionId: string },
): PresentedRequest {
  const parts: PartText[] = [
    part("application/smil", "smil", `<smil><body>${smil}</body></smil>`),
    ...texts.map((bytes, n) => part("text/plain; charset=utf-8", `t${n}`, "x".repeat(bytes))),
    ...Array.from({ length: pictures }, (_, n) => part("image/jpeg", `p${n}`, picture(n))),
  ];
  const content = {
    headers: [
      `Content-Type: multipart/related; boundary="inner"; start="<smil>"`,
      "Content-ID: <content>",
    ],
    content: multipart("inner", parts),
  };
  const envelope = part("text/xml; charset=utf-8", "start", envelopeOf(apiKey, transactionId));
  return {
    contentType: `multipart/related; boundary="main"; type="text/xml"; start="<start>"`,
    body: multipart("main", [envelope, content]),
  };
}

/** Start, scan and end of a JPEG. */
function picture(n: number): Uint8Array {
  return Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 2, n, 0xff, 0xd9);
}

function part(type: string, id: string, content: PartText["content"]): PartText {
  return { headers: [`Content-Type: ${type}`, `Content-ID: <${id}>`], content };
}

function envelopeOf(apiKey: string, transactionId: string): string {
  return `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Header>` +
    `<TransactionID xmlns="${NAMESPACE}">${transactionId}</TransactionID></Header><Body>` +
    `<SubmitReq xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version><SenderIdentification>` +
    `<VASPID>${apiKey}</VASPID><VASID>any</VASID><SenderAddress><ShortCode>111122</ShortCode></SenderAddress>` +
    `</SenderIdentification><Recipients><To><Number>16175550101</Number></To></Recipients>` +
    `<Content href="cid:content" allowAdaptations="true"/></SubmitReq></Body></Envelope>`;
}

/** Generates mostly small presentations, and some of maximum size. */
export function anyPresented(random: () => number): Presented {
  const upTo = (most: number) => Math.floor(most * random() ** 4);
  const texts = Array.from({ length: 1 + upTo(20) }, () => upTo(60_000));
  const pictures = upTo(40);
  const sources = [
    ...texts.map((_, n) => `<text src="cid:t${n}"/>`),
    ...Array.from({ length: pictures }, (_, n) => `<img src="p${n}"/>`),
    `<img src="cid:nobody"/>`,
  ];
  const any = () => sources[Math.floor(random() * sources.length)]!;
  const pars = Array.from({ length: upTo(6000) }, () => {
    const inside = Array.from({ length: 1 + upTo(30) }, any).join("");
    return random() < 0.9 ? `<par>${inside}</par>` : `<seq>${inside}</seq>`;
  });
  return { texts, pictures, smil: pars.join("") };
}
