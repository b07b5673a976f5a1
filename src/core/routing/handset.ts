/** Handset platforms, which decide how objects are sent (spec 2.3, slide rule 8). */
import type { MediaKind } from "../media/media_types.ts";

/**
 * Platform of a handset. The spec's platform A is Apple's, B is Android. `unknown`: no carrier has
 * named the handset.
 */
export type Platform = "A" | "B" | "other" | "unknown";

/** Kinds that no handset plays within a slide. */
export type ObjectKind = Extract<MediaKind, "contact" | "calendar" | "pdf" | "ms-excel">;

/** Delivery form of an object: a part of the message, or a link in its text. */
export type ObjectForm = "attachment" | "link";

/** Delivery form by platform and kind (spec 2.3, slide rule 8). */
export const OBJECT_FORMS: Readonly<Record<Platform, Readonly<Record<ObjectKind, ObjectForm>>>> = {
  A: { contact: "attachment", calendar: "attachment", pdf: "attachment", "ms-excel": "attachment" },
  B: { contact: "attachment", calendar: "link", pdf: "link", "ms-excel": "attachment" },
  other: { contact: "link", calendar: "link", pdf: "link", "ms-excel": "link" },
  unknown: { contact: "attachment", calendar: "link", pdf: "link", "ms-excel": "attachment" },
};

/**
 * Patterns for the names that carriers give handsets: brand, model, user agent, or URL of a profile
 * (UAProf). The first match counts. A name without a match is `other`, since every handset opens
 * links; so makers that also sell plain phones are matched by model.
 */
const NAMES: readonly (readonly [Platform, RegExp])[] = [
  ["unknown", /^(?:unknown|undefined|null|none|n\/a|[-?]*)$/i],
  // Their user agents also name the two platforms.
  [
    "other",
    /windows (?:phone|ce)|iemobile|blackberry|\bbb10|\b(?:kaios|tizen|symbian|openharmony)/i,
  ],
  // Samsung's phones before the Galaxy naming scheme, its flip phones and its Tizen phones.
  ["other", /\b(?:sgh|sch|sph)-|\bsm-[bz]\d/i],

  ["A", /\b(?:apple|iphone(?:os)?\d*|ipad\d*|ipod|ios\d*)\b/i],

  ["B", /\bandroid/i],
  // Samsung models: phones by series, then tablets.
  ["B", /\b(?:samsung|galaxy\b|sm-?[acefgjmns]\d|sm-?[ptx]\d)/i],
  // Android's own messaging app sends a profile of Google's Open Handset Alliance.
  ["B", /\b(?:google|pixel|nexus)\b/i],
  ["B", /\b(?:motorola|moto|xt\d{4})\b/i],
  ["B", /\b(?:oneplus|oppo|cph\d{4}|realme|rmx\d{4}|vivo)\b/i],
  ["B", /\b(?:xiaomi|redmi|poco|huawei|honor|infinix|xperia|fairphone|revvl|zenfone)\b/i],
  ["B", /\bnothing (?:phone|a\d{3})\b/i],
  // LG's models since 2015, except flip phones.
  ["B", /\b(?:lg-?[hk]\d{3}|lm-[gkqvx]\d{3})/i],
  // HMD's models with Android; `C5-00` and `X6-00` ran Symbian.
  ["B", /\b(?:nokia (?:\d\.\d|[cgx]\d{2,3}\b)|hmd (?:pulse|skyline|vibe|fusion)\b)/i],
  ["B", /\b(?:zte blade\b|tcl (?!flip))/i],
];

/** Detects the platform of a handset by the name that a carrier gave it; null: none did. */
export function platformOf(handset: string | null): Platform {
  // `\b` treats an underscore as a letter.
  const name = (handset ?? "").replaceAll("_", " ").trim();
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";
}

const LINKED_KINDS: Readonly<Record<Platform, ReadonlySet<MediaKind>>> = {
  A: linked("A"),
  B: linked("B"),
  other: linked("other"),
  unknown: linked("unknown"),
};

/** Returns the kinds of objects that a platform gets as links. */
export function linkedKinds(platform: Platform): ReadonlySet<MediaKind> {
  return LINKED_KINDS[platform];
}

function linked(platform: Platform): ReadonlySet<MediaKind> {
  const kinds: ObjectKind[] = ["contact", "calendar", "pdf", "ms-excel"];
  return new Set(kinds.filter((kind) => OBJECT_FORMS[platform][kind] === "link"));
}
