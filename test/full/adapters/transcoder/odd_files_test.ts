/** Some 300 media files: each plays whole and in its colours, or is refused with the reason. */
import { judge } from "../../../support/media_judge.ts";
import { MEDIA_CASES } from "../../../support/media_cases.ts";

for (const kind of new Set(MEDIA_CASES.map(({ name }) => name.split(":")[0]!))) {
  const queued = MEDIA_CASES.filter(({ name }) => name.startsWith(`${kind}:`));
  Deno.test(`each file plays whole, or is refused with the reason: ${kind}`, async (t) => {
    // Two at a time, as the transcoder has two slots.
    const work = async () => {
      for (let next = queued.shift(); next !== undefined; next = queued.shift()) {
        const mediaCase = next;
        await t.step({
          name: mediaCase.name,
          fn: () => judge(mediaCase),
          sanitizeOps: false,
          sanitizeResources: false,
          sanitizeExit: false,
        });
      }
    };
    await Promise.all([work(), work()]);
  });
}
