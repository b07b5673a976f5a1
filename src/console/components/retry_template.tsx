/** Button that has the files of a failed template fetched again. */
import type { FC } from "hono/jsx";
import type { TemplateDetail } from "../../generated/admin.ts";
import type { Action } from "../model/page.ts";
import { Button, Form } from "./form.tsx";
import { Section } from "./section.tsx";

/** Section with the button; nothing for a template that has not failed. */
export const RetryTemplate: FC<{ of: TemplateDetail }> = ({ of: { state } }) => (
  state !== "failed" ? null : (
    <Section title="Try its files again">
      <p>
        All files are fetched and transcoded again. This helps where a server was down, where a file
        has been corrected at its URL, or where ffmpeg or a limit has changed. The account gets the
        result as a new postback.
      </p>
      <Form>
        <p class="submit">
          <Button do="retry" look="primary">Try again</Button>
        </p>
      </Form>
    </Section>
  )
);

/** Retries the template of the page. */
export const retryTemplate: Action = async (_form, { api, params }) => {
  await api.call("retryTemplate", { params: { "mms-id": params.id! } });
  return {
    path: `/templates/${encodeURIComponent(params.id!)}`,
    notice: "Its files are being fetched again.",
  };
};
