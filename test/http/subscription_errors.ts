/** Rows of the table of errors: subscriptions to campaigns (E901 to E905). */
import { admin, type ErrorRow, posted, postedBy, test } from "./errors_setup.ts";

const PERSON = "16175550107";
const OPTED_OUT = "16175550108";

const subscribe = (fields: object) => (
  { action: "subscribe", "campaign-ref": "whole", mobile: PERSON, ...fields }
);
const unsubscribe = (fields: object) => ({ ...subscribe(fields), action: "unsubscribe" });

/** Creates a campaign with a sender and its texts, and one without either. */
export async function prepareCampaigns(): Promise<void> {
  const texts = { "cta-text": "Reply YES", "welcome-text": "Welcome", "goodbye-text": "Goodbye" };
  const campaigns = [
    { "campaign-ref": "whole", "from": "111122", ...texts },
    { "campaign-ref": "silent", ...texts },
    { "campaign-ref": "wordless", "from": "111122" },
    { "campaign-ref": "alphanumeric", "from": "ACME", ...texts },
  ];
  for (const campaign of campaigns) await admin("POST", "/accounts/acme/campaigns", campaign)();
  for (const account of ["looked-up", "unserved"]) {
    await admin("POST", `/accounts/${account}/campaigns`, campaigns[0])();
  }
  await test.admin("POST", "/loopback/sms", { from: OPTED_OUT, to: "111122", text: "STOP" });
  await admin("POST", "/accounts/acme/blocks", { number: "16175550109" })();
}

export const SUBSCRIPTION_ERRORS: readonly ErrorRow[] = [
  ...[subscribe, unsubscribe].flatMap((request): ErrorRow[] => {
    const { action } = request({});
    return [
      ["E901 400", `${action} without mobile`, posted(request({ mobile: null })), /^mobile is req/],
      [
        "E901 400",
        `${action} of no number`,
        posted(request({ mobile: "me" })),
        "mobile is not an international number",
      ],
      [
        "E902 400",
        `${action} without campaign-ref`,
        posted(request({ "campaign-ref": null })),
        /^campaign-ref is required/,
      ],
      [
        "E902 400",
        `${action} with a blank campaign-ref`,
        posted(request({ "campaign-ref": " " })),
        "campaign-ref is required",
      ],
      [
        "E903 404",
        `${action} of an unknown campaign`,
        posted(request({ "campaign-ref": "autumn" })),
        "campaign-ref does not exist",
      ],
      [
        "E903 404",
        `${action} of another account's campaign`,
        postedBy("other", request({})),
        "campaign-ref does not exist",
      ],
      [
        "E100 400",
        `${action} with a notify that is neither`,
        posted(request({ notify: "perhaps" })),
        /^notify must be/,
      ],
    ];
  }),
  [
    "E901 400",
    "subscribe of a number that cannot be",
    posted(subscribe({ mobile: "1617555" })),
    /^mobile is not a possible number/,
  ],
  [
    "E100 400",
    "subscribe with a consent at no time",
    posted(subscribe({ "collected-at": "yesterday" })),
    "collected-at is not ISO 8601",
  ],
  [
    "E904 403",
    "subscribe of one who opted out by a text",
    posted(subscribe({ mobile: OPTED_OUT })),
    "mobile has opted out by a text",
  ],
  ...["cta", "notify"].flatMap((field): ErrorRow[] => [
    [
      "E904 403",
      `subscribe with ${field} to a campaign without a sender`,
      posted(subscribe({ "campaign-ref": "silent", [field]: "yes" })),
      "campaign-ref: the campaign has no sender to send a text from",
    ],
    [
      "E904 403",
      `subscribe with ${field} to a campaign without the text`,
      posted(subscribe({ "campaign-ref": "wordless", [field]: "yes" })),
      /^campaign-ref: the campaign has no (cta|welcome)-text$/,
    ],
    [
      "E904 403",
      `subscribe with ${field} to a campaign whose sender the recipient's carriers do not take`,
      posted(subscribe({ "campaign-ref": "alphanumeric", [field]: "yes" })),
      /^campaign-ref: the campaign's sender is alphanumeric, which carriers of US do not take$/,
    ],
    [
      "E904 403",
      `subscribe with ${field} of a recipient who is blocked`,
      posted(subscribe({ mobile: "16175550109", [field]: "yes" })),
      "mobile is blocked for the campaign's sender",
    ],
  ]),
  [
    "E618 503",
    "the lookup for the text of a subscription fails",
    postedBy("looked-up", subscribe({ mobile: "16175550188", notify: "yes" })),
    "the operator lookup failed; try again",
  ],
  [
    "E619 403",
    "the routing table serves no text to who is subscribed",
    postedBy("unserved", subscribe({ cta: "yes" })),
    "the recipient's operator is not provisioned",
  ],
  [
    "E905 403",
    "unsubscribe with notify from a campaign without a sender",
    posted(unsubscribe({ "campaign-ref": "silent", notify: "yes" })),
    "campaign-ref: the campaign has no sender to send a text from",
  ],
  [
    "E905 403",
    "unsubscribe with notify from a campaign without the text",
    posted(unsubscribe({ "campaign-ref": "wordless", notify: "yes" })),
    "campaign-ref: the campaign has no goodbye-text",
  ],
];
