/** Cells of tables that are cards on phones, where they have no heading. */
import type { FC } from "hono/jsx";
import { Value } from "./text.tsx";

/** Cell that says its column's name on phones; one without a value is left out there. */
export const NamedCell: FC<{ name: string; text: string | null }> = ({ name, text }) => (
  <td class={text === null ? "optional" : "wide"} data-name={name}>
    <Value text={text} />
  </td>
);
