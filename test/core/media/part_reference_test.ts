import assert from "node:assert/strict";
import { cidUrl, indexParts } from "../../../src/core/media/part_reference.ts";

const part = (
  contentId: string | null,
  location: string | null = null,
  name: string | null = null,
) => ({
  contentId,
  location,
  name,
});

const FOUND: [reference: string, contentId: string][] = [
  ["cid:img1", "img1"],
  ["CID:img1", "img1"],
  ["cid:<img1>", "img1"],
  ["cid:img%201@x", "img 1@x"],
  ["cid:img 1@x", "img 1@x"],
  // RFC 2392: the reference is decoded, the Content-ID is not.
  ["cid:a%2520b", "a%20b"],
  ["cid:a%20b", "a b"],
  // Senders that encode both or neither.
  ["cid:c%20d", "c%20d"],
  ["cid:50%", "50%"],
  ["pic.jpg", "located"],
  ["other.jpg", "named"],
  ["img1", "img1"],
];

const PARTS = [
  ...["img1", "img 1@x", "a%20b", "a b", "c%20d", "50%"].map((id) => part(id)),
  part("located", "pic.jpg"),
  part("named", null, "other.jpg"),
];

for (const [reference, contentId] of FOUND) {
  Deno.test(`${reference} refers to ${contentId}`, () => {
    assert.equal(indexParts(PARTS)(reference)?.contentId, contentId);
  });
}

Deno.test("a reference without a part is not found", () => {
  for (const reference of ["cid:pic.jpg", "cid:", "", "img2", "cid:constructor"]) {
    assert.equal(indexParts(PARTS)(reference), undefined);
  }
});

Deno.test("any Content-ID is found by its URL", () => {
  for (const { contentId } of PARTS) {
    assert.equal(indexParts(PARTS)(cidUrl(contentId!))?.contentId, contentId);
  }
});
