/**
 * The requests of `json_fuzz.ts` in XML, in either style, encoding and place, with the key in a header
 * or in the document: every response is well-formed, besides.
 */
import assert from "node:assert/strict";
import { actionOf } from "../../src/generated/json.ts";
import { readXml } from "../../src/lib/xml/reader.ts";
import { bytes } from "../mime/bytes.ts";
import { utf16 } from "../support/utf16.ts";
import { read, requestXml, responseOf } from "../xml/requests.ts";
import type { Outcome } from "./door_fuzz.ts";
import { type Form, fuzzJson } from "./json_fuzz.ts";

const XML_FORM: Form = {
  path: "/api/v2/xml",
  contentType: "application/x-www-form-urlencoded",
  keyless: 0.3,
  encode(body, apiKey, random) {
    const keyed = random() < 0.5 ? { "api-key": apiKey, ...body } : body;
    const document = requestXml(keyed, { isUpperCase: random() < 0.3, isIndented: random() < 0.3 });
    const variant = random();
    if (variant < 0.2) return bytes(`xml=${encodeURIComponent(document)}`);
    return variant < 0.3 ? utf16(`\ufeff${document}`, "big") : bytes(document);
  },
  actionIn(request) {
    try {
      const { action } = read(new TextDecoder().decode(request)).body;
      return actionOf(String(action)) ?? undefined;
    } catch {
      return undefined; // a form, another encoding, or no XML
    }
  },
  codeOf(content) {
    assert.ok(readXml(content).children.length >= 3);
    const { root, fields } = responseOf(content);
    return root === "RESPONSE" ? fields.ERRORCODE : fields["error-code"];
  },
};

/** Sends this number of requests. Throws at the first wrong response, naming its round. */
export const fuzzXml = (rounds: number, seed: number): Promise<Outcome> =>
  fuzzJson(rounds, seed, XML_FORM);
