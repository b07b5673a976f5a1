/** The manual of a service, loaded with its first page. */
import type { Config } from "../../config/mod.ts";
import type { RoutePorts } from "../../http/routes.ts";
import type { Log } from "../../log/mod.ts";
import type { Addresses } from "./addresses.ts";
import { lazy } from "./lazy.ts";

/** Creates the manual; null: it is off. */
export function createManual(
  { DOCS }: Config,
  { addresses, log }: { addresses: Addresses; log: Log },
  hasConsole: boolean,
): RoutePorts["docs"] {
  if (DOCS === "off") return null;
  const { baseUrl } = addresses;
  const load = lazy(async () => {
    const [{ createDocs }, { createDocsSite }, { customerApi }, { adminApi }] = await Promise.all([
      import("../../http/docs.ts"),
      import("../../web/docs/mod.ts"),
      import("../../contract/customer.ts"),
      import("../../contract/admin.ts"),
    ]);
    const render = await createDocsSite({
      customer: customerApi,
      admin: adminApi,
      baseUrl,
      hasConsole,
      read: (name) => Deno.readTextFile(new URL(`../../web/manual/${name}`, import.meta.url)),
    });
    return createDocs({ log, render });
  });
  return { load, baseUrl };
}
