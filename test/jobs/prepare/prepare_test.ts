/** Fitting submissions to their operator, with the real store, files and transcoder. */
import type { NewAccountFields } from "../../../src/actions/provision.ts";
import assert from "node:assert/strict";
import { abortable } from "../../../src/lib/abortable.ts";
import { createTranscoder } from "../../../src/adapters/transcoder/mod.ts";
import { createOperatorDirectory } from "../../../src/adapters/cache/operators.ts";
import { uuidIds } from "../../../src/adapters/system/ids.ts";
import type { Account } from "../../../src/core/account/account.ts";
import { composeMms } from "../../../src/core/composition/compose.ts";
import { kindOf } from "../../../src/core/media/media_types.ts";
import type { MessageRecord } from "../../../src/core/message/message.ts";
import type { MmsContent, SlideMedia } from "../../../src/core/composition/content.ts";
import { wireBytes } from "../../../src/core/media/renditions.ts";
import type { MessageTransition, Transcoder } from "../../../src/ports/mod.ts";
import type { JobPorts } from "../../../src/jobs/shared/ports.ts";
import { transitionOf } from "../../../src/jobs/shared/transition.ts";
import { createPrepare, type PrepareJob } from "../../../src/jobs/prepare/mod.ts";
import { createRenditions } from "../../../src/jobs/renditions.ts";
import type { Log } from "../../../src/log/mod.ts";
import { startJobs, type TestJobs, testScratch } from "../../support/jobs.ts";
import { audio, bytes, cut, ffprobe, image, playsThrough, video } from "../../support/media.ts";
import { newMessage } from "../../support/store.ts";
import { until } from "../../support/until.ts";

/** Recipients whose operators accept 300 KB, 600 KB and 1 MB from a short code. */
const OPERATORS = { small: "9990108", medium: "0001470", large: "0001570" };

interface Preparation extends AsyncDisposable {
  jobs: TestJobs;
  env: JobPorts;
  account: Account;
  /** Resolves when messages were handed to delivery this number of times, and not more often. */
  untilPrepared(times: number): Promise<void>;
  /** Creates a message of these files that is due for preparation. */
  submit(submission: Submitted): Promise<string>;
  /** Creates another job on the same store, which is drained at the end. */
  job(env?: Partial<JobPorts>): PrepareJob;
  /** Waits for the end of preparation, and returns the message. */
  ended(trackingId: string): Promise<MessageRecord & { content: MmsContent }>;
  codes(trackingId: string): Promise<string[]>;
}

interface Submitted {
  /** Type and path of each file; one slide for each. */
  files: [type: string, path: string][];
  text?: string;
  operator?: keyof typeof OPERATORS;
  /** Whether the submission has a presentation of its own. */
  presentation?: boolean;
  expiresIn?: number;
}

async function startPreparation(
  { account = {} }: { account?: Partial<NewAccountFields> } = {},
): Promise<Preparation> {
  await using parts = new AsyncDisposableStack();
  const jobs = parts.use(await startJobs());
  const scratch = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  parts.defer(() => Deno.remove(scratch, { recursive: true }));
  const env: JobPorts = {
    ...jobs.env,
    transcoder: createTranscoder(),
    routing: createOperatorDirectory(jobs.store, jobs.env.clock, 0),
    connectors: { get: () => undefined, reload: () => Promise.resolve() },
  };
  const created = await jobs.account(account, {});
  let prepared = 0;
  const running = parts.move();

  return {
    jobs,
    env,
    account: created,
    async untilPrepared(times) {
      await until(() => prepared, (count) => count >= times);
      assert.equal(prepared, times);
    },
    async submit({ files, text, operator = "medium", presentation, expiresIn = 3_600_000 }) {
      const media = await Promise.all(
        files.map(async ([type, path], index): Promise<SlideMedia> => {
          const { hash, bytes } = await jobs.blobs.put(await Deno.readFile(path));
          const source = { blob: hash, type, bytes };
          return { kind: kindOf(type)!, url: `cid:file${index + 1}`, source, renditions: [] };
        }),
      );
      const slides = media.map((file) => ({ text: null as string | null, media: [file] }));
      if (text !== undefined) slides.push({ text, media: [] });
      const smil = "<smil/>";
      const now = env.clock.now();
      const message = newMessage({
        trackingId: uuidIds.tracking(),
        account: created.id,
        kind: "MMS_MT",
        acceptedAt: now,
        expiresAt: now + expiresIn,
        content: {
          kind: "MMS",
          subject: null,
          slides,
          fallback: { text: null, disabled: true, linkDisabled: true, linkExpiresAt: 0 },
          forceSms: false,
          displayOnly: [],
          vasp: {
            parts: !presentation ? null : [
              {
                contentId: "smil",
                location: "smil",
                type: "application/smil",
                bytes: smil.length,
                text: smil,
              },
              ...media.map(({ url, source }) => {
                const contentId = url.slice("cid:".length);
                return { contentId, location: `${contentId}.bin`, ...source! };
              }),
            ],
            adaptable: true,
            prepared: false,
            passThrough: {},
          },
        },
      });
      await jobs.store.messages.accept(message, null);
      const record = (await jobs.store.messages.byTrackingId(message.trackingId))!;
      const change = { operatorId: OPERATORS[operator] };
      const move = transitionOf(env, record, "prepare", {
        account: null,
        change,
        next: { dueAt: now },
      })!;
      assert.equal(await jobs.store.messages.transition(move), true);
      return message.trackingId;
    },
    job(own = {}) {
      const onPrepared = () => void prepared++;
      const parts = { ...env, ...own };
      const directory = `${scratch}/${crypto.randomUUID()}`;
      const job = createPrepare(parts, createRenditions(parts), testScratch(directory), {
        deliveries: { reserve: () => null, release() {}, offer() {} },
        onPrepared,
      });
      running.defer(() => job.drain());
      return job;
    },
    async ended(trackingId) {
      const message = await until(
        () => jobs.store.messages.byTrackingId(trackingId),
        (found) => found!.state !== "preparing",
      );
      return message as MessageRecord & { content: MmsContent };
    },
    codes: async (trackingId) =>
      (await jobs.store.events.of(trackingId)).postbacks.map(({ code }) => code),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const filesOf = ({ slides }: MmsContent) => slides.flatMap(({ media }) => media);

/** Returns the rendition that all files of a message have, and asserts that it fits `limit`. */
function renditionOf(content: MmsContent, limit: number): string {
  const names = new Set(
    filesOf(content).map(({ renditions }) => renditions.map(({ name }) => name).join()),
  );
  assert.equal(names.size, 1);
  const [name] = names as Set<"rich" | "standard" | "basic">;
  const parts = composeMms(content, name!);
  assert.ok(wireBytes(parts.reduce((sum, { bytes }) => sum + bytes, 0)) <= limit);
  return name!;
}

const photo = async (): Promise<[string, string]> => ["image/jpeg", await image("photo.jpg")];

Deno.test("a photograph of megabytes is fitted to what each operator takes", async () => {
  await using test = await startPreparation();
  const limits = { small: 300_000, medium: 600_000, large: 1_000_000 };
  const names = { small: "basic", medium: "standard", large: "rich" };
  const sizes = ["small", "medium", "large"] as const;
  const ids = await Promise.all(
    sizes.map(async (operator) =>
      await test.submit({ operator, files: [await photo()], presentation: operator === "medium" })
    ),
  );
  await test.job().takeDue();
  for (const [index, operator] of sizes.entries()) {
    const id = ids[index]!;
    const { content, state } = await test.ended(id);
    assert.equal(state, "accepted");
    assert.deepEqual(await test.codes(id), ["N013"]);
    assert.equal(content.vasp!.prepared, true);
    assert.equal(renditionOf(content, limits[operator]), names[operator]);
    const [{ source, renditions: [rendition] }] = filesOf(content) as [SlideMedia];
    assert.ok(source!.bytes > 1_000_000);
    assert.equal((await test.jobs.blobs.bytes(rendition!.blob)).length, rendition!.bytes);
    const probed = await ffprobe(test.jobs.blobs.path(rendition!.blob));
    assert.equal(probed.streams[0]!.codec_name, "mjpeg");
  }
  const lease = { owner: "delivery", until: test.env.clock.now() + 1000 };
  const due = await test.jobs.store.messages.claimDue(
    lease,
    test.env.clock.now(),
    { limit: 9 },
    "delivery",
  );
  assert.deepEqual(due.map(({ trackingId }) => trackingId).sort(), [...ids].sort());
  await test.untilPrepared(3);
});

Deno.test("pictures, sound, film and text share the budget", async () => {
  await using test = await startPreparation();
  const id = await test.submit({
    files: [
      await photo(),
      ["audio/wav", await audio({ extension: "wav" })],
      ["video/quicktime", await video({ extension: "mov", seconds: 3 })],
    ],
    text: "All of it",
  });
  await test.job().takeDue();
  const { content } = await test.ended(id);
  assert.equal(renditionOf(content, 600_000), "standard");
  const types = filesOf(content).map(({ renditions: [rendition] }) => rendition!.type);
  assert.deepEqual(types, ["image/jpeg", "audio/mpeg", "video/mp4"]);
  for (const { renditions: [rendition] } of filesOf(content)) {
    assert.equal(await playsThrough(test.jobs.blobs.path(rendition!.blob)), true);
  }
  // The film takes the bytes that picture and sound leave, so that the message is nearly full.
  const raw = composeMms(content, "standard").reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(wireBytes(raw) > 400_000, `${wireBytes(raw)}`);
});

Deno.test("a film too long for the best rendition is encoded in the next", async () => {
  await using test = await startPreparation();
  const film = await video({ seconds: 100, size: "128x96", fps: 5, sound: false });
  const id = await test.submit({ operator: "large", files: [["video/mp4", film]] });
  await test.job().takeDue();
  assert.equal(renditionOf((await test.ended(id)).content, 1_000_000), "standard");
  assert.deepEqual(await test.codes(id), ["N013"]);
});

Deno.test("an object is sent unchanged", async () => {
  await using test = await startPreparation();
  const pdf = await bytes("small.pdf", `%PDF-1.4\n${"x".repeat(200_000)}`);
  const id = await test.submit({ files: [["application/pdf", pdf], await photo()] });
  await test.job().takeDue();
  const { content } = await test.ended(id);
  renditionOf(content, 600_000);
  const [{ source, renditions: [rendition] }] = filesOf(content) as [SlideMedia];
  assert.deepEqual([rendition!.blob, rendition!.type, rendition!.bytes], [
    source!.blob,
    "application/pdf",
    source!.bytes,
  ]);
});

Deno.test("a file that occurs twice is converted once, and fits twice", async () => {
  await using test = await startPreparation();
  for (const presentation of [false, true]) {
    const files = [await photo(), await photo(), await photo()];
    const id = await test.submit({ files, presentation });
    await test.job().takeDue();
    const { content } = await test.ended(id);
    renditionOf(content, 600_000);
    assert.equal(
      new Set(filesOf(content).map(({ renditions: [rendition] }) => rendition!.blob)).size,
      1,
    );
  }
});

type Make = () => Promise<[type: string, path: string]>;
const FILM: Make = async () => [
  "video/x-msvideo",
  await cut("cut.avi", await video({ extension: "avi" }), 0.1),
];
const SOUND: Make = async () => ["audio/wav", await bytes("noise.wav", "RIFF nothing of the kind")];
const PICTURE: Make = async () => [
  "image/jpeg",
  await cut("half.jpg", await image("photo.jpg"), 0.4),
];
const RUNNING = "Audio or Video Transcoding Failed";

const BROKEN: [what: string, files: Make[], codes: string[], details: string][] = [
  ["a film", [FILM], ["E013", "E101"], RUNNING],
  ["sound", [SOUND], ["E012", "E101"], RUNNING],
  ["a picture", [PICTURE], ["E011", "E101"], "Content Validation Failed"],
  ["a picture beside a good one", [photo, PICTURE], ["E011", "E101"], "Content Validation Failed"],
  ["each of several", [PICTURE, SOUND, FILM], ["E011", "E012", "E013", "E101"], RUNNING],
];

for (const [title, files, codes, details] of BROKEN) {
  Deno.test(`${title} that is broken fails the message: ${codes.join(", ")}`, async () => {
    await using test = await startPreparation();
    const id = await test.submit({ files: await Promise.all(files.map((make) => make())) });
    await test.job().takeDue();
    const message = await test.ended(id);
    assert.equal(message.state, "failed");
    assert.equal(message.statusDetails, details);
    assert.deepEqual(await test.codes(id), codes);
    const [first] = (await test.jobs.store.events.of(id)).postbacks;
    const body = first!.body as Record<string, string>;
    const name = { E011: "content-name", E012: "audio-name", E013: "video-name" }[first!.code]!;
    assert.equal(body[name], `cid:file${files.findIndex((make) => make !== photo) + 1}`);
    assert.match(body["error-info"]!, /\w/);
    await test.untilPrepared(0);
  });
}

Deno.test("a VASP that takes reports gets the failure over MM7, after all postbacks", async () => {
  await using test = await startPreparation({ account: { mm7Url: "https://vasp.example/mm7" } });
  const id = await test.submit({ files: [await PICTURE()] });
  await test.job().takeDue();
  await test.ended(id);
  assert.deepEqual(await test.codes(id), ["E011", "E101", "DeliveryReportReq"]);
});

Deno.test("content that cannot be made to fit is left to delivery, and the log says why", async () => {
  await using test = await startPreparation();
  const pdf = await bytes("big.pdf", `%PDF-1.4\n${"x".repeat(700_000)}`);
  const id = await test.submit({ files: [["application/pdf", pdf], await photo()] });
  await test.job().takeDue();
  const { content, state, statusDetails } = await test.ended(id);
  assert.equal(state, "accepted");
  assert.equal(statusDetails, null);
  assert.equal(content.vasp!.prepared, true);
  assert.deepEqual(filesOf(content).map(({ renditions }) => renditions), [[], []]);
  assert.deepEqual(await test.codes(id), []);
  const { event, details } = (await test.jobs.store.events.of(id)).history.at(-1)!;
  assert.deepEqual([event, details], [
    "unfit",
    "pdf of 701 KB does not fit 600 KB beside the rest of the message",
  ]);
  await test.untilPrepared(1);
});

Deno.test("a message that has expired meanwhile is not prepared", async () => {
  await using test = await startPreparation();
  const id = await test.submit({ files: [await photo()], expiresIn: -1 });
  await test.job().takeDue();
  assert.equal((await test.ended(id)).state, "expired");
  assert.deepEqual(await test.codes(id), ["N103"]);
});

Deno.test("more messages than there is room for are prepared, one after another", async () => {
  await using test = await startPreparation();
  const file: [string, string] = ["image/webp", await image("photo.webp")];
  const ids = await Promise.all(Array.from({ length: 12 }, () => test.submit({ files: [file] })));
  await test.job({ config: { ...test.env.config, TRANSCODE_CONCURRENCY: 1 } }).takeDue();
  for (const id of ids) {
    await test.ended(id);
    assert.deepEqual(await test.codes(id), ["N013"]);
  }
});

Deno.test("of two owners each message is prepared by one", async () => {
  await using test = await startPreparation();
  const file: [string, string] = ["image/webp", await image("photo.webp")];
  const ids = await Promise.all(Array.from({ length: 20 }, () => test.submit({ files: [file] })));
  const owners = ["one", "two"].map((owner) => test.job({ owner }));
  await Promise.all(owners.map((job) => job.takeDue()));
  for (const id of ids) {
    await test.ended(id);
    assert.deepEqual(await test.codes(id), ["N013"]);
  }
  await test.untilPrepared(20);
});

/** Creates ports whose transitions can be observed, and records warnings. */
function watched({ env }: Preparation, own: Partial<JobPorts>) {
  const moves: MessageTransition[] = [];
  const warnings: string[] = [];
  const store = {
    ...env.store,
    messages: {
      ...env.store.messages,
      transition(move: MessageTransition) {
        moves.push(move);
        return env.store.messages.transition(move);
      },
    },
  };
  const log: Log = { ...env.log, warn: (_facts, message) => void warnings.push(message) };
  return { moves, warnings, env: { ...own, store, log } };
}

Deno.test("a preparation renews its lease; one that lost it stops, and changes nothing", async () => {
  await using test = await startPreparation();
  const config = { ...test.env.config, LEASE_TIMEOUT: 300 };
  const id = await test.submit({
    files: [["video/mp4", await video({ seconds: 1 })]],
  });
  const transcoder: Transcoder = {
    ...test.env.transcoder,
    // It ends with its preparation only.
    transcode: (_source, _goals, _directory, { signal }) =>
      abortable(Promise.withResolvers<never>().promise, signal),
  };
  const original = watched(test, { config, owner: "one", transcoder });
  await test.job(original.env).takeDue();
  await until(() => original.moves.length, (count) => count >= 2);
  const [first, second] = original.moves.map(({ next }) =>
    (next as { lease: { until: number } }).lease
  );
  assert.ok(second!.until > first!.until);

  const ahead = { now: () => test.env.clock.now() + 60_000 };
  const two = test.job({ config: test.env.config, owner: "two", clock: ahead });
  await test.jobs.store.releaseLeases(ahead.now());
  await two.takeDue();
  await until(() => original.warnings.length, (count) => count > 0);
  assert.deepEqual(original.warnings, ["preparation interrupted"]);
  assert.equal((await test.ended(id)).state, "accepted");
  assert.deepEqual(await test.codes(id), ["N013"]);
  await test.untilPrepared(1);
});

Deno.test("preparations in progress when a process ends are started again, by it or another", async () => {
  await using test = await startPreparation();
  const film = await video({ seconds: 4 });
  const files: [string, string][] = [["video/mp4", film]];
  const { store } = test.jobs;
  for (const next of ["the same", "another"]) {
    const id = await test.submit({ files });
    const job = test.job({ owner: "the same" });
    await job.takeDue();
    await job.drain();
    assert.equal((await store.messages.byTrackingId(id))!.state, "preparing");
    assert.deepEqual(await test.codes(id), []);

    const nobody = test.job({ owner: "too early" });
    await nobody.takeDue();
    await nobody.drain();
    assert.equal((await store.messages.byTrackingId(id))!.state, "preparing");

    const later = { now: () => test.env.clock.now() + test.env.config.LEASE_TIMEOUT + 1 };
    if (next === "the same") await store.recover(next);
    else await store.releaseLeases(later.now());
    await test.job({ owner: next, ...next === "another" && { clock: later } }).takeDue();
    assert.equal((await test.ended(id)).state, "accepted");
    assert.deepEqual(await test.codes(id), ["N013"]);
  }
});
