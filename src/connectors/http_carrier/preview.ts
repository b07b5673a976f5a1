/** Requests of a protocol for sample messages, for operators to see before they send. */
import { maskSecrets } from "../../core/exchange/mask.ts";
import type { PreviewedRequest } from "../../ports/mod.ts";
import type { Outgoing, Protocol } from "./protocol.ts";
import { serialise } from "./requests.ts";

/** Replacement of the value of a header. */
const MASK = "•••";

/** Headers that hold no credentials. */
const SHOWN: ReadonlySet<string> = new Set(["accept", "content-type"]);

/** Renders the requests for a sample text and, where the provider takes MMS, for a sample MMS. */
export function previewRequests(protocol: Protocol): PreviewedRequest[] {
  const { mms } = protocol.provider;
  const messages = mms === null ? [SMS] : [SMS, sampleMms(mms)];
  return messages.map((message) => preview(message, protocol));
}

function preview(message: Outgoing, protocol: Protocol): PreviewedRequest {
  const { oauth, secrets } = protocol;
  const credentials = oauth === undefined ? protocol.authorization?.(0) ?? {} : BEARER;
  const { method, url, headers, body } = serialise(protocol, protocol.send(message), credentials);
  const masked = (text: string) => maskSecrets(text, { secrets, isVaspidKey: false });
  return {
    kind: message.kind,
    method,
    url: masked(url),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, SHOWN.has(name) ? value : MASK]),
    ),
    body: body === null ? null : masked(body),
  };
}

const BEARER = { authorization: MASK };

const BASE_URL = "https://slidepost.example.net";

const TRACKING_ID = "018f3c5e-7b1a-7c3d-9e2f-5a6b7c8d9e0f";

/** Time of the sample, in milliseconds since the epoch. */
const AT = Date.UTC(2026, 0, 1);

const VALIDITY_SECONDS = 86_400;

/** Text with characters that each encoding treats in its own way. */
const SMS: Outgoing = {
  kind: "SMS",
  trackingId: TRACKING_ID,
  from: "16175550100",
  to: "16175550111",
  text: 'Tulips & daffodils: "3 for 2" <today>\nGrüße \u{1F337}',
  subject: null,
  files: [],
  statusUrl: `${BASE_URL}/carriers/example/status/${TRACKING_ID}`,
  validitySeconds: VALIDITY_SECONDS,
  acceptedAt: AT,
  ageMs: 0,
  attempt: 1,
  isResubmitted: false,
  expiresAt: AT + VALIDITY_SECONDS * 1000,
};

const SUBJECT = "Spring & summer";

/** Sample with as many pictures as the provider takes, at most two. */
function sampleMms(
  { maxFiles, takesSubject }: { maxFiles: number; takesSubject: boolean },
): Outgoing {
  const files = ["slide1-image.jpg", "slide2-image.jpg"].slice(0, maxFiles).map((name) => ({
    name,
    type: "image/jpeg",
    bytes: 100_000,
    url: `${BASE_URL}/content/example/${name}`,
  }));
  return {
    ...SMS,
    kind: "MMS",
    text: takesSubject ? SMS.text : `${SUBJECT}\n\n${SMS.text}`,
    subject: takesSubject ? SUBJECT : null,
    files,
  };
}
