/** Contract section 7: each file of a message is planned within its share of the message's budget. */
import assert from "node:assert/strict";
import type { Rendition } from "../../../src/core/media/media_file.ts";
import type { MediaKind } from "../../../src/core/media/media_types.ts";
import {
  completeRenditions,
  type MessageBudget,
  plansOf,
  shareOut,
  type UsableFile,
  usableFile,
  withFault,
} from "../../../src/core/media/plan.ts";
import {
  RENDITION_PROFILES,
  type RenditionName,
  WEB,
  WEB_PICTURE,
} from "../../../src/core/media/renditions.ts";

const { rich, standard, basic } = RENDITION_PROFILES;
const FAULT = { of: "transcoding", reason: "the file is damaged" } as const;

function budget(profile: MessageBudget["profile"], bytes = 0): MessageBudget {
  return { profile, rest: [{ kind: "text", bytes }] };
}

/** Creates a frozen file, so that a stage that writes into it throws. */
function file(
  kind: MediaKind,
  { copies = 1, durationMs }: { copies?: number; durationMs?: number } = {},
): UsableFile {
  const hash = crypto.randomUUID();
  const source = { kind, type: `${kind}/x`, hash, bytes: 4000, path: `/${hash}`, durationMs };
  return Object.freeze(usableFile(Object.freeze(source), copies));
}

function rendered(of: UsableFile, sizes: Partial<Record<RenditionName, number>>): UsableFile {
  const renditions = Object.entries(sizes).map(([name, bytes]): Rendition => ({
    name: name as RenditionName,
    blob: `${name} of ${of.source.hash}`,
    type: of.source.type,
    bytes,
    width: null,
    height: null,
    durationMs: null,
  }));
  return { ...of, renditions };
}

function sharesOf(budget: MessageBudget, files: Parameters<typeof shareOut>[1]) {
  const split = shareOut(budget, files);
  assert.ok(split.ok, "it fits");
  return split.shares;
}

Deno.test("a file that is sent twice takes its share twice", () => {
  const [once, twice] = [file("image"), file("image", { copies: 2 })];
  const three = [file("image"), file("image"), file("image")];
  const share = sharesOf(budget(basic), [once, twice]).get(twice);
  assert.equal(share, sharesOf(budget(basic), three).get(three[0]!));
});

Deno.test("the rest of a rendered picture's share goes to the film", () => {
  const [picture, film] = [file("image"), file("video", { durationMs: 2000 })];
  const before = sharesOf(budget(standard), [picture, film]).get(film)!;
  const small = rendered(picture, { standard: 10_000 });
  assert.ok(sharesOf(budget(standard), [small, film]).get(film)! > before);
  assert.equal(
    sharesOf(budget(rich), [small, film]).get(film),
    sharesOf(budget(rich), [picture, film]).get(film),
  );
});

Deno.test("a file with a fault takes nothing", () => {
  const [good, bad] = [file("image"), file("image")];
  const share = sharesOf(budget(basic), [good, withFault(bad, FAULT)]).get(good);
  assert.equal(share, sharesOf(budget(basic), [good]).get(good));
});

Deno.test("a plan has a goal for each budget that the message fits, and the reason where it fits none", () => {
  const picture = file("image");
  const film = file("video", { durationMs: 20_000 });
  const bad = withFault(file("audio"), FAULT);
  const budgets = [budget(rich, 100_000), budget(standard, 100_000), budget(basic, 210_000)];
  const plans = plansOf(budgets, [picture, film, bad]);
  assert.deepEqual([...plans.keys()], [picture, film]);
  for (const [{ source }, plan] of plans) {
    assert.equal(plan.source, source);
    assert.deepEqual(plan.goals.map(({ rendition }) => rendition), ["rich", "standard"]);
    assert.deepEqual(plan.missed.map(({ rendition }) => rendition), ["basic"]);
  }
  const { missed: [missed] } = plans.get(picture)!;
  assert.match(missed!.reason, / does not fit 300 KB beside the rest of the message$/);
  const { goals } = plans.get(film)!;
  assert.equal(goals[0]!.maxBytes, sharesOf(budgets[0]!, [picture, film]).get(film));
});

Deno.test("only images get a picture for pages, which takes no share of any budget", () => {
  const [picture, sheet] = [file("image"), file("ms-excel")];
  const film = file("video", { durationMs: 5_000 });
  const files = [picture, film, sheet];
  const budgets = [rich, standard].map((profile) => budget(profile));
  const [without, withPages] = [plansOf(budgets, files), plansOf(budgets, files, true)];
  const web = { rendition: WEB, maxBytes: WEB_PICTURE.maxBytes };
  assert.deepEqual(withPages.get(picture)!.goals, [...without.get(picture)!.goals, web]);
  for (const other of [film, sheet]) assert.deepEqual(withPages.get(other), without.get(other));
  const full = plansOf([budget(rich, 1_000_000)], files, true);
  assert.deepEqual(full.get(picture)!.goals, [], "what cannot be sent is not shown either");
});

Deno.test("a picture for pages makes no message complete", () => {
  const web = { ...rendered(file("image"), { rich: 3 }).renditions[0]!, name: WEB } as Rendition;
  const shown = { ...file("image"), renditions: [web] };
  const complete = completeRenditions([shown, rendered(file("image"), { basic: 1 })], [
    budget(rich),
    budget(basic),
  ]);
  assert.deepEqual(complete.names, ["rich", "basic"], "as none is complete, all are reported");
  const shares = (image: UsableFile) => [
    ...sharesOf(budget(rich), [image, file("video", { durationMs: 5_000 })]).values(),
  ];
  assert.deepEqual(shares(shown), shares(file("image")), "nor does it count as the rendition");
});

Deno.test("a message has the renditions that all its usable files have", () => {
  const files = [
    rendered(file("image"), { rich: 3, standard: 2, basic: 1 }),
    rendered(file("video"), { standard: 2, basic: 1 }),
    withFault(file("audio"), FAULT),
  ];
  const complete = completeRenditions(files, [rich, standard, basic].map((name) => budget(name)));
  assert.deepEqual(complete, { files, names: ["standard", "basic"] });
});

Deno.test("if no rendition is complete, each file that missed one has the fault of its best one", () => {
  const reasons = [
    { rendition: "basic", reason: "basic is too small" },
    { rendition: "standard", reason: "standard is too small" },
  ] as const;
  const picture = rendered(file("image"), { standard: 2, basic: 1 });
  const film = { ...rendered(file("video"), {}), missed: reasons };
  const budgets = [budget(standard), budget(basic)];
  const { files: [first, second], names } = completeRenditions([picture, film], budgets);
  assert.deepEqual(names, ["standard", "basic"]);
  assert.equal(first, picture);
  assert.deepEqual(second!.fault, { of: "transcoding", reason: "standard is too small" });
  assert.equal(film.fault, null);
});
