/** Handsets, as far as they decide how objects are sent (spec 2.3, slide rule 8). */
import type { MediaKind } from "../media/media_types.ts";

/** The spec's platform A is Apple's, B is Android. `unknown`: no carrier has named the handset. */
export type Platform = "A" | "B" | "other" | "unknown";

/** Kinds that no handset plays in a slide. */
export type ObjectKind = Extract<MediaKind, "contact" | "calendar" | "pdf" | "ms-excel">;

/** A part of the message, or a link in its text to where it is downloaded. */
export type ObjectForm = "attachment" | "link";

export const OBJECT_FORMS: Readonly<Record<Platform, Readonly<Record<ObjectKind, ObjectForm>>>> = {
  A: { contact: "attachment", calendar: "attachment", pdf: "attachment", "ms-excel": "attachment" },
  B: { contact: "attachment", calendar: "link", pdf: "link", "ms-excel": "attachment" },
  other: { contact: "link", calendar: "link", pdf: "link", "ms-excel": "link" },
  unknown: { contact: "attachment", calendar: "link", pdf: "link", "ms-excel": "attachment" },
};

/**
 * How carriers name handsets: by brand, by model, by user agent, or by the address of a profile
 * (UAProf). The first row that matches tells. What no row matches is `other`, for every handset
 * opens links: so makers of plain phones as well are told by their models.
 */
const NAMES: readonly (readonly [Platform, RegExp])[] = [
  ["unknown", /^(?:unknown|undefined|null|none|n\/a|[-?]*)$/i],
  // Their user agents also claim to be like the two platforms.
  [
    "other",
    /windows (?:phone|ce)|iemobile|blackberry|\bbb10|\b(?:kaios|tizen|symbian|openharmony)/i,
  ],
  // Samsung before its Galaxys had one scheme of names; its flip phones and its Tizen phones.
  ["other", /\b(?:sgh|sch|sph)-|\bsm-[bz]\d/i],

  ["A", /\b(?:apple|iphone(?:os)?\d*|ipad\d*|ipod|ios\d*)\b/i],

  ["B", /\bandroid/i],
  // Models of Samsung: phones by series, then tablets.
  ["B", /\b(?:samsung|galaxy\b|sm-?[acefgjmns]\d|sm-?[ptx]\d)/i],
  // Android's own messaging app gives a profile of Google's Open Handset Alliance.
  ["B", /\b(?:google|pixel|nexus)\b/i],
  ["B", /\b(?:motorola|moto|xt\d{4})\b/i],
  ["B", /\b(?:oneplus|oppo|cph\d{4}|realme|rmx\d{4}|vivo)\b/i],
  ["B", /\b(?:xiaomi|redmi|poco|huawei|honor|infinix|xperia|fairphone|revvl|zenfone)\b/i],
  ["B", /\bnothing (?:phone|a\d{3})\b/i],
  // LG since 2015, without its flip phones.
  ["B", /\b(?:lg-?[hk]\d{3}|lm-[gkqvx]\d{3})/i],
  // Of HMD's, those with Android; `C5-00` and `X6-00` had Symbian.
  ["B", /\b(?:nokia (?:\d\.\d|[cgx]\d{2,3}\b)|hmd (?:pulse|skyline|vibe|fusion)\b)/i],
  ["B", /\b(?:zte blade\b|tcl (?!flip))/i],
];

/** The platform of a handset in a carrier's words; null: no carrier has said anything. */
export function platformOf(handset: string | null): Platform {
  // An underscore is a letter to `\b`.
  const name = (handset ?? "").replaceAll("_", " ").trim();
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";
}

const LINKED: Readonly<Record<Platform, ReadonlySet<MediaKind>>> = {
  A: linked("A"),
  B: linked("B"),
  other: linked("other"),
  unknown: linked("unknown"),
};

/** The kinds that a platform is given links to. */
export function linkedKinds(platform: Platform): ReadonlySet<MediaKind> {
  return LINKED[platform];
}

function linked(platform: Platform): ReadonlySet<MediaKind> {
  const kinds: ObjectKind[] = ["contact", "calendar", "pdf", "ms-excel"];
  return new Set(kinds.filter((kind) => OBJECT_FORMS[platform][kind] === "link"));
}
