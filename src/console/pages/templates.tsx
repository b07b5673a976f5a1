/** Gallery of templates. */
import type { FC } from "hono/jsx";
import type { AccountPage, Template } from "../../generated/admin.ts";
import { AccountFilter } from "../components/account_filter.tsx";
import { Copyable } from "../components/copyable.tsx";
import { Button, Select } from "../components/form.tsx";
import { Live } from "../components/live.tsx";
import { cursorOf, PageLinks } from "../components/page_links.tsx";
import { State } from "../components/state.tsx";
import { TemplateProgress } from "../components/template_progress.tsx";
import { Code, Time, Value } from "../components/text.tsx";
import { Thumbnail } from "../components/thumbnail.tsx";
import { consoleUrl, type Page, type Visit } from "../model/page.ts";
import { curlOf } from "../model/same_request.ts";

const PAGE_SIZE = 48;

const STATES = [
  { value: "", name: "All states" },
  { value: "locked", name: "Locked: being prepared" },
  { value: "ready", name: "Ready" },
  { value: "failed", name: "Failed" },
];

export const templatesPage: Page = {
  path: "/templates",

  async open(visit) {
    const { api, url } = visit;
    const filter: Filter = {
      account: url.searchParams.get("account") ?? "",
      state: url.searchParams.get("state") ?? "",
      text: url.searchParams.get("text") ?? "",
    };
    const query = { ...filter, cursor: cursorOf(url), limit: PAGE_SIZE };
    const [accounts, page] = await Promise.all([
      api.call("listAccounts", { query: { limit: 200 } }),
      // The API checks the state, which the address may have wrong.
      api.call("listTemplates", { query: query as { state: Template["state"] } }),
    ]);
    const { items, "next-cursor": next } = page;
    const isFiltered = Object.values(filter).some((value) => value !== "");
    const live = {
      gallery: items.length > 0
        ? <Gallery of={items} />
        : isFiltered || url.searchParams.has("cursor")
        ? (
          <p class="empty" data-key="none">
            No template is like this. <a href={consoleUrl("/templates")}>All templates</a>
          </p>
        )
        : <FirstTemplate visit={visit} />,
      pages: <PageLinks url={url} next={next} />,
    };
    return {
      title: "Templates",
      live,
      main: (
        <>
          <div class="head">
            <h1>Templates</h1>
            {visit.may("performAction") && (
              <a
                class="button primary"
                href={consoleUrl("/templates/new", { account: filter.account })}
              >
                New template
              </a>
            )}
            <span class="live">Live</span>
          </div>
          <Filters accounts={accounts} filter={filter} />
          <Live id="gallery" class="gallery">{live.gallery}</Live>
          <Live id="pages">{live.pages}</Live>
        </>
      ),
    };
  },
};

interface Filter {
  account: string;
  state: string;
  text: string;
}

const Filters: FC<{ accounts: AccountPage; filter: Filter }> = ({ accounts, filter }) => (
  <form class="filter" method="get" role="search" data-filter="">
    <div class="search">
      <label for="field-text">Search: name or mms-id</label>
      <input
        id="field-text"
        name="text"
        type="search"
        value={filter.text}
        maxlength={200}
        dir="auto"
        placeholder="Press / to search"
      />
    </div>
    <AccountFilter of={accounts} value={filter.account} />
    <Select name="state" label="State" options={STATES} value={filter.state} />
    <Button>Show</Button>
  </form>
);

const Gallery: FC<{ of: readonly Template[] }> = ({ of }) => (
  <>
    {of.map((template) => (
      <article class="tile" data-key={template["mms-id"]} data-row="">
        <a href={consoleUrl(`/templates/${encodeURIComponent(template["mms-id"])}`)}>
          <Thumbnail of={template} />
          <h2>
            <Value text={template.name} />
          </h2>
        </a>
        <p class="row">
          <State of={template.state} />
          <span class="hint">
            {template.slides === 1 ? "1 slide" : `${template.slides} slides`}
          </span>
        </p>
        {template.state === "locked" && <TemplateProgress media={template.media} />}
        <Fault of={template} />
        <p class="hint">
          <Value text={template.account} />, <Time at={template["created-at"]} isAge />
        </p>
      </article>
    ))}
  </>
);

/** First fault of a template, shortened; its own page has all. */
const Fault: FC<{ of: Template }> = ({ of: { media } }) => {
  const failed = media.find(({ error }) => error !== null);
  if (failed === undefined) return null;
  return (
    <p class="fault">
      Slide {failed.slide}, {failed.kind}: <Value text={failed.error} />
    </p>
  );
};

const FirstTemplate: FC<{ visit: Visit }> = ({ visit: { baseUrl, isSandbox } }) => {
  const url = isSandbox ? `${baseUrl}/sandbox/tulips.jpg` : "https://www.example.com/tulips.jpg";
  const request = {
    "action": "savemms",
    "name": "Tulips",
    "message-subject": "Spring is here",
    "fallback-sms-text": "You have got a picture message.",
    "slide": [{ "image": { url }, "message-text": "Two for one!" }],
  };
  return (
    <section class="card first" data-key="first">
      <h2>There is no template yet</h2>
      <p>
        A template is saved with <Code text="savemms" />{" "}
        and an account's API key. It appears here at once, and is ready when its files are.
        {!isSandbox && " Give it the address of a picture of yours."}
      </p>
      <Copyable text={curlOf(baseUrl, request)} name="the command" />
    </section>
  );
};
