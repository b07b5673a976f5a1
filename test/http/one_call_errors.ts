/** Rows of the table of errors: `sendmms`, which has those of `savemms` and of `sendsavedmms`. */
import { type ErrorRow, file, files, posted, postedBy, posting, TEXT } from "./errors_setup.ts";

const MMS = {
  "action": "sendmms",
  "from": "111122",
  "to": "16175550101",
  "fallback-sms-text": "See it",
  "slide": [TEXT],
};
const withSlide = (slide: object) => ({ ...MMS, slide: [slide] });

export const ONE_CALL_ERRORS: readonly ErrorRow[] = [
  [
    "E114 403",
    "the recipient has opted out of an MMS",
    postedBy("stopped", MMS),
    "to is blocked for this sender (opted out)",
  ],
  [
    "E2101 400",
    "the status-callback of an MMS is at a private address",
    posted({ ...MMS, "status-callback": "http://10.0.0.1/" }),
    /^status-callback: /,
  ],
  [
    "E223 400",
    "two objects on a slide of an MMS",
    posted(withSlide({ contact: file, pdf: file })),
    "slide 1: contact and pdf cannot share a slide",
  ],
  [
    "E226 400",
    "audio with video on a slide of an MMS",
    posted(withSlide({ audio: file, video: file })),
    "slide 1: audio and video cannot share a slide",
  ],
  [
    "E618 503",
    "the lookup for an MMS in one call fails",
    postedBy("looked-up", MMS),
    "the operator lookup failed; try again",
  ],
  [
    "E619 403",
    "no MMS in one call is served",
    postedBy("unserved", MMS),
    "the recipient's operator is not provisioned",
  ],
  [
    "E715 403",
    "the account of an MMS in one call enforces campaigns",
    postedBy("campaigns", MMS),
    "campaign-ref is required for this account",
  ],
  [
    "E1501 400",
    "the image of an MMS is left out",
    posted(withSlide({ image: { "add-barcode": "no", "barcode": { id: "1" } } })),
    /^slide 1: image/,
  ],
  [
    "E1502 422",
    "the background of an MMS is gone",
    () => {
      const url = files.respond("no-ground.jpg", () => new Response(null, { status: 404 }));
      return posting(withSlide({ image: { "background-image-url": url } }));
    },
    /^slide 1: /,
  ],
  [
    "E1503 400",
    "a barcode of an MMS without an id",
    posted(withSlide({ image: { barcode: {} } })),
    /barcode id is required$/,
  ],
  [
    "E1505 400",
    "a text area of an MMS without text",
    posted(withSlide({ image: { "text-area": { "text-area-1": {} } } })),
    /text is req/,
  ],
];
