/** Confirmation of what cannot be taken back, without script. */
import type { FC, PropsWithChildren } from "hono/jsx";
import { visible } from "../../core/visible.ts";
import { Button, Form } from "./form.tsx";

/** Button behind a summary that opens a question. The children say what will happen. */
export const Confirm: FC<
  PropsWithChildren<{
    /** Text of the summary. */
    title: string;
    /** Name of the thing, for those who hear the summary without its row. */
    thing: string;
    do: string;
    button: string;
    /** Hidden fields of the form. */
    fields?: Readonly<Record<string, string>>;
  }>
> = ({ title, thing, do: action, button, fields = {}, children }) => (
  <details class="confirm">
    <summary aria-label={`${title} ${visible(thing)}`}>{title}</summary>
    <Form>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <p>{children}</p>
      <Button do={action} look="danger" label={`${button} ${visible(thing)}`}>{button}</Button>
    </Form>
  </details>
);
