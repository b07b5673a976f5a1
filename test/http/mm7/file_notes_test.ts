/** Sentences about the files of an MM7 submission: warnings, and the reasons of failures. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { animatedPng } from "../../support/apng.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { adminBody, startService } from "../../support/service.ts";
import { sharing } from "../../support/sharing.ts";
import { createVasp, multipart, type PartText, type Vasp } from "../../support/vasp.ts";

/** Shares a service whose log is recorded, and a VASP of it. */
const check = sharing(async () => {
  const { log, lines } = recordedLog();
  const test = await startService({ log });
  return { lines, test, vasp: createVasp(test), [Symbol.asyncDispose]: () => test.stop() };
});

const NOISE = crypto.getRandomValues(new Uint8Array(5000));

async function submit(vasp: Vasp, parts: PartText[]): Promise<string> {
  return await vasp.submit({
    fields: { Content: `<Content href="cid:content" allowAdaptations="true"/>` },
    content: {
      headers: [`Content-Type: multipart/related; boundary="inner"`, "Content-ID: <content>"],
      content: multipart("inner", parts),
    },
  });
}

function file(type: string, id: string, content: Uint8Array): PartText {
  return { headers: [`Content-Type: ${type}`, `Content-ID: <${id}>`], content };
}

check(
  "warnings about files of a submission are in its history, and in no postback",
  async ({ test, vasp }) => {
    const grey = { create: { width: 60, height: 3000, channels: 3, background: "gray" } } as const;
    // No handset need show a WebP: the files are transcoded.
    const parts = [
      file("image/webp", "tall", await sharp(grey).webp().toBuffer()),
      file("image/png", "apng", animatedPng()),
    ];
    for (const _ of ["transcoded", "found again"]) {
      const id = await submit(vasp, parts);
      await test.receiver.untilCodes(id, ["N013", "N101", "N102"]);
      const { history, postbacks } = await adminBody(test, 200, "GET", `/messages/${id}`);
      const { details } = history.find(({ event }: { event: string }) => event === "prepared");
      assert.equal(
        details,
        "cid:tall: the image of 60×3000 pixels is shown at 23×1138 (standard); " +
          "cid:apng: the image is an animated PNG, of which one picture is sent; GIF and WebP stay " +
          "animated",
      );
      assert.deepEqual(Object.keys(postbacks[0].body), [
        "origin",
        "code",
        "tracking-id",
        "timestamp",
      ]);
      assert.doesNotMatch(JSON.stringify(postbacks), /animated|×3000/);
    }
  },
);

for (
  const [code, type, kind] of [
    ["E012", "audio/wav", "audio"],
    ["E013", "video/avi", "video"],
  ] as const
) {
  check(
    `${code} says why in error-info, and so do the message's history and the log`,
    async ({ lines, test, vasp }) => {
      lines.length = 0;
      const id = await submit(vasp, [file(type, "noise", NOISE)]);
      await test.receiver.untilCodes(id, [code, "E101"]);
      const { history, postbacks } = await adminBody(test, 200, "GET", `/messages/${id}`);
      const reason = postbacks[0].body["error-info"];
      assert.match(reason, /\w/);
      const failed = history.find(({ event }: { event: string }) => event === `${kind}-failed`);
      assert.equal(failed.details, `cid:noise: ${reason}`);
      const { facts, level } = lines.find(({ message }) => message === "preparation ended")!;
      assert.deepEqual([level, facts], ["info", {
        "tracking-id": id,
        "state": "failed",
        "faults": `${kind}: ${reason}`,
      }]);
    },
  );
}
