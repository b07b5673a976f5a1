/** Control of a field with one value, with its label, fault and hint. */
import type { Child, FC } from "hono/jsx";
import type { Option } from "../action_form/choices.ts";
import { Prose } from "./text.tsx";

/** Attributes of a control, of whatever kind it is. */
export interface ControlAttributes {
  readonly required?: boolean;
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly autofocus?: boolean;
  readonly "aria-required"?: "true";
}

/** Attributes of a control that is an input. */
export interface InputAttributes {
  readonly type?: "number" | "password" | "text" | "url";
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly placeholder?: string;
  readonly inputmode?: "tel" | "url";
  readonly autocomplete?: "off" | "new-password";
  readonly spellcheck?: boolean;
  /** Id of a list of suggestions. */
  readonly list?: string;
}

export interface FieldControlProps {
  readonly id: string;
  readonly name: string;
  readonly label: Child;
  readonly value: string;
  /** Fault of the value that was sent; null: it had none. */
  readonly fault?: string | null;
  readonly faultClass?: "fault" | "mistake";
  /** Description, with code between backticks. */
  readonly hint: string;
  readonly attributes?: ControlAttributes;
  /** Values to choose from. Default: any text. */
  readonly options?: readonly Option[];
  /** Lines of a text that may have several. Default: it has one. */
  readonly rows?: number;
  readonly input?: InputAttributes;
  /** Whether it is a checkbox, whose label follows. */
  readonly isCheckbox?: boolean;
}

/** Further controls of a field: `children` follow its own. */
interface Further {
  before?: Child;
  after?: Child;
  children?: Child;
}

/** A field's label, control, fault and hint. */
export const FieldControl: FC<FieldControlProps & Further> = (
  { before, after, children, ...props },
) => {
  const { id, label, fault = null, faultClass = "fault", hint, isCheckbox = false } = props;
  return (
    <div class={isCheckbox ? "field check" : "field"}>
      {before}
      {!isCheckbox && <label for={id}>{label}</label>}
      <Control {...props} />
      {isCheckbox && <label for={id}>{label}</label>}
      {children}
      {fault !== null && <p class={faultClass} id={`${id}-fault`}>{fault}</p>}
      <p class="hint" id={`${id}-hint`}>
        <Prose text={hint} />
      </p>
      {after}
    </div>
  );
};

const Control: FC<FieldControlProps> = (
  { id, name, value, fault = null, attributes, options, rows, input, isCheckbox },
) => {
  const shared = {
    id,
    name,
    ...attributes,
    "aria-invalid": fault === null ? undefined : "true" as const,
    "aria-describedby": fault === null ? `${id}-hint` : `${id}-fault ${id}-hint`,
  };
  if (isCheckbox) {
    return <input {...shared} type="checkbox" value="true" checked={value === "true"} />;
  }
  if (options !== undefined) {
    return (
      <select {...shared}>
        {options.map((option) => (
          <option
            value={option.value}
            selected={value !== "" && option.value === value}
          >
            {option.name}
          </option>
        ))}
      </select>
    );
  }
  if (rows !== undefined) {
    // HTML drops the first line break.
    return (
      <textarea
        {...shared}
        dir="auto"
        rows={rows}
        placeholder={input?.placeholder}
        autocomplete={input?.autocomplete}
        spellcheck={input?.spellcheck}
      >
        {`\n${value}`}
      </textarea>
    );
  }
  return <input {...shared} {...input} value={value} />;
};
