/** Query of an admin operation as controls of a form, with its descriptions and limits. */
import type { FC } from "hono/jsx";
import { adminOperation } from "../../contract/admin.ts";
import type { Field } from "../../contract/field.ts";
import type { AdminOperationId } from "../../generated/admin.ts";
import { FieldControl } from "./field_control.tsx";

export interface QueryFieldsProps {
  operation: AdminOperationId;
  /** Prefix of the controls' ids, unique on the page. */
  id: string;
  /** Values to show, by field. Default: those of the operation. */
  values?: Readonly<Record<string, string>>;
  /** Suggestions: ids of data lists, by field. */
  lists?: Readonly<Record<string, string>>;
}

/** Controls of all fields of a query, in the order of the operation. */
export const QueryFields: FC<QueryFieldsProps> = ({ operation, id, values, lists }) => (
  <div class="fields">
    {adminOperation(operation).query.map((field) => (
      <QueryField
        field={field}
        id={`${id}-${field.name}`}
        value={values?.[field.name] ?? String(field.default ?? "")}
        list={lists?.[field.name]}
      />
    ))}
  </div>
);

const QueryField: FC<{ field: Field; id: string; value: string; list?: string }> = (
  { field, id, value, list },
) => {
  const { description, maxLength, minLength = 0, name, required, values } = field;
  const none = required ? [] : [{ value: "", name: "" }];
  return (
    <FieldControl
      id={id}
      name={name}
      label={name}
      value={value}
      hint={description}
      attributes={values === undefined
        ? { required: required && minLength > 0, maxlength: maxLength }
        : {}}
      options={values && [...none, ...values.map((value) => ({ value, name: value }))]}
      input={{ list, autocomplete: "off" }}
    />
  );
};

/** Returns the fields that an address has for an operation; those without a value are left out. */
export function queryOf(
  operation: AdminOperationId,
  query: URLSearchParams,
): Record<string, string> {
  const entries = adminOperation(operation).query.flatMap((field): [string, string][] => {
    const value = query.get(field.name);
    // An empty text is a value where the field is required.
    return value === null || value === "" && !field.required ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
}
