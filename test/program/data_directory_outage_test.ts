/** DATA_DIR that goes away or fills up while the service runs: two lines of the log, whatever it meets. */
import assert from "node:assert/strict";
import { ask, bodyOfSuccess } from "../http/door.ts";
import { startFiles } from "../support/files.ts";
import { recordedLog } from "../support/log_lines.ts";
import * as media from "../support/media.ts";
import { movableClock } from "../support/movable_clock.ts";
import { newDirectory } from "../support/scratch.ts";
import { startService, type TestService } from "../support/service.ts";
import { canMountDisk, mountSmallDisk } from "../support/small_disk.ts";
import { pause, until } from "../support/until.ts";

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
const BAD =
  "DATA_DIR cannot be used: requests that need files get 503, and work on files waits for it";
const BACK = "DATA_DIR can be used again";

/** A way in which the directory goes away, and comes back. */
interface Outage {
  away(): Promise<void>;
  back(): Promise<void>;
  reason: RegExp;
}

/** Runs a service through an outage in which templates come and texts go on. */
async function assertTwoLines(dataDir: string, { away, back, reason }: Outage): Promise<void> {
  await using files = startFiles();
  const photo = await Deno.readFile(await media.image("gps.jpg"));
  let photos = 0;
  /** Adds a photo of which no rendition is stored yet: it has another comment. */
  async function newPhoto(): Promise<string> {
    const comment = [0xff, 0xfe, 0, 4, 0, ++photos];
    const path = await Deno.makeTempFile({ dir: await newDirectory(), suffix: ".jpg" });
    await Deno.writeFile(
      path,
      Uint8Array.from([...photo.subarray(0, 2), ...comment, ...photo.subarray(2)]),
    );
    return await files.add(`${photos}.jpg`, "image/jpeg", path);
  }
  const { log, lines } = recordedLog();
  const clock = movableClock();
  await using test = await startService({ dataDir, clock, config: { RESCUE_INTERVAL: "1s" }, log });
  const reported = () =>
    lines.filter(({ level, message }) => level !== "debug" && message !== "template processed").map(
      ({ level, message }) => [level, message],
    );
  await send(test, await newPhoto());
  await test.receiver.until((received) => received.some(({ body }) => body.code === "N003"));
  await away();
  await send(test, await newPhoto());
  await until(reported, ({ length }) => length > 0);
  for (let n = 0; n < 10; n++) await send(test, await newPhoto());
  // A few rounds of jobs, maintenance and checks.
  await pause(12_000);
  assert.deepEqual(reported(), [["warn", BAD]]);
  const [warning] = lines.filter(({ level }) => level === "warn");
  assert.equal(warning!.facts.directory, dataDir);
  assert.match(String(warning!.facts.reason), reason);
  await back();
  await until(reported, ({ length }) => length > 1);
  // The leases of interrupted work expire.
  clock.advance(300_000);
  const ready = () => test.receiver.received.filter(({ body }) => body.code === "N003").length;
  await until(ready, (count) => count === 12);
  assert.deepEqual(reported(), [["warn", BAD], ["info", BACK]]);
}

async function send(test: TestService, url: string): Promise<void> {
  bodyOfSuccess(await ask(test, SMS));
  const template = { action: "savemms", name: "Tulips", "fallback-sms-text": "See them" };
  bodyOfSuccess(await ask(test, { ...template, slide: [{ image: { url } }] }));
}

Deno.test("a DATA_DIR that is moved away is one line of the log, and one when it is back", async () => {
  const dataDir = `${await newDirectory()}/data`;
  await assertTwoLines(dataDir, {
    away: () => Deno.rename(dataDir, `${dataDir}-away`),
    async back() {
      // What else has been made there is nobody's.
      await Deno.remove(dataDir, { recursive: true }).catch(() => {});
      await Deno.rename(`${dataDir}-away`, dataDir);
    },
    reason: /No such file|another directory is in its place/,
  });
});

Deno.test({
  name: "a DATA_DIR that cannot be written is one line of the log, and one when it can",
  ignore: !canMountDisk(),
  async fn() {
    await using disk = await mountSmallDisk(16);
    await assertTwoLines(`${disk.path}/data`, {
      away: () => disk.fill(),
      back: () => disk.free(),
      reason: /No space left/,
    });
  },
});
