/** Chromium, for tests of pages. */
import { type Browser, chromium, type Page } from "npm:playwright-core@1.65.1";
import { findProgram } from "../../tools/setup/probe.ts";

/** Path of the program; undefined if this machine has none. */
export function chromiumProgram(): string | undefined {
  return ["chromium", "chromium-browser", "google-chrome"].map(findProgram).find(Boolean);
}

/** Starts a browser that looks for no updates. */
export function startChromium(program: string): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/**
 * Collects the complaints of a page from now on: errors, and requests that its policy or a server
 * refused.
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}
