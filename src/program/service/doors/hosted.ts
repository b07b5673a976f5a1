/** Public content: pages, links and files. */
import type { Config } from "../../../config/mod.ts";
import type { AppPorts } from "../../../http/app.ts";
import { lazy } from "../lazy.ts";
import type { DoorsOptions } from "./options.ts";

/** Creates the public content: hosted pages, counted links, and files of inbound messages. */
export function hostedContent(
  config: Config,
  { addresses, clock, log, mediaAddresses, storage: { accounts, blobs, store } }: Pick<
    DoorsOptions,
    "addresses" | "clock" | "log" | "mediaAddresses" | "storage"
  >,
): Pick<AppPorts, "click" | "content" | "page"> {
  const content = lazy(async () =>
    (await import("../../../http/hosted/content.ts")).createContent({
      store,
      blobs,
      clock,
      mediaAddresses,
    })
  );
  const hosted = lazy(async () => {
    const [pages, { createHosted }, { createClickLinks }] = await Promise.all([
      import("../../../web/mod.ts"),
      import("../../../http/hosted/pages.ts"),
      import("../../../http/hosted/links.ts"),
    ]);
    const cacheMax = config.PAGE_CACHE_MAX;
    return {
      page: createHosted({
        store,
        accounts,
        blobs,
        clock,
        log,
        pages,
        cacheMax,
        baseUrl: addresses.baseUrl,
      }),
      click: createClickLinks({ store, accounts, clock, log, pages }),
    };
  });
  return {
    content: async (token, file, request) => (await content())(token, file, request),
    page: async (code, file, request) => (await hosted()).page(code, file, request),
    click: async (code, request) => (await hosted()).click(code, request),
  };
}
