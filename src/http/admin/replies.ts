/** Admin operations on keywords and their replies, by account and language. */
import type { Account } from "../../core/account/account.ts";
import { Refusal } from "../../core/errors.ts";
import {
  type Language,
  LANGUAGES,
  normaliseKeyword,
  readKeyword,
} from "../../core/keyword/keyword.ts";
import {
  customKeywords,
  type LanguageReplies,
  type ReplyKind,
  replyKindOf,
  replyText,
} from "../../core/keyword/keyword_reply.ts";
import type { AdminHandlers, Replies, RepliesChange } from "../../generated/admin.ts";
import type { AccountDirectory, Store } from "../../ports/mod.ts";
import { requireAccount } from "./refusals.ts";

const KINDS: readonly ReplyKind[] = ["stop", "start", "help"];

/** Letters and digits of any script, with single spaces, apostrophes or hyphens between them. */
const WORD = /^[\p{L}\p{N}](?:[ '-]?[\p{L}\p{N}])*$/u;
const WORD_MAX_LENGTH = 40;

export interface ReplyPorts {
  accounts: AccountDirectory;
  store: Pick<Store, "accounts">;
}

export function replyHandlers({ accounts, store }: ReplyPorts) {
  return {
    async listReplies({ params }) {
      const account = await requireAccount(store, params.account);
      return { items: LANGUAGES.map((language) => repliesView(account, language)) };
    },

    async changeReplies({ params: { account: id, language }, body: change }) {
      for (;;) {
        const account = await requireAccount(store, id);
        const current = account.replies[language];
        const replies = changed(current, change);
        checkWords(account, language, replies);
        if (!await store.accounts.setReplies(id, language, replies, current)) continue;
        accounts.invalidate(id);
        return repliesView(await requireAccount(store, id), language);
      }
    },
  } satisfies Partial<AdminHandlers>;
}

/**
 * Applies a change to the replies of a language.
 *
 * @throws {Refusal} E100 for a malformed word.
 */
function changed(
  current: LanguageReplies = { words: {}, texts: {} },
  change: RepliesChange,
): LanguageReplies {
  const replies = { words: { ...current.words }, texts: { ...current.texts } };
  for (const kind of KINDS) {
    const words = change[`${kind}-words`];
    if (words !== undefined) replies.words[kind] = wordsOf(`${kind}-words`, words);
    const text = change[`${kind}-text`];
    if (text === null) delete replies.texts[kind];
    else if (text !== undefined) replies.texts[kind] = text;
  }
  return replies;
}

function wordsOf(field: string, list: string): string[] {
  const items = list.split(",").map((item) => item.trim()).filter((item) => item !== "");
  return items.map((item) => {
    const word = normaliseKeyword(item);
    if (word.length > WORD_MAX_LENGTH || !WORD.test(word)) {
      const must = `words of letters and digits, at most ${WORD_MAX_LENGTH} characters each`;
      throw new Refusal("invalidRequest", `${field} must be ${must}`);
    }
    return word;
  });
}

/**
 * Checks that the words of a language are distinct from each other and from other keywords. One that
 * the account has already, or that means the same without it, may stay: new versions know more words.
 *
 * @throws {Refusal} E100
 */
function checkWords(account: Account, language: Language, { words }: LanguageReplies): void {
  const { [language]: _, ...otherLanguages } = account.replies;
  const own = customKeywords({ replies: otherLanguages });
  const current = account.replies[language]?.words ?? {};
  const seen = new Set<string>();
  for (const kind of KINDS) {
    for (const word of words[kind] ?? []) {
      const match = current[kind]?.includes(word) ? null : readKeyword(word, own);
      const isSame = match?.language === language && replyKindOf(match.keyword) === kind;
      if (seen.has(word) || (match !== null && !isSame)) {
        throw new Refusal("invalidRequest", `${kind}-words: ${word} is a keyword already`);
      }
      seen.add(word);
    }
  }
}

function repliesView(account: Account, language: Language): Replies {
  const words = (kind: ReplyKind) => account.replies[language]?.words[kind]?.join(", ") ?? "";
  const text = (kind: ReplyKind) => replyText(account, kind, language);
  return {
    language,
    "stop-words": words("stop"),
    "start-words": words("start"),
    "help-words": words("help"),
    "stop-text": text("stop"),
    "start-text": text("start"),
    "help-text": text("help"),
  };
}
