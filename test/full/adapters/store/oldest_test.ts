/** The store's cases on the oldest version of Postgres that this system has. */
import { type PostgresServer, startPostgres } from "../../../support/postgres.ts";
import { openOn, storeSuite } from "../../../adapters/store/suite.ts";

let server: Promise<PostgresServer> | undefined;

// Registered before the cases' hook, so it runs after that.
Deno.test.afterAll(async () => await (await server)?.stop());

storeSuite("the oldest version of Postgres", async () => {
  server ??= startPostgres({ durable: false, version: "oldest" });
  return await openOn((await server).url);
});
