/** Filter by one of the values that the service knows. */
import type { FC } from "hono/jsx";
import type { Option } from "../action_form/choices.ts";
import { Select } from "./form.tsx";

/** Values of a filter. */
export interface FilterValues {
  options: readonly Option[];
  /** Whether there are more values than options. */
  hasMore: boolean;
}

/** Select; where there are more values, or one that is unknown is set, an input with suggestions. */
export const ListFilter: FC<{
  name: string;
  label: string;
  /** Name of the option for any value. */
  any: string;
  values: FilterValues;
  value: string | undefined;
  maxLength?: number;
}> = ({ name, label, any, values: { hasMore, options }, value = "", maxLength }) => {
  const isKnown = value === "" || options.some((option) => option.value === value);
  if (!hasMore && isKnown) {
    return (
      <Select
        name={name}
        label={label}
        options={[{ value: "", name: any }, ...options]}
        value={value}
      />
    );
  }
  const list = `list-${name}`;
  return (
    <div>
      <label for={`field-${name}`}>{label}</label>
      <input
        id={`field-${name}`}
        name={name}
        value={value}
        list={list}
        placeholder={any}
        maxlength={maxLength}
      />
      <datalist id={list}>
        {options.map((option) => <option value={option.value}>{option.name}</option>)}
      </datalist>
    </div>
  );
};
