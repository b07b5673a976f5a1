/** Conversation of a handset: the texts and MMS that it got and sent. */
import { textOfFile } from "../../core/media/text_file.ts";
import type {
  InboundMessage,
  LoopbackMessage,
  Message,
  MessageContent,
} from "../../generated/admin.ts";
import type { AdminApi } from "./admin_api.ts";
import { fileUrl } from "./file_address.ts";
import type { ReceivedPart } from "./show.ts";

/** Message of a conversation. */
export interface Bubble {
  readonly trackingId: string;
  /** Whether the handset sent it. */
  readonly isOwn: boolean;
  /** The other party: a sender of ours. */
  readonly party: string;
  readonly at: string;
  /** State of a message to the handset. Null: it came from the handset. */
  readonly state: string | null;
  readonly subject: string | null;
  /** Text of an SMS. Null: an MMS. */
  readonly text: string | null;
  /** Parts of an MMS; none of an SMS. */
  readonly parts: readonly ReceivedPart[];
}

/** Conversation with one party, and the parties of the handset, the latest first. */
export interface Conversation {
  readonly parties: readonly string[];
  /** Party of `bubbles`. Null: the handset has no messages. */
  readonly party: string | null;
  /** The oldest first. */
  readonly bubbles: readonly Bubble[];
}

/** Maximum messages read of each direction: what a handset shows without scrolling for long. */
const MESSAGES_MAX = 50;

/**
 * Loads the conversation of a number.
 * @param wanted Party to show. Null: that of the latest message.
 */
export async function loadConversation(
  api: AdminApi,
  number: string,
  wanted: string | null,
): Promise<Conversation> {
  const limit = MESSAGES_MAX;
  const [messages, submitted, inbound] = await Promise.all([
    api.call("listMessages", { query: { recipient: number, limit } }),
    api.call("listLoopback", { query: { to: number, limit } }),
    api.call("listInbound", { query: { from: number, limit } }),
  ]);
  const submissions = new Map(submitted.items.map((each) => [each["tracking-id"], each]));
  const sent = messages.items.map((message) => ({
    at: message["accepted-at"],
    party: message.from,
    bubble: () => received(api, message, submissions.get(message["tracking-id"])),
  }));
  const own = inbound.items.map((message) => ({
    at: message["received-at"],
    party: message.to,
    bubble: () => ownBubble(api, message),
  }));
  const all = [...sent, ...own].sort((a, b) => a.at < b.at ? 1 : -1);
  const parties = [...new Set(all.map(({ party }) => party))];
  const party = wanted ?? parties[0] ?? null;
  const shown = all.filter((each) => each.party === party).slice(0, limit).reverse();
  return { parties, party, bubbles: await Promise.all(shown.map(({ bubble }) => bubble())) };
}

/** Shows a message as the loopback carrier took it; one of another carrier as it was accepted. */
async function received(
  api: AdminApi,
  message: Message,
  submission: LoopbackMessage | undefined,
): Promise<Bubble> {
  const common = {
    trackingId: message["tracking-id"],
    isOwn: false,
    party: message.from,
    at: message["accepted-at"],
    state: message.state,
  };
  if (submission !== undefined) {
    const { subject, text } = submission;
    return { ...common, subject, text, parts: submission.parts.map(partOf) };
  }
  const params = { "tracking-id": message["tracking-id"] };
  const { content } = await api.call("readMessage", { params });
  if (message["sent-as"] === "SMS" && content.text === null) {
    return { ...common, subject: null, text: content["fallback-text"] ?? "", parts: [] };
  }
  return { ...common, subject: content.subject, text: content.text, parts: partsOf(content) };
}

function partOf(part: LoopbackMessage["parts"][number]): ReceivedPart {
  const { type, bytes, text, location, sha256 } = part;
  const contentId = part["content-id"];
  const url = sha256 === null ? null : fileUrl({ type, sha256 }, location ?? contentId);
  return { contentId, location, type, bytes, text, url };
}

/** Returns the parts of a content in their best form, in the order of the slides. */
function partsOf({ slides }: MessageContent): ReceivedPart[] {
  return slides.flatMap(({ text, files }, index) => {
    const names = { contentId: null, location: null };
    const media = files.flatMap(({ kind, renditions: [best] }) =>
      best === undefined ? [] : [{
        ...names,
        type: best.type,
        bytes: best.bytes,
        text: null,
        url: fileUrl(best, `slide${index + 1}-${kind}`),
        slide: index,
      }]
    );
    if (text === null) return media;
    const words = { type: "text/plain", bytes: text.length, text, url: null, slide: index };
    return [...media, { ...names, ...words }];
  });
}

/** Shows a message that the handset sent. */
async function ownBubble(api: AdminApi, message: InboundMessage): Promise<Bubble> {
  return {
    trackingId: message["tracking-id"],
    isOwn: true,
    party: message.to,
    at: message["received-at"],
    state: null,
    subject: message.subject,
    text: message.text,
    parts: await Promise.all(message.files.map((file) => ownPart(api, file))),
  };
}

/** Maximum size of a text that is shown in place, in bytes. */
const TEXT_MAX_BYTES = 20_000;

async function ownPart(
  api: AdminApi,
  file: InboundMessage["files"][number],
): Promise<ReceivedPart> {
  const { name, type, bytes, sha256 } = file;
  const part = { contentId: null, location: name, type, bytes };
  const isText = type.startsWith("text/plain") || type.startsWith("application/smil");
  if (!isText || bytes > TEXT_MAX_BYTES) return { ...part, text: null, url: fileUrl(file, name) };
  const response = await api.call("readFile", { params: { sha256 } });
  return { ...part, text: textOfFile(await response.bytes(), type), url: null };
}
