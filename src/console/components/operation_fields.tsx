/** Inputs and facts of an admin operation's fields, made from its description. */
import type { FC } from "hono/jsx";
import type { Field } from "../../contract/field.ts";
import { labelOf } from "../model/field_names.ts";
import { hasLines, inputText, isCheckbox, isUrl, valuesOf } from "../model/field_text.ts";
import { REMOVE, WAS } from "../model/operation_body.ts";
import type { Visit } from "../model/page.ts";
import { Facts } from "./facts.tsx";
import { FieldControl } from "./field_control.tsx";
import type { Option } from "../action_form/choices.ts";
import { Value } from "./text.tsx";

/** Values by field, as the admin API shows them. */
export type FieldValues = Readonly<Record<string, unknown>>;

export interface OperationFieldsProps {
  of: readonly Field[];
  /** Current values. Default: the defaults of the fields. */
  values?: FieldValues;
  /** Form of a refused action, which keeps what was typed; null: none was refused. */
  refused?: Visit["refused"];
  /** Beginning of the ids, where a page has several such forms. */
  prefix?: string;
  /** Usual values by field; others can be typed as well. */
  suggestions?: Readonly<Record<string, readonly string[]>>;
}

/** Inputs with labels, hints and limits. `bodyOf` reads what they send. */
export const OperationFields: FC<OperationFieldsProps> = (
  { of, values = {}, refused = null, prefix = "field", suggestions = {} },
) => (
  <div class="fields">
    {of.map((field) => (
      <FieldInput
        field={field}
        id={`${prefix}-${field.name}`}
        value={stateOf(field, values, refused)}
        isSet={values[`${field.name}-set`] === true}
        fault={faultOf(field, refused)}
        suggestions={suggestions[field.name] ?? []}
      />
    ))}
  </div>
);

/** Values as facts, for those who may read only. */
export const OperationFacts: FC<{ of: readonly Field[]; values: FieldValues }> = (
  { of, values },
) => (
  <Facts
    of={Object.fromEntries(
      of.map((field) => [labelOf(field.name), <Value text={factText(field, values)} />]),
    )}
  />
);

function factText(field: Field, values: FieldValues): string {
  if (field.secret) return values[`${field.name}-set`] === true ? "set" : "";
  if (isCheckbox(field)) return values[field.name] === true ? "yes" : "no";
  return inputText(field, values[field.name]);
}

/** Text of an input now, and when its form was opened. */
interface InputState {
  now: string;
  was: string;
}

function stateOf(field: Field, values: FieldValues, refused: Visit["refused"]): InputState {
  if (field.secret) return { now: "", was: "" };
  const current = inputText(field, values[field.name]);
  return {
    now: typedText(refused, field.name) ?? current,
    was: typedText(refused, `${WAS}${field.name}`) ?? current,
  };
}

function typedText(refused: Visit["refused"], name: string): string | null {
  const typed = refused?.form.getAll(name).at(-1);
  return typeof typed === "string" ? typed : null;
}

/** Returns the refusal, if it is about a field: it begins with the field's name. */
function faultOf({ name }: Field, refused: Visit["refused"]): string | null {
  const text = refused?.refusal.message;
  return text?.startsWith(name) && !/[\w-]/.test(text.charAt(name.length)) ? text : null;
}

interface FieldProps {
  field: Field;
  id: string;
  value: InputState;
  isSet: boolean;
  fault: string | null;
  suggestions: readonly string[];
}

const FieldInput: FC<FieldProps> = ({ field, id, value, isSet, fault, suggestions }) => {
  const { name, nullable } = field;
  const isCheck = isCheckbox(field);
  const required = field.required || !nullable && value.was !== "" && (field.minLength ?? 0) > 0;
  const limits = { minlength: field.minLength, maxlength: field.maxLength };
  const options = isCheck ? undefined : optionsOf(field, value, required);
  const hasList = suggestions.length > 0;
  return (
    <FieldControl
      id={id}
      name={name}
      label={labelOf(name)}
      value={value.now}
      fault={fault}
      hint={hintOf(field)}
      isCheckbox={isCheck}
      attributes={isCheck ? {} : { required, ...options === undefined ? limits : {} }}
      options={options}
      rows={hasLines(field) ? 3 : undefined}
      input={{
        placeholder: isSet ? "Set; empty keeps it" : undefined,
        list: hasList ? `${id}-list` : undefined,
        spellcheck: false,
        ...typeOf(field),
      }}
      before={
        <>
          {isCheck && <input type="hidden" name={name} value="false" />}
          <input type="hidden" name={`${WAS}${name}`} value={value.was} />
        </>
      }
      after={isSet && nullable && (
        <label class="check">
          <input type="checkbox" name={`${REMOVE}${name}`} value="true" /> Remove it
        </label>
      )}
    >
      {hasList && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => <option value={each}></option>)}
        </datalist>
      )}
    </FieldControl>
  );
};

/** Lists the values of a field, none among them where it may have none; undefined: it takes any. */
function optionsOf(
  field: Field,
  { was }: InputState,
  required: boolean,
): readonly Option[] | undefined {
  const values = valuesOf(field);
  if (values === undefined) return undefined;
  const none = field.nullable || was === ""
    ? [{ value: "", name: required ? "Choose …" : "–" }]
    : [];
  return [...none, ...values.map((value) => ({ value, name: value }))];
}

function typeOf(field: Field) {
  if (field.secret) return { type: "password", autocomplete: "new-password" } as const;
  if (field.type === "integer") {
    return { type: "number", min: field.minimum, max: field.maximum, step: 1 } as const;
  }
  const type = isUrl(field) ? "url" : "text";
  return { type, autocomplete: "off" } as const;
}

/** Returns the description, and the constraint in words; in a form, null is an empty field. */
function hintOf({ description, must }: Field): string {
  const hint = description.replaceAll(
    /(^|\.\s+)?\bnull(?=:| (?:for|means|sends|to)\b)/gi,
    (_, start?: string) => start === undefined ? "empty" : `${start}Empty`,
  );
  return must === undefined ? hint : `${hint} It must ${must}.`;
}
