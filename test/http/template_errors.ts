/** Rows of the table of errors: templates, their content and their sends (E223 to E715). */
import assert from "node:assert/strict";
import { ask } from "./door.ts";
import {
  emoji,
  type ErrorRow,
  file,
  files,
  fragile,
  hanging,
  image,
  posted,
  postedBy,
  posting,
  SAVE,
  send,
  sent,
  SMS,
  TEXT,
  withSlide,
} from "./errors_setup.ts";

/** Kinds of content that exclude each other on a slide. */
const EXCLUSIONS: [code: string, when: string, first: string, second: string][] = [
  ["E223", "two objects on a slide", "contact", "pdf"],
  ["E224", "an object with an image", "calendar", "image"],
  ["E226", "audio with video", "audio", "video"],
  ["E227", "video with an image", "video", "image"],
];

export const TEMPLATE_ERRORS: readonly ErrorRow[] = [
  ...EXCLUSIONS.map(([code, when, first, second]): ErrorRow => [
    `${code} 400`,
    when,
    posted(withSlide({ [second]: file, [first]: file })),
    `slide 2: ${first} and ${second} cannot share a slide`,
  ]),
  [
    "E225 400",
    "ten slides",
    posted({ ...SAVE, slide: Array(10).fill(TEXT) }),
    "slide must have at most 9 items",
  ],
  [
    "E228 400",
    "a text of 5001 characters",
    posted(withSlide({ "message-text": emoji(5001) })),
    "slide 2: message-text must have at most 5000 characters",
  ],
  [
    "E228 400",
    "a custom text of 5001 characters",
    sent("ready", { "custom-slides": [{ "custom-slide": 1, "custom-message-text": emoji(5001) }] }),
    "custom-slides 1: custom-message-text must have at most 5000 characters",
  ],
  ...[
    ["ftp://media.example.com/a.jpg", "the URL is not http or https"],
    ["file:///etc/passwd", "the URL is not http or https"],
    ["data:image/png;base64,AAAA", "the URL is not http or https"],
    ["media.example.com/a.jpg", "the URL is malformed"],
    ["http://", "the URL is malformed"],
    ["https://me:secret@media.example.com/a.jpg", "the URL holds a user name or password"],
    [
      "http://127.0.0.2/a.jpg",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
    [
      "http://0x7f.0.0.2/a.jpg",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
    ["http://[::1]/a.jpg", "the URL's host is not a public address; OUTBOUND_ALLOW can allow it"],
    [
      "http://10.0.0.1/a.jpg",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
    [
      "http://169.254.169.254/latest/meta-data",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
    [
      "http://localhost/a.jpg",
      "the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
    ],
  ].map(([url, fault]): ErrorRow => [
    "E229 400",
    `content at ${url}`,
    posted(image(url)),
    `slide 2: image url: ${fault}`,
  ]),
  [
    "E229 400",
    "content on this machine, which is not allowed",
    () => ask(fragile, image("http://127.0.0.1/a.jpg")),
    "slide 2: image url: the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
  ],
  [
    "E229 400",
    "content without a url",
    posted(withSlide({ image: {} })),
    "slide 2: image url is required",
  ],
  [
    "E229 400",
    "content that is no object",
    posted(withSlide({ image: "a.jpg" })),
    "slide 2: image must be an object",
  ],
  ["E241 404", "an unknown mms-id", posted(send("nothing")), "mms-id does not exist"],
  ["E241 404", "another account's mms-id", sent("others"), "mms-id does not exist"],
  ["E311 400", "no name", posted({ ...SAVE, name: undefined }), "name is required"],
  ["E311 400", "an empty name", posted({ ...SAVE, name: "" }), "name must not be empty"],
  ["E311 400", "a blank name", posted({ ...SAVE, name: " \n" }), "name must not be blank"],
  ["E312 400", "no slide field", posted({ ...SAVE, slide: undefined }), "slide is required"],
  ["E312 400", "no slides", posted({ ...SAVE, slide: [] }), "slide must have at least 1 item"],
  ["E313 400", "an empty slide", posted(withSlide({})), "slide 2: needs content or message-text"],
  [
    "E313 400",
    "a slide of white space",
    posted(withSlide({ "message-text": " \n" })),
    "slide 2: needs content or message-text",
  ],
  [
    "E313 400",
    "a custom text of white space on a slide without content",
    sent("ready", { "custom-slides": [{ "custom-slide": "1", "custom-message-text": " " }] }),
    "slide 1: needs content or message-text",
  ],
  [
    "E313 400",
    "a custom text that empties its slide",
    sent("ready", { "custom-slides": [{ "custom-slide": "1", "custom-message-text": "" }] }),
    "slide 1: needs content or message-text",
  ],
  [
    "E315 400",
    "a client-reference of 65 characters",
    posted({ ...SAVE, "client-reference": emoji(65) }),
    "client-reference must have at most 64 characters",
  ],
  [
    "E315 400",
    "a client-reference of 65 characters, of a send",
    sent("ready", { "client-reference": emoji(65) }),
    "client-reference must have at most 64 characters",
  ],
  [
    "E212 400",
    "a page before the first",
    posted({ action: "getmmstemplates", "page-number": 0 }),
    "page-number must be at least 1",
  ],
  [
    "E213 400",
    "a page that is too large",
    posted({ action: "getmmstemplates", "items-per-page": 1001 }),
    "items-per-page must be at most 1000",
  ],
  [
    "E214 400",
    "a time in words",
    posted({ action: "getmmstemplates", "start-date": "yesterday" }),
    "start-date is not an ISO 8601 timestamp",
  ],
  ["E620 400", "no mms-id", posted(send(undefined)), "mms-id is required"],
  ["E620 400", "an empty mms-id", posted(send("")), "mms-id must not be empty"],
  [
    "E622 400",
    "no fallback text",
    posted({ ...SAVE, "fallback-sms-text": undefined }),
    /^fallback-sms-text is required/,
  ],
  [
    "E622 400",
    "an empty fallback text",
    posted({ ...SAVE, "fallback-sms-text": " " }),
    /^fallback-sms-text is required/,
  ],
  [
    "E622 400",
    "a send enables the fallback that the template disables and has no text for",
    sent("quiet", { "disable-fallback-sms": false }),
    /^fallback-sms-text is required/,
  ],
  [
    "E622 400",
    "force-send-as-sms, and there is no text",
    sent("quiet", { "force-send-as-sms": true }),
    "fallback-sms-text is required with force-send-as-sms",
  ],
  [
    "E626 409",
    "the template is being encoded",
    sent("locked"),
    "the MMS has not finished encoding",
  ],
  [
    "E1001 409",
    "the template failed encoding",
    sent("failed"),
    "the MMS failed encoding and cannot be sent",
  ],
  [
    "E1002 429",
    "more templates are saved than may be encoded at a time",
    async () => {
      const slow = image(files.respond("slow.jpg", () => hanging));
      const more = () => posting(slow, "other");
      for (let n = 0; n < 5; n++) assert.equal((await more()).status, 200);
      const refused = await more();
      assert.equal(refused.headers.get("retry-after"), "10");
      return refused;
    },
    "5 templates of this account are being encoded; retry when some of them have finished",
  ],
  [
    "E618 503",
    "the lookup of an operator that a route needs fails",
    postedBy("looked-up", SMS),
    "the operator lookup failed; try again",
  ],
  [
    "E619 403",
    "the routing table does not serve the recipient",
    postedBy("unserved", SMS),
    "the recipient's operator is not provisioned",
  ],
  [
    "E651 400",
    "an unknown operator-id",
    posted({ ...SMS, "operator-id": "7" }),
    "operator-id is unknown",
  ],
  [
    "E651 400",
    "an unknown operator in X-Service-Carrier-Id",
    posted(SMS, { headers: { "x-service-carrier-id": "7" } }),
    "operator-id is unknown",
  ],
  ...["mms-expiry-timestamp", "fallback-sms-link-expiration"].flatMap((field): ErrorRow[] => [
    [
      "E652 400",
      `${field} is not ISO 8601`,
      sent("ready", { [field]: "tomorrow" }),
      `${field} is not an ISO 8601 timestamp`,
    ],
    [
      "E652 400",
      `${field} is past`,
      sent("ready", { [field]: "2026-07-01T09:59:59.999Z" }),
      `${field} is past`,
    ],
    [
      "E652 400",
      `${field} is now`,
      sent("ready", { [field]: "2026-07-01T10:00:00Z" }),
      `${field} is past`,
    ],
  ]),
  [
    "E712 400",
    "no message-text",
    posted({ ...SMS, "message-text": undefined }),
    "message-text is required",
  ],
  [
    "E712 400",
    "an empty message-text",
    posted({ ...SMS, "message-text": "" }),
    "message-text must not be empty",
  ],
  [
    "E712 400",
    "a blank message-text",
    posted({ ...SMS, "message-text": " \n" }),
    "message-text must not be blank",
  ],
  [
    "E715 403",
    "campaign-ref is missing, and the account enforces it",
    postedBy("campaigns", SMS),
    "campaign-ref is required for this account",
  ],
  [
    "E715 403",
    "to is not subscribed to campaign-ref",
    postedBy("campaigns", { ...SMS, "campaign-ref": "summer" }),
    "to is not subscribed to campaign-ref",
  ],
];
