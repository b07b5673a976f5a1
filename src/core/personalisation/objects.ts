/**
 * Merge tags in the contacts and events of one send (spec 4.4, rule 2). An object is read, checked
 * and escaped as if the request had its filled texts.
 */
import { isBlank } from "../characters.ts";
import type { FaultName } from "../errors.ts";
import type { EventFields } from "./calendar_event.ts";
import type { ContactFields } from "./contact.ts";
import type { MergeData } from "./merge_tags.ts";
import { personaliseText, type TextLimit } from "./personal.ts";

/** Limits of filled texts by field; openapi.yaml has the same for texts as given. */
export const OBJECT_LIMITS = {
  name: {
    "first-name": limit(200, "contactNameInvalid"),
    "last-name": limit(200, "contactNameInvalid"),
    "suffix": limit(100, "contactNameInvalid"),
  },
  contact: {
    "organization": limit(5000),
    "title": limit(5000),
    "photo-url": limit(2048, "contentNotAllowed"),
    "note": limit(5000),
  },
  phone: { number: limit(64) },
  email: { id: limit(320) },
  "physical-address": { address: limit(1000) },
  website: { url: limit(2048), label: limit(1000, "contactLabelInvalid") },
  event: {
    "event-title": limit(5000, "eventTitleMissing"),
    "event-description": limit(5000, "eventDescriptionMissing"),
    "event-location": limit(5000, "eventLocationMissing"),
    "event-start-datetime": limit(64, "eventStartInvalid"),
    "event-end-datetime": limit(64, "eventEndInvalid"),
    "event-timezone": limit(64, "eventTimezoneUnknown"),
  },
} as const satisfies Record<string, Record<string, TextLimit>>;

function limit(characters: number, fault: FaultName = "invalidRequest"): TextLimit {
  return { characters, fault };
}

/**
 * Replaces the tags of an event. A text of which they leave nothing counts as missing.
 *
 * @param where Prefix of field names in errors, such as `dynamic-calendar 1: `.
 */
export function fillEvent(fields: EventFields, data: MergeData, where: string): EventFields {
  return { ...fields, ...filled(fields, OBJECT_LIMITS.event, data, where) };
}

/**
 * Replaces the tags of a contact. A text of which they leave nothing counts as missing; an entry of
 * a list without its value is left out.
 *
 * @param where Prefix of field names in errors, such as `dynamic-contact 1: `.
 * @param leaveOut Gets the name of each entry that is left out.
 */
export function fillContact(
  fields: ContactFields,
  data: MergeData,
  where: string,
  leaveOut: (name: string) => void,
): ContactFields {
  /** Fills in a list; `value` is the text that an entry needs. */
  function entries<E extends object, V extends string & keyof E>(
    list: readonly E[] | undefined,
    field: string,
    value: V,
    limits: Readonly<Record<V, TextLimit>>,
  ): E[] | undefined {
    return list?.flatMap((entry, index) => {
      if (isBlank(String(entry[value]))) return entry; // refused where the contact is read
      const name = `${where}${field} ${index + 1}`;
      const texts = filled(entry as Texts<V>, limits, data, `${name} `);
      if (texts[value] !== undefined) return { ...entry, ...texts };
      leaveOut(name);
      return [];
    });
  }
  const { name, phone, email, "physical-address": address, website } = fields;
  const limits = OBJECT_LIMITS;
  return {
    ...filled(fields, limits.contact, data, where),
    name: filled(name ?? {}, limits.name, data, where),
    phone: entries(phone, "phone", "number", limits.phone),
    email: entries(email, "email", "id", limits.email),
    "physical-address": entries(
      address,
      "physical-address",
      "address",
      limits["physical-address"],
    ),
    website: entries(website, "website", "url", limits.website),
  };
}

type Texts<N extends string> = { readonly [K in N]?: string | undefined };

/** Fills in the texts that have limits; undefined where nothing visible is left. */
function filled<N extends string>(
  fields: Texts<NoInfer<N>>,
  limits: Readonly<Record<N, TextLimit>>,
  data: MergeData,
  where: string,
): { [K in N]?: string | undefined } {
  const texts: { [K in N]?: string | undefined } = {};
  for (const name of Object.keys(limits) as N[]) {
    const text = fields[name] ?? null;
    texts[name] = personaliseText(text, data, `${where}${name}`, limits[name]) ?? undefined;
  }
  return texts;
}
