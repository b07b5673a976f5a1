/** Query of an admin operation as controls of a form, with its descriptions and limits. */
import type { FC } from "hono/jsx";
import { adminOperation } from "../../contract/admin.ts";
import type { Field } from "../../contract/operation.ts";
import type { AdminOperationId } from "../../generated/admin.ts";

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
) => (
  <div class="field">
    <label for={id}>{field.name}</label>
    {field.values === undefined
      ? (
        <input
          id={id}
          name={field.name}
          value={value}
          list={list}
          required={field.required && (field.minLength ?? 0) > 0}
          maxlength={field.maxLength}
          autocomplete="off"
          aria-describedby={`${id}-hint`}
        />
      )
      : (
        <select id={id} name={field.name} aria-describedby={`${id}-hint`}>
          {field.required ? null : <option value=""></option>}
          {field.values.map((name) => <option selected={name === value}>{name}</option>)}
        </select>
      )}
    <p class="hint" id={`${id}-hint`}>{field.description}</p>
  </div>
);

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
