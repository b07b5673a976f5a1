/** Requests that the admin API refuses, each with its error. */
import { admin, aSender, rawAdmin } from "./setup.ts";
import type { DoorResponse } from "../door.ts";

const account = (fields: Record<string, unknown>) => () =>
  admin("POST", "/accounts", { name: "Shop", ...fields });
const sender = (fields: Record<string, unknown>) => () =>
  admin("POST", "/accounts/acme/senders", { ...aSender, address: "333344", ...fields });
const campaign = (fields: Record<string, unknown>) => async () => {
  await admin("POST", "/accounts/acme/campaigns", { "campaign-ref": "taken" });
  return await admin("POST", "/accounts/acme/campaigns", { "campaign-ref": "c", ...fields });
};
const receiver = (fields: Record<string, unknown>) => async () => {
  const body = { receiver: "taken", url: "https://crm.example.com/" };
  await admin("POST", "/accounts/acme/receivers", body);
  return await admin("POST", "/accounts/acme/receivers", { ...body, receiver: "new", ...fields });
};
const pool = (fields: Record<string, unknown>) => async () => {
  const body = { pool: "taken", senders: "111122" };
  await admin("POST", "/accounts/acme/pools", body);
  return await admin("POST", "/accounts/acme/pools", { ...body, pool: "new", ...fields });
};
const logo = (image: string) => () => admin("PUT", "/accounts/acme/logo", { image });
const listing = (query: string) => () => admin("GET", query);

export const REFUSED: [
  what: string,
  fault: string,
  ask: () => Promise<DoorResponse>,
  info: string | RegExp,
][] = [
  [
    "an account of that id",
    "E100 409",
    account({ account: "acme" }),
    "account acme is there already",
  ],
  [
    "a sender of that address",
    "E100 409",
    sender({ address: "111122" }),
    "sender 111122 is there already",
  ],
  ["a pool of that name", "E100 409", pool({ pool: "taken" }), "the account has a pool taken"],
  [
    "a pool called Winter",
    "E100 400",
    pool({ pool: "Winter" }),
    /^pool must be 1 to 40 lower-case/,
  ],
  ["a pool without senders", "E100 400", pool({ senders: undefined }), "senders is required"],
  ["a pool of tags", "E100 400", pool({ senders: "<b>" }), /^senders must be senders, separated/],
  ["a pool of no sender", "E111 400", pool({ senders: " , " }), "senders must have one or more"],
  [
    "a pool of another's sender",
    "E111 400",
    pool({ senders: "111122,99999:3" }),
    "senders: 99999 is not a sender of the account",
  ],
  [
    "a pool of one sender in two spellings",
    "E111 400",
    pool({ senders: "111122,111-122:2" }),
    "senders has 111122 twice",
  ],
  [
    "a pool of too many senders",
    "E111 400",
    pool({ senders: Array.from({ length: 501 }, (_, at) => 100_000 + at).join() }),
    "senders has more than 500",
  ],
  ...["-1", "1001", "99999", "0.5", "one", "", "1e2"].map((weight) =>
    [
      `a pool with the weight ${weight}`,
      "E111 400",
      pool({ senders: `111122:${weight}` }),
      "senders: the weight of 111122 is not a number from 0 to 1000",
    ] as typeof REFUSED[number]
  ),
  [
    "a pool that is sticky for years",
    "E100 400",
    pool({ "sticky-days": 366 }),
    /^sticky-days must be/,
  ],
  [
    "a change of a pool to another's sender",
    "E111 400",
    () => admin("PATCH", "/accounts/acme/pools/taken", { senders: "99999" }),
    "senders: 99999 is not a sender of the account",
  ],
  [
    "a receiver of that name",
    "E100 409",
    receiver({ receiver: "taken" }),
    "the account has a receiver taken",
  ],
  [
    "a receiver called default",
    "E100 400",
    receiver({ receiver: "default" }),
    /^receiver must be 1 to 40 lower-case letters/,
  ],
  ["a receiver called mm7", "E100 400", receiver({ receiver: "mm7" }), /^receiver must be/],
  [
    "a receiver called as status callbacks are",
    "E100 400",
    receiver({ receiver: "callback-3" }),
    /^receiver must be/,
  ],
  ["a receiver without a URL", "E100 400", receiver({ url: undefined }), "url is required"],
  [
    "a receiver at a private address",
    "E2101 400",
    receiver({ url: "http://10.0.0.1/" }),
    /^url: /,
  ],
  ["a receiver at nonsense", "E2101 400", receiver({ url: "nonsense" }), /^url: /],
  [
    "a receiver of an unknown code",
    "E100 400",
    receiver({ codes: "N202,N999" }),
    "codes must be a comma-separated list of codes of postbacks",
  ],
  [
    "a receiver of another's sender",
    "E2101 400",
    receiver({ senders: "111122,99999" }),
    "senders: 99999 is not a sender of the account",
  ],
  [
    "a receiver of no sender",
    "E2101 400",
    receiver({ senders: " , " }),
    "senders must have a value, or be null for all",
  ],
  [
    "a receiver of no campaign",
    "E2101 400",
    receiver({ "campaign-refs": "," }),
    "campaign-refs must have a value, or be null for all",
  ],
  [
    "a change of a receiver to a private address",
    "E2101 400",
    () => admin("PATCH", "/accounts/acme/receivers/default", { url: "http://10.0.0.1/" }),
    /^url: /,
  ],
  ["a receiver of an unknown format", "E100 400", receiver({ format: "yaml" }), /^format must/],
  [
    "the removal of the receiver default",
    "E100 409",
    () => admin("DELETE", "/accounts/acme/receivers/default"),
    "the receiver default cannot be removed; disable it",
  ],
  [
    "a secret of an unknown receiver",
    "E100 404",
    () => admin("POST", "/accounts/acme/webhook-secret?receiver=none"),
    "receiver does not exist",
  ],
  [
    "a key of no sender",
    "E100 400",
    () => admin("POST", "/accounts/acme/keys", { senders: "," }),
    "senders must have a value, or be null for all",
  ],
  [
    "an account without a name",
    "E100 400",
    () => admin("POST", "/accounts", {}),
    "name is required",
  ],
  ["an id with upper case", "E100 400", account({ account: "Shop" }), /^account must have/],
  [
    "a display name of 61 characters",
    "E100 400",
    account({ "display-name": "x".repeat(61) }),
    "display-name must have at most 60 characters",
  ],
  [
    "a display name that cannot be seen",
    "E100 400",
    account({ "display-name": " \u200b" }),
    "display-name must have a visible character and no control characters",
  ],
  [
    "a display name of two lines",
    "E100 400",
    account({ "display-name": "a\nb" }),
    "display-name must have a visible character and no control characters",
  ],
  [
    "a colour by its name",
    "E100 400",
    account({ "accent-colour": "red" }),
    "accent-colour must be a colour such as `#c2185b`",
  ],
  [
    "a colour that ends a style",
    "E100 400",
    account({ "accent-colour": "#fff}b" }),
    "accent-colour must be a colour such as `#c2185b`",
  ],
  ["a logo that is not base64", "E100 400", logo("%"), "image is not base64"],
  [
    "a logo that is an SVG",
    "E100 400",
    logo(btoa(`<svg xmlns="http://www.w3.org/2000/svg"/>`)),
    "image is not a PNG, JPEG, GIF or WebP image",
  ],
  ["a logo cut off", "E100 400", logo(btoa("\xff\xd8\xff\xe0")), "image is damaged or cut off"],
  [
    "a logo of more than 512 KiB",
    "E100 400",
    logo("A".repeat(699_053)),
    "image must have at most 699052 characters",
  ],
  ["a rate of 0", "E100 400", account({ rate: 0 }), "rate must be at least 1"],
  ["a rate that is text", "E100 400", account({ rate: "5" }), "rate must be a number"],
  [
    "a flag that is text",
    "E100 400",
    account({ disabled: "true" }),
    "disabled must be true or false",
  ],
  [
    "an unknown field",
    "E100 400",
    account({ colour: "red" }),
    "the body has unknown fields: colour",
  ],
  [
    "a postback-url that is private",
    "E100 400",
    account({ "postback-url": "http://10.0.0.1/" }),
    "postback-url: the URL's host is not a public address; OUTBOUND_ALLOW can allow it",
  ],
  [
    "a postback-url of this machine's network",
    "E100 400",
    account({ "postback-url": "http://localhost/" }),
    /^postback-url: .*OUTBOUND_ALLOW/,
  ],
  [
    "a postback-url that is no http",
    "E100 400",
    account({ "postback-url": "ftp://shop.example.com/" }),
    "postback-url must be an http or https URL",
  ],
  [
    "an mm7-url with a password",
    "E100 400",
    account({ "mm7-url": "https://a:b@shop.example.com/" }),
    "mm7-url: the URL holds a user name or password",
  ],
  [
    "an mm7-username with a colon",
    "E100 400",
    account({ "mm7-username": "a:b" }),
    "mm7-username must have no colon and no control characters",
  ],
  [
    "an mm7-username of 256 characters",
    "E100 400",
    account({ "mm7-username": "u".repeat(256) }),
    "mm7-username must have at most 255 characters",
  ],
  [
    "an mm7-password of 256 characters",
    "E100 400",
    account({ "mm7-username": "u", "mm7-password": "p".repeat(256) }),
    "mm7-password must have at most 255 characters",
  ],
  [
    "an mm7-password with NUL",
    "E100 400",
    account({ "mm7-username": "u", "mm7-password": "p\0" }),
    "mm7-password must have no control characters",
  ],
  [
    "an mm7-password without a user",
    "E100 400",
    account({ "mm7-password": "p" }),
    "mm7-password needs an mm7-username",
  ],
  [
    "a postback-url changed to a private one",
    "E100 400",
    () => admin("PATCH", "/accounts/acme", { "postback-url": "http://169.254.169.254/" }),
    /^postback-url: .*OUTBOUND_ALLOW/,
  ],
  ["a sender of an unknown kind", "E100 400", sender({ kind: "fax" }), /^kind must be one of/],
  [
    "a country that is none",
    "E100 400",
    sender({ country: "XX" }),
    "country: XX has no telephone numbers",
  ],
  ["a country in lower case", "E100 400", sender({ country: "us" }), /^country must be/],
  [
    "further countries of which one is none",
    "E100 400",
    sender({ countries: "CA,XX" }),
    "countries: XX has no telephone numbers",
  ],
  [
    "further countries in words",
    "E100 400",
    sender({ countries: "Canada" }),
    /^countries must be/,
  ],
  [
    "a short code of nine digits",
    "E100 400",
    sender({ address: "123456789" }),
    "address of a short-code must be 3 to 8 digits",
  ],
  [
    "a long code of another country",
    "E100 400",
    sender({ kind: "10dlc", address: "447911123456" }),
    "address is not in country",
  ],
  [
    "a long code that is too short",
    "E100 400",
    sender({ kind: "10dlc", address: "1617555010" }),
    "address is not a possible number",
  ],
  [
    "a name that is digits",
    "E100 400",
    sender({ kind: "alphanumeric", address: "333344" }),
    "address of an alphanumeric sender must have a letter",
  ],
  [
    "an unknown connector",
    "E100 400",
    sender({ "mms-connector": "pigeon" }),
    "mms-connector must be one of loopback",
  ],
  [
    "a campaign of that reference",
    "E100 409",
    campaign({ "campaign-ref": "taken" }),
    "campaign taken is there already",
  ],
  [
    "a campaign of a blank reference",
    "E100 400",
    campaign({ "campaign-ref": " " }),
    "campaign-ref must not be blank",
  ],
  [
    "a campaign with a blank text",
    "E100 400",
    campaign({ "cta-text": "\u200b" }),
    "cta-text must not be blank",
  ],
  [
    "a campaign of another sender",
    "E100 400",
    campaign({ from: "999999" }),
    "from is not a sender of the account",
  ],
  [
    "a campaign with subscriptions",
    "E100 409",
    async () => {
      const recipient = { "campaign-ref": "used", recipient: "16175550101" };
      await admin("POST", "/accounts/acme/subscriptions", recipient);
      return await admin("DELETE", "/accounts/acme/campaigns/used");
    },
    /^campaign has recipients who are subscribed/,
  ],
  [
    "a subscription of no number",
    "E100 400",
    () => admin("POST", "/accounts/acme/subscriptions", { "campaign-ref": "c", recipient: "me" }),
    "recipient is not an international number",
  ],
  ...[
    "/accounts",
    "/messages",
    "/templates",
    "/inbound",
    "/loopback/messages",
    "/accounts/acme/campaigns",
    "/accounts/acme/subscriptions",
  ]
    .flatMap((path): typeof REFUSED => [
      [
        `a page of 0 of ${path}`,
        "E100 400",
        listing(`${path}?limit=0`),
        "limit must be at least 1",
      ],
      [
        `a page of 201 of ${path}`,
        "E100 400",
        listing(`${path}?limit=201`),
        "limit must be at most 200",
      ],
      [
        `a page of many of ${path}`,
        "E100 400",
        listing(`${path}?limit=many`),
        "limit must be a number",
      ],
    ]),
  ...[
    "/accounts",
    "/messages",
    "/templates",
    "/inbound",
    "/links",
    "/postbacks",
    "/lookups",
    "/loopback/messages",
    "/accounts/acme/campaigns",
    "/accounts/acme/subscriptions",
    "/accounts/acme/blocks",
  ]
    .flatMap((path) =>
      ["x", "-1", "other:1", "message:", "message: ", '["2026-02-31","acme"]', "null", "{}"]
        .filter((cursor) =>
          !(cursor.startsWith("[") && /campaigns|subscriptions|blocks/.test(path))
        )
        .map((cursor): typeof REFUSED[number] => [
          `the cursor ${cursor} of ${path}`,
          "E100 400",
          listing(`${path}?cursor=${encodeURIComponent(cursor)}`),
          "cursor was not issued by this listing",
        ])
    ),
  ["a state that is none", "E100 400", listing("/messages?state=lost"), /^state must be one of/],
  [
    "a part that is no number",
    "E100 400",
    listing("/loopback/messages/x/parts/one"),
    "index must be a number",
  ],
  [
    "an operation that is none",
    "E100 404",
    () => rawAdmin("GET", "/fax"),
    "no such admin operation",
  ],
];
