/** A service with its files in a bucket, through its doors. */
import assert from "node:assert/strict";
import { startFiles } from "../support/files.ts";
import { image, playsThrough, video } from "../support/media.ts";
import { type S3Server, startS3 } from "../support/s3.ts";
import { startService } from "../support/service.ts";
import { carriedOnce, save, sendMms } from "../spec/traffic.ts";
import {
  assertRefused,
  type Doors,
  insist,
  passLeases,
  startDoors,
  untilReported,
} from "./store_doors.ts";

/** Lists the keys of all objects except the marker of garbage collection. */
function filesIn({ objects }: S3Server): string[] {
  return [...objects.keys()].filter((key) => !key.endsWith("installation"));
}

Deno.test("spec 1.5: a film in a bucket is sent as MMS, and shown on the page in ranges", async () => {
  await using s3 = await startS3();
  await using files = startFiles();
  const url = await files.add(
    "film.mp4",
    "video/mp4",
    await video({ seconds: 1, size: "320x240" }),
  );
  await using test = await startService({
    config: { BLOBS_URL: s3.url("files") },
    environment: s3.environment,
  });
  const { mmsId, postbacks } = await save(test, { slide: [{ video: { url } }] });
  assert.equal(postbacks[0].code, "N003");
  assert.ok(filesIn(s3).length > 0);
  assert.ok(filesIn(s3).every((key) => /^files\/[0-9a-f]{2}\//.test(key)));

  const mms = await carriedOnce(test, await sendMms(test, mmsId));
  const film = mms.parts.find(({ type }) => type.startsWith("video/"))!.bytes;
  const path = `${test.dataDir}/carried.3gp`;
  await Deno.writeFile(path, film);
  assert.ok(await playsThrough(path));

  const force = { "force-send-as-sms": true };
  const sms = await carriedOnce(test, await sendMms(test, mmsId, force, ["N101", "N102"]));
  const page = /http\S+\/m\/[\w-]{22}/.exec(sms.text!)![0];
  const html = await (await fetch(page)).text();
  const [, source] = /<video[^>]* src="([^"#]+)/.exec(html)!;
  const address = new URL(source!, page).href;
  const whole = await fetch(address);
  assert.equal(whole.status, 200);
  assert.equal(new URL(whole.url).origin, new URL(page).origin); // the object store's address is not disclosed
  assert.equal(
    whole.headers.get("content-security-policy"),
    "default-src 'none'; media-src 'self'",
  );
  const bytes = await whole.bytes();
  for (
    const [range, first, last] of [
      ["bytes=0-", 0, bytes.length - 1],
      ["bytes=0-1", 0, 1],
      ["bytes=1000-5000", 1000, 5000],
      ["bytes=-10", bytes.length - 10, bytes.length - 1],
    ] as const
  ) {
    const part = await fetch(address, { headers: { range } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get("content-range"), `bytes ${first}-${last}/${bytes.length}`);
    assert.deepEqual(await part.bytes(), bytes.subarray(first, last + 1), range);
  }
  const head = await fetch(address, { method: "HEAD" });
  assert.equal(head.headers.get("content-length"), String(bytes.length));
  const cached = { "if-none-match": head.headers.get("etag")! };
  assert.equal((await fetch(address, { headers: cached })).status, 304);
  s3.objects.clear();
  for (const method of ["GET", "HEAD"]) {
    const gone = await fetch(address, { method });
    assert.equal(gone.status, 404);
    await gone.body?.cancel();
  }
});

Deno.test("while the bucket is down texts go on, and requests with files are refused as a whole", async () => {
  await using s3 = await startS3();
  await using doors: Doors = await startDoors({ BLOBS_URL: s3.url() }, s3.environment);
  const content = {
    headers: ["Content-Type: image/jpeg", "Content-ID: <content>"],
    content: await Deno.readFile(await image("gps.jpg")),
  };
  const isAway = { status: 503, code: "SlowDown" };
  for (const method of ["PUT", "GET", "HEAD", "DELETE"]) {
    s3.fail(method, ...Array(1000).fill(isAway));
  }
  const { id } = await insist(() => doors.sms());
  assertRefused(await doors.mm7("with a file", content), "mm7");
  assertRefused(await doors.inbound("with a file", content), "inbound");
  assert.deepEqual(filesIn(s3), []);
  await untilReported(doors, id!, ["N201", "N202"]);

  s3.restore();
  const sent = await insist(() => doors.mm7("with a file", content));
  await insist(() => doors.inbound("with a file", content));
  passLeases();
  await untilReported(doors, sent.id!, ["N101"]);
});
