/** Section 2.3: templates, their slides and their content. */
import { deliveryForm, errors, fetching, savemms, sendsavedmms } from "./files.ts";
import { inFile, section } from "./requirement.ts";

const mediaTypes = inFile("core/media/media_types_test.ts");

const media = (kind: string, extensions: string) =>
  [
    `${kind}: ${extensions} with each of its MIME types is taken`,
    savemms(`spec 2.3 supported media: ${kind} ${extensions} = *`),
    mediaTypes("the table is exactly the spec's"),
  ] as const;

const validated = (says: string, type: string, extension: string, code: string) =>
  [
    says,
    savemms(`spec 2.3 content validation: MIME type ${type}, extension ${extension}: ${code}`),
    fetching(`spec 2.3 content validation, *: ${type} type, ${extension} extension`),
  ] as const;

const attached = (who: string, title: string) =>
  [
    `On ${who}: ${title}`,
    deliveryForm(`spec 2.3 slide rule 8: ${who}: *`),
  ] as const;

export const TEMPLATE = section("2.3 template", {
  "mms-id": [
    "Saving answers a template's id, by which it is sent",
    savemms("spec 4.3 success: status, status-details and mms-id"),
    sendsavedmms("spec 4.4 success: status, mms-id, tracking-id, to, from, status-details"),
  ],
  "name": ["A template has a name", savemms("spec 4.3 name is mandatory: E311 400")],
  "message-subject": [
    "A saved subject goes with every send that brings none",
    sendsavedmms("spec 4.4 message-subject overrides the template's"),
  ],
  "fallback-sms-text": [
    "A saved fallback text goes with every send that brings none",
    sendsavedmms("spec 1.5, 4.4 fallback-sms-text overrides the template's"),
  ],
  "disable-fallback-sms": [
    "The fallback can be disabled in the template, and a send decides otherwise",
    errors(
      "E622 400: a send enables the fallback that the template disables and has no text for",
      "taken: a send that brings the text for the fallback it enables",
    ),
  ],
  "disable-fallback-sms-link": [
    "The link can be disabled in the template, and a send decides otherwise",
    deliveryForm("spec 4.4 disable-fallback-sms-link: the text alone; it overrides the template"),
  ],
  "client-reference": [
    "The customer's reference has at most 64 characters",
    savemms("spec 4.3 client-reference has at most 64 characters: taken"),
    savemms("spec 4.3 client-reference of 65 characters: E315 400"),
  ],
  "slide": [
    "Up to nine slides are kept in their order",
    savemms("spec 2.3 slides are stored in the order given, up to 9"),
  ],
});

export const SLIDES = section("2.3 slide", {
  "content": [
    "A slide uses at most one content node of one kind",
    savemms("spec 2.3 slide rule 2: of several files of a kind the first is used"),
    errors("E223 400: two objects on a slide"),
  ],
  "content: url": [
    "Content is named by a public, absolute http or https URL",
    errors("E229 400: content at *", "E229 400: content without a url"),
  ],
  "message-text: line breaks": [
    "Line breaks of a text are kept",
    savemms("spec 2.3 slide rule 7: texts arrive as they were given, line breaks and all"),
  ],
  "message-text: length": [
    "A text has at most 5000 characters",
    errors("E228 400: a text of 5001 characters", "taken: a text of 5000 emoji"),
  ],
  "rule 1: a slide": [
    "A request has at least one slide",
    savemms("spec 2.3 slide rule 1: every request has at least one slide"),
    errors("E312 400: *"),
  ],
  "rule 1: its content": [
    "A slide has content, text or both",
    savemms(
      "spec 2.3 slide rule 1: message-text alone: taken",
      "spec 2.3 slide rule 1: content alone: taken",
      "spec 2.3 slide rule 1: content and message-text: taken",
    ),
  ],
  "rule 1: neither": [
    "Text is mandatory without content, and content with its URL without text",
    savemms(
      "spec 2.3 slide rule 1: neither content nor message-text: E313 400",
      "spec 2.3 slide rule 1: content needs its url: E229 400",
    ),
  ],
  "rule 2": [
    "Of several files of a kind the first is used",
    savemms("spec 2.3 slide rule 2: of several files of a kind the first is used"),
  ],
  "rule 3": [
    "Beside an image there is no video, but there may be sound",
    savemms("spec 2.3 slide rule 3: *"),
    errors("E227 400: video with an image"),
  ],
  "rule 4": [
    "Beside sound there is no video",
    savemms("spec 2.3 slide rule 4: a slide with audio does not support video: E226 400"),
  ],
  "rule 5": ["Beside video or sound there may be text", savemms("spec 2.3 slide rule 5: *")],
  "rule 6: no media": [
    "Beside an object there is no sound, video or image",
    savemms("spec 2.3 slide rule 6: a slide with * does not support *: E224 400"),
  ],
  "rule 6: text": [
    "Beside an object there may be text",
    savemms("spec 2.3 slide rule 6: a slide with * supports text: taken"),
  ],
  "rule 7": [
    "A text may be of any Unicode characters, emoji included",
    savemms("spec 2.3 slide rule 7: any Unicode, emoji included: taken"),
    savemms("spec 2.3 slide rule 7: texts arrive as they were given, line breaks and all"),
  ],
  "rule 8: platform A": attached("platform A", "all four kinds of object are attached"),
  "rule 8: platform B": attached("platform B", "contact and workbook attached, the others links"),
  "rule 8: others": attached("another handset", "all four are links"),
  "rule 8: unknown": attached("an unknown handset", "contact and workbook attached, others links"),
  "rule 9: length": [
    "Of a subject 80 characters are kept; more may be cut off",
    savemms(
      "spec 2.3 slide rule 9: a subject of 80 characters stays whole; a longer one is no error",
    ),
    deliveryForm(
      "spec 2.3 slide rule 9: 80 characters are kept",
      "spec 2.3 slide rule 9: extra characters are cut off",
    ),
  ],
  "rule 9: characters": [
    "Characters of a subject that are not supported are stripped",
    deliveryForm(
      "spec 2.3 slide rule 9: what no handset can show is stripped",
      "spec 2.3 slide rule 9: where it takes GSM they are stripped",
    ),
  ],
});

export const MEDIA = section("2.3 media", {
  "text": [
    "Texts are plain text",
    sendsavedmms("spec 1.4 a stored MMS arrives: *"),
    savemms("spec 2.3 slide rule 7: texts arrive as they were given, line breaks and all"),
  ],
  "image .jpg": media("image", ".jpg"),
  "image .png": media("image", ".png"),
  "image .gif": media("image", ".gif"),
  "image .webp": media("image", ".webp"),
  "audio .mp3": media("audio", ".mp3"),
  "audio .wav": media("audio", ".wav"),
  "audio .amr": media("audio", ".amr"),
  "video .mp4": media("video", ".mp4"),
  "video .mpg": media("video", ".mpg, .mpeg"),
  "video .avi": media("video", ".avi"),
  "video .wmv": media("video", ".wmv"),
  "video .mov": media("video", ".mov"),
  "video .3gp": media("video", ".3gp"),
  "contact": media("contact", ".vcf, .vcard"),
  "calendar": media("calendar", ".ics, .ical, .ifb, .icalendar"),
  "pdf": media("pdf", ".pdf"),
  "excel .xls": media("ms-excel", ".xls"),
  "excel .xlsx": media("ms-excel", ".xlsx"),
  "validation: supported type, supported extension": validated(
    "A supported type with a supported extension is taken",
    "supported",
    "supported",
    "N003",
  ),
  "validation: supported type, another extension": validated(
    "A supported type with an extension that is not is taken",
    "supported",
    "invalid",
    "N003",
  ),
  "validation: supported type, no extension": validated(
    "A supported type without an extension is taken",
    "supported",
    "none",
    "N003",
  ),
  "validation: octets, supported extension": validated(
    "Octets with a supported extension are what it says",
    "octet-stream",
    "supported",
    "N003",
  ),
  "validation: octets, lying extension": [
    "Octets that are not what the extension says fail at transcoding",
    savemms(
      "spec 2.3 content validation: octet-stream that its extension lies about fails at transcoding",
    ),
  ],
  "validation: octets, another extension": validated(
    "Octets with an extension that is not supported fail at validation",
    "octet-stream",
    "invalid",
    "E011",
  ),
  "validation: octets, no extension": validated(
    "Octets without an extension fail at validation",
    "octet-stream",
    "none",
    "E011",
  ),
});

export const FETCHING = section("2.3 fetching", {
  "rule 1": [
    "Content is accepted with status 200, 301, 302, 303, 307 or 308 alone",
    fetching("spec 2.3 fetching rule 1: *"),
    savemms("spec 2.3 fetching rule 1: status *: E011"),
  ],
  "rule 2: one": [
    "One redirect is followed",
    savemms("spec 2.3 fetching rules 1 and 2: one redirect with * is followed"),
  ],
  "rule 2: more": [
    "A second redirect makes the content invalid",
    fetching("spec 2.3 fetching rule 2: after * a second redirect fails"),
    savemms("spec 2.3 fetching rule 2: a second redirect: E011"),
  ],
  "rule 3: Content-Type": [
    "The final response has a valid Content-Type",
    fetching("spec 2.3 fetching rule 3: a Content-Type *"),
    savemms("spec 2.3 fetching rule 3: no Content-Type: E011"),
  ],
  "rule 3: Content-Length": [
    "The final response has a Content-Length above 0",
    fetching("spec 2.3 fetching rule 3: a Content-Length *"),
    savemms("spec 2.3 fetching rule 3: * Content-Length*: E011"),
  ],
  "rule 4": [
    "The Content-Type is that of the file",
    fetching("spec 2.3 fetching rule 4, *: the type must be the file's"),
    savemms("spec 2.3 fetching rule 4: *: E011"),
  ],
  "rule 5": [
    "Contacts, calendars, PDFs and workbooks are never transcoded",
    savemms("spec 2.3 fetching rule 5: * is never transcoded"),
    mediaTypes("only image, audio and video are transcoded"),
  ],
});
