/** A submission whose files are being fitted when the process is killed. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { findProgram } from "../../../tools/setup/probe.ts";
import { video } from "../../support/media.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, operatorOf } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { startReceiver } from "../../support/receiver.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { createVasp } from "../../support/vasp.ts";

/** Stands for ffmpeg: encodes nothing, and ends with the process that started it. */
const HANGING_FFMPEG = `#!/bin/sh
PATH=/usr/bin:/bin
parent=$PPID
case " $* " in
  *" -i "*) : >"$0.started"; while kill -0 "$parent" 2>/dev/null; do sleep 0.1; done ;;
  *) exec ${findProgram("ffmpeg")} "$@" ;;
esac
`;

Deno.test("files are fitted once, though the process is killed meanwhile", async () => {
  const film = await Deno.readFile(await video({ seconds: 10, size: "640x360" }));
  const receiver = await startReceiver();
  const env = {
    DATA_DIR: await newDirectory(),
    DATABASE_URL: await migratedDatabase(),
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    OUTBOUND_ALLOW: "127.0.0.0/8",
    MM7_BODY_MAX_BYTES: "100MB",
    REQUEST_BODIES_MAX_BYTES: "400MB",
  };
  try {
    let id: string;
    {
      const programs = await newDirectory();
      await Deno.writeTextFile(`${programs}/ffmpeg`, HANGING_FFMPEG, { mode: 0o755 });
      // Without a sandbox, in which it could neither say that it has started nor see its parent.
      await Deno.writeTextFile(`${programs}/bwrap`, "#!/bin/sh\nexit 1", { mode: 0o755 });
      const PATH = `${programs}:${Deno.env.get("PATH")}`;
      const { program, url } = await startServe({ ...env, PATH });
      await using _ = program;
      const { apiKey } = await newAccount(url, { "postback-url": receiver.url });
      id = await createVasp({ url, account: "acme", apiKey }).submit({
        fields: { Content: `<Content href="cid:content" allowAdaptations="true"/>` },
        content: {
          headers: ["Content-Type: video/mp4", "Content-ID: <content>"],
          content: film,
        },
      });
      const operator = operatorOf(url);
      const { state } = await until(
        () => operator(`/messages/${id}`),
        ({ state }) => state !== "accepted",
      );
      assert.equal(state, "preparing");
      await until(() => existsSync(`${programs}/ffmpeg.started`), (exists) => exists);
      program.kill("SIGKILL");
      await program.ending;
    }
    assert.deepEqual(receiver.codes(id), []);
    await using _second = (await startServe(env)).program;
    await receiver.untilCodes(id, ["N013", "N101", "N102"]);
  } finally {
    await receiver.stop();
  }
});
