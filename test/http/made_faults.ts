/** Faults of content generated for a recipient (E15xx to E17xx): at least one row each. */

type Posted<A> = (body: unknown) => () => Promise<A>;

export type MadeRow<A> = [
  fault: string,
  when: string,
  ask: () => Promise<A>,
  info: string | RegExp,
];

/** Requests that the rows consist of. */
export interface MadeFaults<A> {
  posted: Posted<A>;
  /** Sends a template that is ready, with more fields. */
  sent(more: object): () => Promise<A>;
  /** Returns a URL with this response. */
  serve(name: string, respond: () => Response): string;
}

const BARCODE = { id: "A-1" };
const EVENT = {
  "event-title": "Launch",
  "event-description": "We begin",
  "event-location": "Paris",
  "event-start-datetime": "2026-07-01T10:00:00",
  "event-end-datetime": "2026-07-01T11:00:00",
  "event-timezone": "Europe/Paris",
};
const NAME = { "first-name": "Ada" };

export function madeFaults<A>({ posted, sent, serve }: MadeFaults<A>): MadeRow<A>[] {
  const image = (fields: object) => posted({ action: "createimage", ...fields });
  const barcode = (fields: object) => image({ barcode: { ...BARCODE, ...fields } });
  const area = (fields: object) =>
    image({ "text-area": { "text-area-2": { text: "Hi", ...fields } } });
  const contact = (fields: object) => posted({ action: "createcontact", name: NAME, ...fields });
  const event = (fields: object) => posted({ action: "createcalendar", ...EVENT, ...fields });
  const served = (name: string, type: string, content: string | Uint8Array<ArrayBuffer>) =>
    serve(name, () => new Response(content, { headers: { "content-type": type } }));
  const html = "<!doctype html><title>404</title>";
  const gone = (name: string) =>
    serve(name, () => new Response("gone", { status: 404, headers: { "x": "y" } }));
  const cut = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);

  return [
    ["E1501 400", "nothing to draw", image({}), /background-image-url, barcode or text-area/],
    [
      "E1501 400",
      "everything is left out",
      image({ "add-barcode": "No", "barcode": BARCODE }),
      /background-image-url, barcode or text-area/,
    ],
    [
      "E1501 400",
      "a dynamic image has nothing to draw",
      sent({ "dynamic-image": [{ barcode: BARCODE }, {}] }),
      /^dynamic-image 2: needs/,
    ],
    [
      "E229 400",
      "a background is nowhere to be had",
      image({ "background-image-url": "ftp://example.com/a.jpg" }),
      /^background-image-url/,
    ],
    [
      "E229 400",
      "a background is inside a network",
      image({ "background-image-url": "http://10.0.0.1/a.jpg" }),
      /^background-image-url: .*public/,
    ],
    [
      "E1502 422",
      "a background does not exist",
      image({ "background-image-url": gone("gone-background.jpg") }),
      /^background-image-url: .*404/,
    ],
    [
      "E1502 422",
      "a background is a page that calls itself a picture",
      image({ "background-image-url": served("page.jpg", "image/jpeg", html) }),
      /^background-image-url: /,
    ],
    [
      "E1502 422",
      "a background is a page",
      image({ "background-image-url": served("page.html", "text/html", html) }),
      /^background-image-url: /,
    ],
    [
      "E1502 422",
      "a background is cut off",
      image({ "background-image-url": served("cut.jpg", "image/jpeg", cut) }),
      /^background-image-url: /,
    ],
    [
      "E1502 422",
      "a dynamic image's background is cut off",
      sent({
        "dynamic-image": [{ "background-image-url": served("cut.jpg", "image/jpeg", cut) }],
      }),
      /^dynamic-image 1: background-image-url: /,
    ],
    ["E1503 400", "a barcode without an id", barcode({ id: undefined }), "barcode id is required"],
    ["E1503 400", "a barcode with an empty id", barcode({ id: "" }), "barcode id is required"],
    [
      "E1503 400",
      "a barcode is to be drawn, and there is none",
      image({ "add-barcode": "yes" }),
      "barcode is required when add-barcode is yes",
    ],
    ["E1504 400", "an unknown type", barcode({ type: "QR" }), /^barcode type must be one of/],
    ["E1504 400", "letters in an EAN", barcode({ type: "EAN" }), /^barcode id: EAN takes/],
    [
      "E1504 400",
      "a wrong check digit in a dynamic image",
      sent({ "dynamic-image": [{ barcode: { id: "4006381333932", type: "EAN" } }] }),
      /^dynamic-image 1: barcode id: .*1$|^dynamic-image 1: barcode id: .*\b1\b/,
    ],
    ["E1505 400", "a text area without text", area({ text: undefined }), /text is required$/],
    ["E1505 400", "a text area with an empty text", area({ text: "" }), /text is required$/],
    [
      "E1505 400",
      "text areas are to be drawn, and there are none",
      image({ "add-text-area": "yes", "barcode": BARCODE }),
      "text-area is required when add-text-area is yes",
    ],
    [
      "E1506 400",
      "a ninth text area",
      image({ "text-area": { "text-area-9": { text: "Hi" } } }),
      /text-area-1 to text-area-8/,
    ],
    ...[
      barcode({ "position-x": "-1" }),
      barcode({ "position-y": "left" }),
      barcode({ width: "0" }),
      barcode({ height: "1.5" }),
      barcode({ "foreground-color": "red" }),
      barcode({ "background-color": "#12345" }),
      barcode({ "border-width": "1e3" }),
      barcode({ font: "Comic Sans" }),
      barcode({ "font-size": "0" }),
      barcode({ alignment: "Justify" }),
      barcode({ rotate: "45" }),
      barcode({ width: "10", height: "10" }),
      area({ "position-x": "99999" }),
      area({ "position-y": "-" }),
      area({ font: "?" }),
      area({ "font-size": "big" }),
      area({ "font-color": "#gggggg" }),
      area({ width: -5 }),
    ].map((ask, index): MadeRow<A> => [
      "E1507 400",
      `drawing ${index + 1} that cannot be`,
      ask,
      /^(barcode|text-area)/,
    ]),
    ["E1601 400", "a contact without a name", contact({ name: undefined }), /^name /],
    ["E1601 400", "a contact of blanks", contact({ name: { "first-name": " " } }), /first-name/],
    [
      "E1601 400",
      "a dynamic contact has a suffix only",
      sent({ "dynamic-contact": [{ name: { suffix: "Jr." } }] }),
      /^dynamic-contact 1: name/,
    ],
    [
      "E1602 400",
      "a name with a sign",
      contact({ name: { "last-name": "O'Brien" } }),
      "name last-name must have only letters, digits, spaces and periods",
    ],
    [
      "E1603 400",
      "a label that phones do not have",
      contact({ phone: [{ number: "1", label: "Boat" }] }),
      /^phone 1: label must be one of/,
    ],
    [
      "E1603 400",
      "a label that dynamic e-mail does not have",
      sent({
        "dynamic-contact": [{ name: NAME, email: [{ id: "a@example.com", label: "Fax" }] }],
      }),
      /^dynamic-contact 1: email 1: label/,
    ],
    [
      "E229 400",
      "a photograph is inside a network",
      contact({ "photo-url": "http://169.254.169.254/photo.jpg" }),
      /^photo-url: .*public/,
    ],
    [
      "E1604 422",
      "a photograph does not exist",
      contact({ "photo-url": gone("gone-photo.jpg") }),
      /^photo-url: .*404/,
    ],
    [
      "E1604 422",
      "a photograph is a page",
      sent({
        "dynamic-contact": [{ "name": NAME, "photo-url": served("p.png", "image/png", html) }],
      }),
      /^dynamic-contact 1: photo-url: /,
    ],
    [
      "E1701 400",
      "an event starts at no time",
      event({ "event-start-datetime": "tomorrow" }),
      /^event-start-datetime /,
    ],
    [
      "E1702 400",
      "an event ends at no time",
      event({ "event-end-datetime": undefined }),
      /^event-end-datetime /,
    ],
    ["E1703 400", "an event without a title", event({ "event-title": "" }), /^event-title: /],
    [
      "E1704 400",
      "an event without a description",
      event({ "event-description": " " }),
      /^event-description: /,
    ],
    [
      "E1705 400",
      "an event without a location",
      event({ "event-location": undefined }),
      /^event-location /,
    ],
    [
      "E1706 400",
      "a zone that does not exist",
      event({ "event-timezone": "Mars/Olympus" }),
      /^event-timezone /,
    ],
    [
      "E1707 400",
      "a dynamic event ends before it starts",
      sent({
        "dynamic-calendar": [EVENT, { ...EVENT, "event-end-datetime": "2026-07-01T09:59:59" }],
      }),
      /^dynamic-calendar 2: event-end-datetime /,
    ],
  ];
}
