/** Page that says what is wrong. */
import { CONSOLE_PATH, type OpenedPage } from "../model/page.ts";

export function problemPage(text: string): OpenedPage {
  return {
    title: "Not possible",
    main: (
      <section class="empty">
        <h1>{text}</h1>
        <p>
          <a href={CONSOLE_PATH}>Back to the messages</a>
        </p>
      </section>
    ),
  };
}
