/** Published requests of the interfaces that this one is compatible with: names and shapes. */

/** Values that a customer changes when a request goes to this service instead. */
export interface Values {
  apiKey: string;
  from: string;
  to: string;
  image: string;
  audio: string;
  contact: string;
  calendar: string;
  /** Template of two slides with texts, of which the first has tags. */
  mmsId: string;
  operatorId: string;
}

export interface FamilyExample {
  /** Where it is published. */
  source: string;
  action: string;
  /** Changes besides base URL, key, sender, numbers, ids and addresses of files. */
  changed: string;
  /** Whether the document is the field of a form. Default false: it is the body. */
  isForm?: boolean;
  /** `xml`: for `/api/v2/xml`; `json`: for `/api/v2`. */
  form: "xml" | "json";
  request(values: Values): string;
  /** Names in the published response; ours may have more. */
  names: readonly string[];
  /** Campaign of the account that it is about. Default: none. */
  campaign?: string;
  /** Codes of the postbacks of the template, message or subscription. */
  postbacks: readonly string[];
  /** Subject and texts that arrive, where they are the example's point. */
  arrives?: { subject: string; texts: readonly string[] };
}

/** No fallback text: the fallback is disabled. */
export const WITHOUT_FALLBACK = "disable-fallback-sms";
