/** Phones: the conversation of one handset, or of two side by side. */
import type { FC } from "hono/jsx";
import { ConversationBubble } from "../components/bubble.tsx";
import { Button, Form, Select } from "../components/form.tsx";
import { SendLinks } from "../components/send_links.tsx";
import { Live } from "../components/live.tsx";
import { Value } from "../components/text.tsx";
import { type Conversation, loadConversation } from "../model/conversation.ts";
import { type ActionResult, consoleUrl, type Page, type Visit } from "../model/page.ts";
import type { LoopbackHandset, Operator, Sender } from "../../generated/admin.ts";
import { readNumber } from "../../core/account/address.ts";

/** Numbers of the query by their phone, and the parties that they show. */
const PHONES = [
  { number: "number", party: "with" },
  { number: "second", party: "second-with" },
] as const;

type Slot = typeof PHONES[number];

/** Phone as it is shown. */
interface Phone {
  slot: Slot;
  number: string;
  conversation: Conversation;
  /** Simulated handset. Null: messages go to a real carrier. */
  handset: LoopbackHandset | null;
}

/** Number of the phone that a newcomer sees: the README sends to it. */
export const FIRST_NUMBER = "16175550101";

/** Maximum digits of a number (ITU-T E.164). */
const NUMBER_MAX = 15;

export const phonePage: Page = {
  path: "/phone",
  script: "phone",

  async open(visit) {
    const { api, baseUrl, isLoopback, may, url } = visit;
    const mayReply = isLoopback && may("injectSms");
    const phones = await Promise.all(
      PHONES.flatMap((slot) => {
        const number = numberOf(url, slot);
        return number === null ? [] : [phoneOf(visit, slot, number)];
      }),
    );
    const { items: operators } = mayReply ? await api.call("listOperators") : { items: [] };
    const senders = mayReply ? await sendersOf(visit) : [];
    return {
      title: phones.length === 0 ? "Phone" : phones.map(({ number }) => number).join(" and "),
      live: Object.fromEntries(
        phones.map(({ slot, conversation }) => [
          listId(slot),
          <Bubbles of={conversation} baseUrl={baseUrl} />,
        ]),
      ),
      main: (
        <>
          <div class="head">
            <h1>Phone</h1>
            <SendLinks
              visit={visit}
              to={phones[0]?.number}
              from={phones[0]?.conversation.party}
            />
            <form class="row" method="get" data-filter="">
              {PHONES.map((slot, index) => (
                <NumberField
                  slot={slot}
                  url={url}
                  label={index === 0 ? "Number" : "Second phone"}
                />
              ))}
              <Button look="primary">Show</Button>
            </form>
          </div>
          {phones.length === 0
            ? <p class="empty">Type the number of a handset to see its messages.</p>
            : (
              <div class="phones">
                {phones.map((phone) => (
                  <PhoneFrame
                    phone={phone}
                    visit={visit}
                    operators={operators}
                    senders={senders}
                    mayReply={mayReply}
                  />
                ))}
              </div>
            )}
          {!isLoopback && (
            <p class="hint">
              Messages go to real carriers here: the phone shows them, and cannot answer.
            </p>
          )}
        </>
      ),
    };
  },

  actions: {
    /** Sends what was typed on a phone, with its files. */
    async send(form, visit) {
      const text = textOf(form, "text");
      const files = await filesOf(form);
      const parties = { from: textOf(form, "from"), to: textOf(form, "to") };
      if (files.length === 0) {
        await visit.api.call("injectSms", { body: { ...parties, text } });
      } else {
        const body = { ...parties, ...text === "" ? {} : { text }, file: files };
        await visit.api.call("injectMms", { body });
      }
      return backTo(visit, "Sent.");
    },

    /** Chooses what the loopback carrier simulates. */
    async simulate(form, visit) {
      const chosen = (name: string) => textOf(form, name) || null;
      await visit.api.call("setLoopbackHandset", {
        params: { number: textOf(form, "from") },
        body: {
          "operator-id": chosen("operator-id"),
          "handset": chosen("handset"),
          "outcome": chosen("outcome"),
        },
      });
      return backTo(visit, "The next messages meet this handset.");
    },
  },
};

function backTo({ url }: Visit, notice: string): ActionResult {
  return { path: `/phone${url.search}`, notice };
}

/** Returns the number of a phone, as digits. Null: the phone is not shown. */
function numberOf({ searchParams }: URL, { number }: Slot): string | null {
  const text = searchParams.get(number);
  if (text === null) return number === "number" ? FIRST_NUMBER : null;
  return readNumber(text) ?? (text.replaceAll(/\D/g, "").slice(0, NUMBER_MAX) || null);
}

async function phoneOf(
  { api, isLoopback, url }: Visit,
  slot: Slot,
  number: string,
): Promise<Phone> {
  const [conversation, handset] = await Promise.all([
    loadConversation(api, number, url.searchParams.get(slot.party)),
    isLoopback ? api.call("readLoopbackHandset", { params: { number } }) : null,
  ]);
  return { slot, number, conversation, handset };
}

/** Lists the senders of the first accounts, to which a phone can write. */
async function sendersOf({ api }: Visit): Promise<Sender[]> {
  const { items: accounts } = await api.call("listAccounts", { query: { limit: 20 } });
  const lists = await Promise.all(
    accounts.map(({ account }) => api.call("listSenders", { params: { account } })),
  );
  return lists.flatMap(({ items }) => items).filter(({ kind }) => kind !== "alphanumeric");
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}

async function filesOf(form: FormData): Promise<{ name: string; content: string }[]> {
  const files = form.getAll("file").filter((each): each is File =>
    each instanceof File && each.size > 0
  );
  return await Promise.all(
    files.map(async (file) => ({ name: file.name, content: (await file.bytes()).toBase64() })),
  );
}

const listId = ({ number }: Slot) => `${number}-bubbles`;

const NumberField: FC<{ slot: Slot; url: URL; label: string }> = ({ slot, url, label }) => (
  <div class="number-field">
    <label class="unseen" for={`phone-${slot.number}`}>{label}</label>
    <input
      id={`phone-${slot.number}`}
      name={slot.number}
      type="tel"
      inputmode="tel"
      placeholder={label}
      value={numberOf(url, slot) ?? ""}
      maxlength={24}
    />
  </div>
);

interface FrameProps {
  phone: Phone;
  visit: Visit;
  operators: readonly Operator[];
  senders: readonly Sender[];
  mayReply: boolean;
}

const PhoneFrame: FC<FrameProps> = ({ phone, visit, operators, senders, mayReply }) => {
  const { slot, number, conversation, handset } = phone;
  return (
    <section class="phone" aria-label={`Phone ${number}`}>
      <header>
        <h2>+{number}</h2>
        <Parties phone={phone} url={visit.url} />
        {mayReply && handset !== null && (
          <details class="simulate">
            <summary>{summaryOf(handset)}</summary>
            <Simulation of={handset} operators={operators} />
          </details>
        )}
      </header>
      <Live as="ol" id={listId(slot)} class="bubbles" label={`Messages of ${number}`}>
        <Bubbles of={conversation} baseUrl={visit.baseUrl} />
      </Live>
      {mayReply && (
        <Compose
          number={number}
          party={conversation.party}
          senders={senders}
          refused={visit.refused}
        />
      )}
    </section>
  );
};

/** Parties of the handset, as links to the conversation with each. */
const Parties: FC<{ phone: Phone; url: URL }> = ({ phone, url }) => {
  const { conversation: { parties, party }, slot } = phone;
  if (parties.length === 0) return null;
  return (
    <ul class="parties" aria-label="Conversations">
      {parties.map((each) => (
        <li>
          <a
            href={withParameter(url, slot.party, each)}
            aria-current={each === party ? "true" : undefined}
          >
            <Value text={each} />
          </a>
        </li>
      ))}
    </ul>
  );
};

function withParameter(url: URL, name: string, value: string): string {
  return consoleUrl("/phone", { ...Object.fromEntries(url.searchParams), [name]: value });
}

const Bubbles: FC<{ of: Conversation; baseUrl: string }> = ({ of, baseUrl }) => (
  <>
    {of.bubbles.length === 0
      ? <li class="empty" data-key="empty">No messages yet.</li>
      : of.bubbles.map((bubble) => <ConversationBubble of={bubble} baseUrl={baseUrl} />)}
  </>
);

/** Says what a phone simulates: `Rejects, Apple iPhone14,2`. */
function summaryOf({ outcome, handset, "operator-id": operator }: LoopbackHandset): string {
  const chosen = [OUTCOMES.find(({ value }) => value === outcome)?.name, handset, operator];
  const words = outcome === null ? chosen.slice(1) : chosen;
  return words.filter(Boolean).join(", ") || "What the carrier will say";
}

const OUTCOMES = [
  { value: "", name: "By the last digits" },
  { value: "delivered", name: "Delivered" },
  { value: "expired", name: "Expired" },
  { value: "failed", name: "Failed" },
  { value: "rejected", name: "Rejected" },
  { value: "unrecognised", name: "Not recognised" },
  { value: "silence", name: "Silence: never a report" },
];

const MODELS = [
  { value: "", name: "By the last digits" },
  { value: "Apple iPhone14,2", name: "Apple iPhone 13 Pro" },
  { value: "Google Pixel 7", name: "Google Pixel 7" },
  { value: "Samsung SM-G991U", name: "Samsung Galaxy S21" },
  { value: "Nokia 225 4G", name: "Nokia 225, a plain phone" },
];

const Simulation: FC<{ of: LoopbackHandset; operators: readonly Operator[] }> = (
  { of, operators },
) => (
  <Form>
    <input type="hidden" name="from" value={of.number} />
    <Select name="outcome" label="The carrier says" options={OUTCOMES} value={of.outcome} />
    <Select
      name="handset"
      label="Handset"
      options={withChosen(MODELS, of.handset)}
      value={of.handset}
    />
    <Select
      name="operator-id"
      label="Operator"
      options={[
        { value: "", name: "By the last digits" },
        ...operators.map(({ operator, name }) => ({ value: operator, name })),
      ]}
      value={of["operator-id"]}
    />
    <Button do="simulate">Apply</Button>
  </Form>
);

function withChosen(options: typeof MODELS, chosen: string | null): typeof MODELS {
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, name: chosen }];
}

const QUICK = ["STOP", "HELP", "START"];

interface ComposeProps {
  number: string;
  party: string | null;
  senders: readonly Sender[];
  refused: Visit["refused"];
}

/** Form that writes from the handset to a sender. */
const Compose: FC<ComposeProps> = ({ number, party, senders, refused }) => {
  const addresses = [
    ...new Set([...senders.map(({ address }) => address), ...party === null ? [] : [party]]),
  ];
  const typed = refused?.form.get("from") === number ? textOf(refused.form, "text") : "";
  return (
    <div class="compose">
      <div class="row quick">
        {QUICK.map((word) => (
          <Form>
            <Hidden from={number} to={party ?? addresses[0] ?? ""} />
            <input type="hidden" name="text" value={word} />
            <Button do="send" look="quiet">{word}</Button>
          </Form>
        ))}
      </div>
      <Form files class="write">
        <input type="hidden" name="from" value={number} />
        <div class="row">
          <label class="unseen" for={`to-${number}`}>To</label>
          <select id={`to-${number}`} name="to">
            {addresses.map((address) => (
              <option value={address} selected={address === party}>to {address}</option>
            ))}
          </select>
          <label class="button" for={`file-${number}`}>
            Files
            <input
              id={`file-${number}`}
              name="file"
              type="file"
              multiple
              class="unseen"
              data-files=""
            />
          </label>
          <span class="hint" data-chosen="" aria-live="polite"></span>
        </div>
        <div class="row">
          <label class="unseen" for={`text-${number}`}>Message</label>
          <textarea
            id={`text-${number}`}
            name="text"
            rows={1}
            placeholder="Message"
            maxlength={5000}
            data-enter=""
          >
            {typed}
          </textarea>
          <Button do="send" look="primary">Send</Button>
        </div>
      </Form>
    </div>
  );
};

const Hidden: FC<{ from: string; to: string }> = ({ from, to }) => (
  <>
    <input type="hidden" name="from" value={from} />
    <input type="hidden" name="to" value={to} />
  </>
);
