/** Slides of a received MMS, as a handset plays them. */
import assert from "node:assert/strict";
import { type ReceivedPart, showOf } from "../../../src/console/model/show.ts";

function part(type: string, location: string, more: Partial<ReceivedPart> = {}): ReceivedPart {
  return { contentId: null, location, type, bytes: 1, text: null, url: null, ...more };
}

const picture = part("image/jpeg", "a.jpg");
const words = part("text/plain", "a.txt", { text: "Lovely" });
const film = part("video/mp4", "b.mp4");

const partsOf = (parts: readonly ReceivedPart[]) =>
  showOf(parts).map((slide) => slide.parts.map(({ location }) => location));

Deno.test("an MMS without a presentation has its text and its picture on one slide", () => {
  assert.deepEqual(partsOf([words, picture]), [["a.txt", "a.jpg"]]);
  assert.deepEqual(partsOf([]), []);
});

Deno.test("a content without a presentation keeps the slides that it tells", () => {
  const parts = [{ ...picture, slide: 0 }, { ...words, slide: 0 }, { ...film, slide: 1 }];
  assert.deepEqual(partsOf(parts), [["a.jpg", "a.txt"], ["b.mp4"]]);
});

Deno.test("parts that no slide of a presentation names come last, each on its own", () => {
  const smil =
    `<smil><body><par dur="2s"><img src="a.jpg"/><text src="a.txt"/></par></body></smil>`;
  const presentation = part("application/smil", "x.smil", { text: smil });
  const extra = part("text/plain", "extra.txt", { text: "More" });
  assert.deepEqual(
    partsOf([presentation, film, picture, words, extra]),
    [["a.jpg", "a.txt"], ["b.mp4"], ["extra.txt"]],
  );
});
