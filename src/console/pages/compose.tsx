/** Pages that compose: a text or a picture to a phone, and a template. */
import type { FC } from "hono/jsx";
import { readNumber } from "../../core/account/address.ts";
import type { Account, AccountPage, TemplateDetail } from "../../generated/admin.ts";
import { AsRequest } from "../components/as_request.tsx";
import { CompositionForm } from "../components/composition_form.tsx";
import { Live } from "../components/live.tsx";
import { PhonePreview } from "../components/phone_preview.tsx";
import { Prepared } from "../components/prepared.tsx";
import { Section } from "../components/section.tsx";
import {
  type Composition,
  type CompositionKind,
  compositionOfForm,
  compositionOfQuery,
  requestOf,
  withMoved,
  withoutFile,
  withoutSlide,
  withSlide,
} from "../composition/composition.ts";
import { faultsOf, readDraft, withDraft } from "../composition/draft.ts";
import { type Mistake, mistakeOf } from "../composition/mistake.ts";
import { compositionOfTemplate } from "../composition/of_template.ts";
import { withChosenFiles } from "../composition/uploads.ts";
import { ApiRefusal } from "../model/admin_api.ts";
import {
  type Action,
  type ActionResult,
  consoleUrl,
  type OpenedPage,
  type Page,
  type Visit,
} from "../model/page.ts";
import { newNonce, performAction } from "../model/perform_action.ts";
import { fromsOf } from "../model/senders.ts";
import { FIRST_NUMBER } from "./phone.tsx";

/** Change of what is composed, by the positions of a slide and of a file on it. */
type Change = (composition: Composition, at: number, file: number) => Composition;

interface Kind {
  kind: CompositionKind;
  path: string;
  title: string;
}

const KINDS: readonly Kind[] = [
  { kind: "text", path: "/send/text", title: "Send a text" },
  { kind: "picture", path: "/send/picture", title: "Send a picture" },
  { kind: "template", path: "/templates/new", title: "New template" },
];

export const COMPOSE_PAGES: readonly Page[] = KINDS.map(composePage);

function composePage(kind: Kind): Page {
  /** Makes an action that changes what is composed, by what follows its name in the button. */
  const change =
    (apply: (...of: [...Parameters<Change>, Visit]) => Promise<Composition>): Action =>
    async (form, visit) => {
      const { composition, mistake } = await received(form, visit);
      const [at = NaN, file = NaN] = String(form.get("do")).split(/[ .]/).slice(1).map(Number);
      const changed = await apply(composition, at, file, visit);
      return await pageOf(kind, visit, changed, mistake, nonceOf(form));
    };

  const received = (form: FormData, { api }: Visit) =>
    withChosenFiles(api, compositionOfForm(kind.kind, form), form);

  /** As `change`; the files of a template are prepared, too. */
  const changeSlides = (apply: Change): Action =>
    change(async (composition, at, file, { api }) => {
      const changed = apply(composition, at, file);
      return kind.kind === "template" ? await withDraft(api, changed) : changed;
    });

  return {
    path: kind.path,
    script: "compose",

    async open(visit) {
      const { isLoopback, url: { searchParams: query } } = visit;
      if (kind.kind === "template") return await openTemplate(kind, visit);
      const composition = compositionOfQuery(kind.kind, query);
      const isFirst = isLoopback && !query.has("to");
      return await pageOf(
        kind,
        visit,
        isFirst ? { ...composition, to: FIRST_NUMBER } : composition,
      );
    },

    actions: {
      // As one types: the draft is prepared once a text is finished.
      preview: change((composition) => Promise.resolve(composition)),
      prepare: changeSlides((composition) => composition),
      add: changeSlides(withSlide),
      remove: changeSlides(withoutSlide),
      up: changeSlides((composition, at) => withMoved(composition, at, -1)),
      down: changeSlides((composition, at) => withMoved(composition, at, 1)),
      detach: changeSlides(withoutFile),

      /** Has files that failed fetched once more. */
      async again(form, visit) {
        const { composition, mistake } = await received(form, visit);
        const prepared = await withDraft(visit.api, { ...composition, draft: null });
        return await pageOf(kind, visit, prepared, mistake, nonceOf(form));
      },

      /** Sends or saves; what is refused stays in the form, with the fault at its control. */
      async finish(form, visit) {
        const { composition, mistake } = await received(form, visit);
        const nonce = nonceOf(form);
        if (mistake !== null) return await pageOf(kind, visit, composition, mistake, nonce);
        const failed = await failureOf(visit, composition);
        if (failed !== null) return await pageOf(kind, visit, composition, failed, nonce);
        try {
          return await finish(visit, composition, nonce);
        } catch (error) {
          if (!(error instanceof ApiRefusal)) throw error;
          return await pageOf(kind, visit, composition, mistakeOf(composition, error), nonce);
        }
      },
    },
  };
}

function nonceOf(form: FormData): string {
  return String(form.get("nonce") ?? "") || newNonce();
}

/** Performs the request of a composition. @throws {ApiRefusal} */
async function finish(
  { api, isLoopback }: Visit,
  composition: Composition,
  nonce: string,
): Promise<ActionResult> {
  const { account, from, kind, to } = composition;
  const draft = composition.draft === null ? {} : { draft: composition.draft };
  const response = await performAction(api, account, requestOf(composition), nonce, draft);
  const done: Record<string, string> = await response.json();
  if (kind === "template") {
    const notice = "Saved. It can be sent as soon as it is ready.";
    return { path: `/templates/${encodeURIComponent(done["mms-id"]!)}`, notice };
  }
  if (!isLoopback) return { path: `/messages/${done["tracking-id"]}`, notice: "Sent." };
  const query = new URLSearchParams({ number: readNumber(to) ?? to, with: done.from ?? from });
  return { path: `/phone?${query}`, notice: "Sent. It arrives on this phone." };
}

/** Says that a file of the draft has failed, unless it is no longer among the slides. */
async function failureOf({ api }: Visit, composition: Composition): Promise<Mistake | null> {
  const draft = await readDraft(api, composition.draft);
  const urls = composition.slides.flatMap(({ files }) => files.map(({ url }) => url));
  const isIn = draft?.state === "failed" &&
    draft.media.some(({ error, url }) => error !== null && urls.includes(url));
  if (!isIn) return null;
  return { control: null, text: "A file cannot be used. Remove it, or have it fetched again." };
}

/** Opens the form of a template: blank, or with what a draft or another template has. */
async function openTemplate(kind: Kind, visit: Visit): Promise<OpenedPage> {
  const { api, isLive, url: { searchParams: query } } = visit;
  const draft = await readDraft(api, query.get("draft"));
  if (isLive) return { title: kind.title, main: null, live: { prepared: <Prepared of={draft} /> } };
  const from = query.get("from");
  const source = draft ??
    (from === null ? null : await api.call("readTemplate", { params: { "mms-id": from } }));
  const composition = source === null
    ? compositionOfQuery(kind.kind, query)
    : compositionOfTemplate(source);
  return await pageOf(kind, visit, composition, null, newNonce(), source);
}

/** @param source Template whose files have the faults that are shown. Default: the draft. */
async function pageOf(
  { path, title }: Kind,
  visit: Visit,
  typed: Composition,
  mistake: Mistake | null = null,
  nonce = newNonce(),
  source: TemplateDetail | null = null,
): Promise<OpenedPage> {
  const [{ accounts, account, senders }, draft] = await Promise.all([
    partiesOf(visit, typed),
    readDraft(visit.api, typed.draft),
  ]);
  const composition = { ...withPresets(typed, account, senders), draft: draft?.["mms-id"] ?? null };
  const faulty = draft ?? source;
  const facts = {
    composition,
    path,
    mistake,
    faults: faulty === null ? NO_FAULTS : faultsOf(composition, faulty),
    accounts: accounts.items.map(({ account, name }) => ({ value: account, name })),
    senders: senders.map((from) => ({ value: from, name: from })),
    needsCampaign: account?.["enforce-campaign-check"] ?? false,
    mayUpload: visit.may("uploadFiles"),
    maySend: visit.may("performAction"),
    numberHint: visit.isLoopback
      ? "Any number: it is simulated, and shown on the page Phone."
      : "With the country code, such as +1 617 555 0101.",
    nonce,
  };
  return {
    title,
    ...mistake !== null && { status: 422 },
    main: (
      <>
        <div class="head">
          <h1>{title}</h1>
        </div>
        {account === null
          ? (
            <p class="empty">
              There is no account yet. <a href={consoleUrl("/accounts")}>Create one</a> first.
            </p>
          )
          : (
            <div class="columns">
              <CompositionForm facts={facts} />
              <Beside of={composition} draft={draft} baseUrl={visit.baseUrl} />
            </div>
          )}
      </>
    ),
  };
}

/** Views of a composition: on a phone, prepared for each class of them, and as a request. */
const Beside: FC<{ of: Composition; draft: TemplateDetail | null; baseUrl: string }> = (
  { of: composition, draft, baseUrl },
) => (
  <div class="beside">
    <PhonePreview of={composition} />
    {composition.kind === "template" && <PreparedSection of={draft} />}
    <details class="card as-request">
      <summary>Show the request</summary>
      <div id="request">
        <AsRequest body={requestOf(composition)} baseUrl={baseUrl} />
      </div>
    </details>
  </div>
);

const NO_FAULTS: ReadonlyMap<number, readonly string[]> = new Map();

const PreparedSection: FC<{ of: TemplateDetail | null }> = ({ of }) => (
  <Section title="What each phone gets">
    <Live id="prepared">
      <Prepared of={of} />
    </Live>
  </Section>
);

interface Parties {
  accounts: AccountPage;
  /** The chosen account; else the first one. Null: there is none. */
  account: Account | null;
  /** Senders that can send what is composed, and pools; by what `from` says. */
  senders: string[];
}

/** Maximum accounts of the choice: a page of the listing. */
const ACCOUNTS_MAX = 200;

async function partiesOf({ api }: Visit, { account: wanted, kind }: Composition): Promise<Parties> {
  const accounts = await api.call("listAccounts", { query: { limit: ACCOUNTS_MAX } });
  const id = wanted ?? accounts.items[0]?.account;
  if (id === undefined) return { accounts, account: null, senders: [] };
  const [account, { items: senders }, { items: pools }] = await Promise.all([
    api.call("readAccount", { params: { account: id } }),
    api.call("listSenders", { params: { account: id } }),
    api.call("listPools", { params: { account: id } }),
  ]);
  const able = kind === "text" ? senders : senders.filter((each) => each.kind !== "alphanumeric");
  const isListed = accounts.items.some(({ account }) => account === id);
  return {
    accounts: isListed ? accounts : { ...accounts, items: [account, ...accounts.items] },
    account,
    senders: fromsOf(able, pools),
  };
}

/** Text of the SMS in place of an MMS to begin with. */
const FALLBACK = "You have got a picture message.";

/** Chooses the account and the sender, and asks for what the account needs. */
function withPresets(
  composition: Composition,
  account: Account | null,
  senders: readonly string[],
): Composition {
  const { from, kind, fallback } = composition;
  const mayFallBack = kind !== "text" && account?.["allow-fallback-sms"] === true;
  return {
    ...composition,
    account: account?.account ?? null,
    from: kind === "template" ? "" : senders.includes(from) ? from : senders[0] ?? "",
    fallback: mayFallBack ? fallback ?? FALLBACK : null,
  };
}
