/** Answers to handsets that say a keyword: texts by account and language. */
import type { Keyword, Language, OwnWords, SaidKeyword } from "./keyword.ts";

/** Senders whose handsets are answered. */
export const REPLYING = ["none", "us", "all"] as const;
export type Replying = typeof REPLYING[number];

/** Kinds of answers. */
export type ReplyKind = "stop" | "start" | "help";

/** Words and texts of an account in one language; a missing text is the default. */
export interface LanguageReplies {
  /** In the form of `wordOf`. */
  words: Partial<Record<ReplyKind, string[]>>;
  texts: Partial<Record<ReplyKind, string>>;
}

export type Replies = Partial<Record<Language, LanguageReplies>>;

/** An account as far as it answers handsets. */
export interface Answering {
  name: string;
  keywordReplies: Replying;
  replies: Replies;
}

/** Texts that name the sender, as CTIA's messaging principles ask (sections 5.1.3 and 5.1.4). */
const DEFAULTS: Record<Language, Record<ReplyKind, (name: string) => string>> = {
  en: {
    stop: (name) =>
      `${name}: You get no more messages from this number. Reply START to get them again.`,
    start: (name) =>
      `${name}: You get messages from this number again. Reply HELP for help, STOP to end.`,
    help: (name) => `${name}: Reply STOP to get no more messages. Msg & data rates may apply.`,
  },
  fr: {
    stop: (name) =>
      `${name} : plus aucun message de ce numéro. Répondez START pour en recevoir de nouveau.`,
    start: (name) =>
      `${name} : les messages de ce numéro reprennent. Répondez ARRET pour y mettre fin.`,
    help: (name) =>
      `${name} : répondez ARRET pour ne plus recevoir de messages. Des frais peuvent s'appliquer.`,
  },
  es: {
    stop: (name) =>
      `${name}: ya no recibe mensajes de este remitente. Responda START para recibirlos de nuevo.`,
    start: (name) =>
      `${name}: recibe de nuevo mensajes de este remitente. Responda STOP para terminar.`,
    help: (name) =>
      `${name}: responda STOP para no recibir mensajes. Pueden aplicarse tarifas de mensajes y datos.`,
  },
};

/** Kind of the answer to a keyword. */
export function replyKindOf(keyword: Keyword): ReplyKind {
  return keyword === "stop all" ? "stop" : keyword;
}

/** The text that an account answers in. */
export function replyText(
  { name, replies }: Pick<Answering, "name" | "replies">,
  kind: ReplyKind,
  language: Language,
): string {
  return replies[language]?.texts[kind] ?? DEFAULTS[language][kind](name);
}

/** Returns the answer to a keyword that was said to a sender; null: the account wants none. */
export function replyTo(
  account: Answering,
  { country }: { country: string },
  { keyword, language }: SaidKeyword,
): string | null {
  const { keywordReplies } = account;
  if (keywordReplies === "none" || (keywordReplies === "us" && country !== "US")) return null;
  return replyText(account, replyKindOf(keyword), language);
}

/** Keywords that an account has of its own. */
export function ownWords({ replies }: Pick<Answering, "replies">): OwnWords {
  return Object.fromEntries(
    Object.entries(replies).map(([language, { words }]) => [language, words]),
  );
}
