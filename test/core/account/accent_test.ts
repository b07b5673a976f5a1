import assert from "node:assert/strict";
import { accentOn, contrast } from "../../../src/core/account/accent.ts";
import { SURFACES } from "../../../src/web/style.ts";

Deno.test("contrast is that of WCAG", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(contrast("#ffffff", "#ffffff"), 1);
  assert.equal(contrast("#767676", "#ffffff").toFixed(2), "4.54");
  assert.equal(contrast("#FF0000", "#ffffff").toFixed(2), "4.00");
});

Deno.test("any colour can be read on each background, light and dark", () => {
  const levels = ["00", "33", "66", "99", "cc", "ff"];
  for (const red of levels) {
    for (const green of levels) {
      for (const blue of levels) {
        const colour = `#${red}${green}${blue}`;
        for (const surfaces of [SURFACES.light, SURFACES.dark]) {
          const { accent, tint } = accentOn(surfaces, colour);
          for (const background of [surfaces.paper, surfaces.card, tint]) {
            assert.ok(contrast(accent, background) >= 4.5, `${colour}: ${accent} on ${background}`);
          }
        }
      }
    }
  }
});

Deno.test("a colour that can be read stays as it is", () => {
  assert.equal(accentOn(SURFACES.light, "#a0134f").accent, "#a0134f");
  assert.equal(accentOn(SURFACES.dark, "#ffb3d1").accent, "#ffb3d1");
});

Deno.test("the text of slides can be read on the tint of any colour", () => {
  for (const colour of ["#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00"]) {
    for (const surfaces of [SURFACES.light, SURFACES.dark]) {
      const { tint } = accentOn(surfaces, colour);
      for (const text of [surfaces.ink, surfaces.soft]) {
        assert.ok(contrast(text, tint) >= 4.5, `${text} on ${tint}`);
      }
    }
  }
});
