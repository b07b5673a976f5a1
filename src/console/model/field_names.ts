/** Names of fields, as people read them. */

/** Words that are not written in lower case. */
const WORDS: Readonly<Record<string, string>> = {
  api: "API",
  ca: "CA",
  cta: "CTA",
  id: "id",
  mm7: "MM7",
  mms: "MMS",
  mo: "MO",
  npi: "NPI",
  sid: "SID",
  sim: "SIM",
  sms: "SMS",
  smsc: "SMSC",
  tls: "TLS",
  ton: "TON",
  url: "URL",
  vasid: "VASID",
  vaspid: "VASPID",
  xml: "XML",
};

/** Returns the label of a field: `mm7-url` is `MM7 URL`. */
export function labelOf(name: string): string {
  const label = name.split("-").map((word) => WORDS[word] ?? word).join(" ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}
