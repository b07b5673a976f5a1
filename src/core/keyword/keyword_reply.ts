/** Replies to keywords: texts by account and language. */
import type { CustomKeywords, Keyword, KeywordMatch, Language } from "./keyword.ts";

/** Originators that reply to keywords: none, those of the US, or all. */
export const REPLY_SCOPES = ["none", "us", "all"] as const;
export type ReplyScope = typeof REPLY_SCOPES[number];

/** Kind of reply. */
export type ReplyKind = "stop" | "start" | "help";

/** Keywords and replies of an account in one language; a missing text means the default. */
export interface LanguageReplies {
  /** Keywords as `normaliseKeyword` writes them. */
  words: Partial<Record<ReplyKind, string[]>>;
  texts: Partial<Record<ReplyKind, string>>;
}

export type Replies = Partial<Record<Language, LanguageReplies>>;

/** Settings of an account for replies. */
export interface ReplySettings {
  name: string;
  keywordReplies: ReplyScope;
  replies: Replies;
}

/**
 * Default replies, which name the sender as CTIA's messaging principles require (sections 5.1.3 and
 * 5.1.4).
 */
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

/** Returns the kind of reply to a keyword. */
export function replyKindOf(keyword: Keyword): ReplyKind {
  return keyword === "stop all" ? "stop" : keyword;
}

/** Returns an account's text for a kind of reply in a language. */
export function replyText(
  { name, replies }: Pick<ReplySettings, "name" | "replies">,
  kind: ReplyKind,
  language: Language,
): string {
  return replies[language]?.texts[kind] ?? DEFAULTS[language][kind](name);
}

/** Returns the reply of an originator to a keyword; null if the account wants none. */
export function replyTo(
  account: ReplySettings,
  { country }: { country: string },
  { keyword, language }: KeywordMatch,
): string | null {
  const { keywordReplies } = account;
  if (keywordReplies === "none" || (keywordReplies === "us" && country !== "US")) return null;
  return replyText(account, replyKindOf(keyword), language);
}

/** Returns the keywords that an account has added. */
export function customKeywords({ replies }: Pick<ReplySettings, "replies">): CustomKeywords {
  return Object.fromEntries(
    Object.entries(replies).map(([language, { words }]) => [language, words]),
  );
}
