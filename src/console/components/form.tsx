/** Controls of forms. */
import type { Option } from "../action_form/choices.ts";
import type { FC, PropsWithChildren } from "hono/jsx";

/** Button that sends its form; with `do` the page's action of this name, with `isApart` in a tab. */
export const Button: FC<
  PropsWithChildren<{
    do?: string;
    look?: "primary" | "quiet" | "danger";
    label?: string;
    disabled?: boolean;
    isApart?: boolean;
  }>
> = ({ do: action, look, label, disabled, isApart = false, children }) => (
  <button
    type="submit"
    class={look}
    name={action === undefined ? undefined : "do"}
    value={action}
    aria-label={label}
    disabled={disabled}
    formtarget={isApart ? "_blank" : undefined}
  >
    {children}
  </button>
);

/** Form that changes something. */
export const Form: FC<PropsWithChildren<{ class?: string; files?: boolean; to?: string }>> = (
  { class: name, files = false, to, children },
) => (
  <form
    method="post"
    action={to}
    class={name}
    enctype={files ? "multipart/form-data" : undefined}
  >
    {children}
  </form>
);

/** Select with its label. */
export const Select: FC<{
  name: string;
  label: string;
  options: readonly Option[];
  value?: string | null;
}> = ({ name, label, options, value }) => (
  <div>
    <label for={`field-${name}`}>{label}</label>
    <select id={`field-${name}`} name={name}>
      {options.map((option) => (
        <option value={option.value} selected={option.value === (value ?? "")}>
          {option.name}
        </option>
      ))}
    </select>
  </div>
);
