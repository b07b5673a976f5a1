/** A submission whose files were being fitted when the process was killed. */
import assert from "node:assert/strict";
import { migratedDatabase } from "../support/migrated.ts";
import { placeEmbedded } from "../support/embedded.ts";
import { startServe } from "../support/program.ts";
import { startReceiver } from "../support/receiver.ts";
import { ADMIN_TOKEN } from "../support/service.ts";
import { video } from "../support/media.ts";
import { createVasp } from "../support/vasp.ts";

for (const store of ["embedded", "postgres"] as const) {
  Deno.test(`files are fitted once, though the process is killed meanwhile, ${store}`, async () => {
    const film = await Deno.readFile(await video({ seconds: 40, size: "640x360" }));
    const dataDir = await Deno.makeTempDir({ prefix: "slidepost-test-" });
    const receiver = await startReceiver();
    const env = {
      DATA_DIR: dataDir,
      ADMIN_TOKEN,
      DEFAULT_CONNECTOR: "loopback",
      OUTBOUND_ALLOW: "127.0.0.0/8",
      MM7_BODY_MAX_BYTES: "100MB",
      REQUEST_BODIES_MAX_BYTES: "400MB",
      ...store === "postgres" &&
        { DATABASE_URL: await migratedDatabase() },
    };
    try {
      if (store === "embedded") await placeEmbedded(`${dataDir}/postgres`);
      const first = await startServe(env);
      // deno-lint-ignore no-explicit-any -- tests look into answers field by field
      const admin = async (path: string, body?: unknown): Promise<any> => {
        const response = await fetch(`${first.url}/admin/v1${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
          body: body === undefined ? undefined : JSON.stringify(body),
        });
        return await response.json();
      };
      let id: string;
      {
        await using program = first.program;
        const account = { account: "acme", name: "Acme", "postback-url": receiver.url };
        const { "api-key": apiKey } = await admin("/accounts", account);
        const sender = { address: "111122", kind: "short-code", country: "US" };
        await admin("/accounts/acme/senders", sender);
        const vasp = createVasp({ url: first.url, account: "acme", apiKey });
        id = await vasp.submit({
          fields: { Content: `<Content href="cid:content" allowAdaptations="true"/>` },
          content: {
            headers: ["Content-Type: video/mp4", "Content-ID: <content>"],
            content: film,
          },
        });
        let state;
        do ({ state } = await admin(`/messages/${id}`)); while (state === "accepted");
        assert.equal(state, "preparing");
        program.kill("SIGKILL");
        await program.ending;
      }
      assert.deepEqual(receiver.codes(id), []);
      await using _second = (await startServe(env)).program;
      await receiver.untilCodes(id, ["N013", "N101", "N102"], 90_000);
    } finally {
      await receiver.stop();
      await Deno.remove(dataDir, { recursive: true });
    }
  });
}
