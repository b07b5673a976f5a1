import { openPglite } from "../../../src/adapters/store/pglite.ts";
import { placeEmbedded } from "../../support/embedded.ts";
import { storeSuite } from "./suite.ts";

storeSuite("the embedded database", async () => {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-" });
  await placeEmbedded(`${directory}/postgres`, "empty");
  const database = await openPglite(`${directory}/postgres`);
  return {
    database,
    // One process has the directory, and one connection to it.
    again: () => Promise.resolve(database),
    async [Symbol.asyncDispose]() {
      await database.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
});
