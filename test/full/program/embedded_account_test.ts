/** The embedded database under root: a user of its own, to whom earlier data are handed over. */
import assert from "node:assert/strict";
import { accountFor, hasOwnAccount } from "../../../src/adapters/embedded_postgres/account.ts";
import { sharedOwnerOf } from "../../../src/adapters/embedded_postgres/account.ts";
import { type Cluster, DATA, start } from "../../../src/adapters/embedded_postgres/command.ts";
import { findPrograms } from "../../../src/adapters/embedded_postgres/programs.ts";
import { acceptsConnections } from "../../../src/adapters/embedded_postgres/server.ts";
import { embeddedDirectory } from "../../support/embedded.ts";
import { newAccount, operatorOf, sendSms, untilDelivered } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** Only root can start a service whose database runs as another user, which the setup creates. */
const ignore = Deno.build.os !== "linux" || Deno.uid() !== 0 || !await hasOwnAccount();

const NOBODY = { uid: 65534, gid: 65534 };

const serve = (dataDir: string) =>
  startServe({ ADMIN_TOKEN, DEFAULT_CONNECTOR: "loopback", DATA_DIR: dataDir });

async function chown(path: string, { uid, gid }: typeof NOBODY): Promise<void> {
  const { success } = await new Deno.Command("chown", {
    args: ["--recursive", "--no-dereference", `${uid}:${gid}`, path],
  }).output();
  assert.ok(success);
}

/** Lists the user ids that own a directory and what is in it. */
async function owners(path: string): Promise<number[]> {
  const { stdout } = await new Deno.Command("find", { args: [path, "-printf", "%U\n"] }).output();
  const ids = new TextDecoder().decode(stdout).trim().split("\n").map(Number);
  return [...new Set(ids)].sort();
}

Deno.test({
  name: "embedded under root: data of a shared user are handed over, and links are not followed",
  ignore,
  async fn() {
    const dataDir = await embeddedDirectory();
    const directory = `${dataDir}/postgres`;
    let sent: string[];
    {
      const { program, url } = await serve(dataDir);
      await using _ = program;
      const { apiKey } = await newAccount(url);
      sent = [await sendSms(url, apiKey)];
      await untilDelivered(url, sent);
      program.kill("SIGTERM");
      await program.ending;
    }
    const own = await accountFor(directory);
    assert.deepEqual(await owners(directory), [own!.uid]);
    const secret = `${await newDirectory()}/secret`;
    await Deno.writeTextFile(secret, "root's", { mode: 0o600 });
    await Deno.symlink(secret, `${directory}/base/link`);
    await chown(directory, NOBODY);
    assert.equal(await sharedOwnerOf(directory), "nobody");
    // A start that was killed while it handed over.
    await Deno.chown(directory, 0, 0);

    const { program, url } = await serve(dataDir);
    await using _ = program;
    assert.deepEqual(await owners(directory), [own!.uid]);
    assert.equal(await sharedOwnerOf(directory), null);
    assert.equal(Deno.statSync(secret).uid, 0);
    await untilDelivered(url, sent);
    const { problems } = await operatorOf(url)("/status");
    assert.doesNotMatch(JSON.stringify(problems), /embedded database/);
  },
});

Deno.test({
  name: "embedded under root: a server that a killed service left to a shared user is ended first",
  ignore,
  async fn() {
    const dataDir = await embeddedDirectory();
    const directory = `${dataDir}/postgres`;
    await chown(directory, NOBODY);
    const programs = await findPrograms(null);
    const cluster: Cluster = { directory, programs: programs!, account: NOBODY };
    const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
    const orphan = start(cluster, "postgres", ["-D", DATA], quiet);
    await until(() => acceptsConnections(directory), (accepts) => accepts);
    const { program, url } = await serve(dataDir);
    await using _ = program;
    assert.equal((await orphan.status).code, 0);
    assert.notDeepEqual(await owners(directory), [NOBODY.uid]);
    const { apiKey } = await newAccount(url);
    await untilDelivered(url, [await sendSms(url, apiKey)]);
  },
});
