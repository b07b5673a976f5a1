import assert from "node:assert/strict";
import { preferredLanguage } from "../../../src/core/message/page_language.ts";

const CASES: [header: string | null, language: string][] = [
  [null, "en"],
  ["", "en"],
  ["fr", "fr"],
  ["FR-ca", "fr"],
  ["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
  ["pl-PL,pl;q=0.9,de;q=0.7,en;q=0.8", "en"],
  ["pl,de;q=0.7,en;q=0.6", "de"],
  ["zh-Hans-CN", "en"],
  ["de;q=0.5, ar;q=0.9", "ar"],
  ["es;q=0.5,fr;q=0.5", "es"],
  ["en;q=0,*;q=0.1", "es"],
  ["en;q=0", "en"],
  ["fr;q=0, de;q=0.1", "de"],
  ["*", "en"],
  ["*;q=0.5,de;q=0.4", "en"],
  ["de ; q=0.3 , es ;q=0.4", "es"],
  ["de;q=1.5,es;q=0.1", "es"],
  ["de;q=-1", "en"],
  ["de;level=1", "en"],
  ["../../etc/passwd", "en"],
  ["x".repeat(100_000) + ",de", "en"],
  ["de" + ",q".repeat(50_000), "de"],
];

for (const [header, language] of CASES) {
  Deno.test(`Accept-Language ${JSON.stringify(header)?.slice(0, 50)}: ${language}`, () => {
    assert.equal(preferredLanguage(header), language);
  });
}
