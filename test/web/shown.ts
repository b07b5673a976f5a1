/** Pages of messages as text. */
import { NO_BRAND } from "../../src/core/account/account.ts";
import type { MessagePage, PageFile } from "../../src/core/message/page.ts";
import { messagePage, type PageContext } from "../../src/web/message_page.ts";

export function contextOf(fields: Partial<PageContext> = {}): PageContext {
  return {
    language: "en",
    brand: NO_BRAND,
    pageUrl: "https://mms.example/m/CODE",
    files: "CODE/",
    expiresAt: Date.UTC(2027, 6, 1, 12),
    ...fields,
  };
}

export function show(page: Partial<MessagePage>, context: Partial<PageContext> = {}): string {
  const slides = [{ text: "Hello", files: [] }];
  return messagePage({ subject: null, slides, ...page }, contextOf(context)).html;
}

export function file(fields: Partial<PageFile>): PageFile {
  return {
    name: "slide1-image.jpg",
    kind: "image",
    type: "image/jpeg",
    bytes: 1000,
    blob: "0".repeat(64),
    width: null,
    height: null,
    durationMs: null,
    plays: true,
    ...fields,
  };
}

export function withFiles(...files: Partial<PageFile>[]): string {
  return show({ slides: [{ text: null, files: files.map(file) }] });
}

/** Returns the text that screen readers read of an element's content. */
export function wordsOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ").trim();
}
