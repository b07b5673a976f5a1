/** Form fields of an action. */
import type { Child, FC } from "hono/jsx";
import type { Field } from "../../contract/field.ts";
import { limitsInSentences } from "../../contract/limits.ts";
import { childOf, type Entered, isBlank, join, rows, shapeOf } from "../action_form/entered.ts";
import { fileControl } from "../action_form/upload.ts";
import { isUrl, valuesOf } from "../model/field_text.ts";
import { FieldControl } from "./field_control.tsx";
import { Button } from "./form.tsx";
import type { Option, Remedy } from "../action_form/choices.ts";
import { consoleUrl } from "../model/page.ts";
import { Prose, Time } from "./text.tsx";

/** Facts of a form that its fields need. */
export interface FormFacts {
  /** Name of the control in error, with the fault; null: none is. */
  mistake: { name: string; text: string } | null;
  /** Name of the section or control that gets the focus; null: none does. */
  focus: string | null;
  /** Name of the control whose file has been uploaded, and until when it is stored; null: none has. */
  uploaded: { name: string; until: string } | null;
  /** Whether files may be uploaded, whose URLs are entered. */
  mayUpload: boolean;
  /** Values to choose from, by the control's name, for fields whose values the service knows. */
  choices: Readonly<Record<string, readonly Option[]>>;
  /** Where to make a first value, by the control's name, for fields that have none to choose. */
  none: Readonly<Record<string, Remedy>>;
}

interface Props {
  field: Field;
  name: string;
  entered: Entered;
  facts: FormFacts;
}

/** Text of so many characters gets several lines. */
const LONG = 1000;
/** A group of so few fields shows all of them. */
const FEW = 4;

/** Returns the id of a control. */
export function controlId(name: string): string {
  return `field-${name.replaceAll(".", "-")}`;
}

/** Fields of a group: the important ones, and the others on demand. */
export const GroupFields: FC<Props & { isTop?: boolean }> = (
  { field: group, name, entered, facts, isTop = false },
) => {
  const fields = group.fields!;
  const isImportant = importanceOf(fields, isTop);
  const view = (field: Field) => (
    <FieldView
      field={field}
      name={join(name, field.name)}
      entered={childOf(entered, field.name)}
      facts={facts}
    />
  );
  const others = fields.filter((field) => !isImportant(field));
  return (
    <>
      {fields.filter(isImportant).map(view)}
      {others.length > 0 && (
        <details open={others.some((field) => isUsed(field, name, entered, facts))}>
          <summary>
            Optional: {others.map((field) =>
              field.name
            ).join(", ")}
          </summary>
          <div class="fields">{others.map(view)}</div>
        </details>
      )}
    </>
  );
};

/**
 * Decides which fields are shown at once: those that a request needs, or may need; without any that
 * it needs, what a user starts with as well.
 */
function importanceOf(fields: readonly Field[], isTop: boolean): (field: Field) => boolean {
  const isNeeded = ({ required, conditionallyRequired }: Field) =>
    required || conditionallyRequired === true;
  if (fields.some(({ required }) => required)) return isNeeded;
  if (isTop || fields.length <= FEW) return () => true;
  return (field) =>
    isNeeded(field) || field === fields[0] || shapeOf(field) === "text" && isLong(field);
}

function isLong(field: Field): boolean {
  return valuesOf(field) === undefined && !isUrl(field) && (field.maxLength ?? 0) >= LONG;
}

/** Tells whether a field has a value or a fault, and so has to be seen. */
function isUsed(field: Field, name: string, entered: Entered, { mistake }: FormFacts): boolean {
  const own = join(name, field.name);
  return !isBlank(childOf(entered, field.name)) ||
    mistake !== null && (mistake.name === own || mistake.name.startsWith(`${own}.`));
}

const FieldView: FC<Props> = ({ field, name, entered, facts }) => {
  switch (shapeOf(field)) {
    case "text":
      return <TextField field={field} name={name} entered={entered} facts={facts} />;
    case "list":
      return <ListField field={field} name={name} entered={entered} facts={facts} />;
    case "pairs":
      return <PairsField field={field} name={name} entered={entered} facts={facts} />;
    case "group": {
      // A group of one value, such as a file by its `url`, is shown as that.
      const [only, second] = field.fields!;
      if (only === undefined || shapeOf(only) !== "text" || second !== undefined) {
        return (
          <Section field={field} name={name} facts={facts}>
            <GroupFields field={field} name={name} entered={entered} facts={facts} />
          </Section>
        );
      }
      return (
        <TextField
          field={{ ...only, required: field.required }}
          label={`${field.name} ${only.name}`}
          name={join(name, only.name)}
          entered={childOf(entered, only.name)}
          facts={facts}
        />
      );
    }
  }
};

/** Group of controls with its name, description and fault. */
const Section: FC<Pick<Props, "field" | "name" | "facts"> & { children?: Child }> = (
  { field, name, facts: { focus, mistake }, children },
) => (
  <fieldset
    class="section"
    id={controlId(name)}
    tabindex={-1}
    autofocus={focus === name}
  >
    <legend>{field.name}</legend>
    {field.description !== "" && (
      <p class="hint">
        <Prose text={field.description} />
      </p>
    )}
    {mistake?.name === name && <p class="mistake">{mistake.text}</p>}
    {children}
  </fieldset>
);

const ListField: FC<Props> = ({ field, name, entered, facts }) => (
  <Section field={field} name={name} facts={facts}>
    {rows(entered).map((row, at) => (
      <fieldset
        class="item"
        id={controlId(join(name, at))}
        tabindex={-1}
        autofocus={facts.focus === join(name, at)}
      >
        <legend>
          {field.prefix === undefined ? `${field.name} ${at + 1}` : `${field.prefix}${at + 1}`}
        </legend>
        {facts.mistake?.name === join(name, at) && <p class="mistake">{facts.mistake.text}</p>}
        {shapeOf(field.item!) === "group"
          ? <GroupFields field={field.item!} name={join(name, at)} entered={row} facts={facts} />
          : <FieldView field={field.item!} name={join(name, at)} entered={row} facts={facts} />}
        <RemoveButton name={join(name, at)} label={`Remove ${field.name} ${at + 1}`} />
      </fieldset>
    ))}
    <AddButton name={name} label={field.name} />
  </Section>
);

const PairsField: FC<Props> = ({ field, name, entered, facts }) => (
  <Section field={field} name={name} facts={facts}>
    {rows(entered).map((row, at) => {
      const own = join(name, at);
      const id = controlId(own);
      return (
        <fieldset class="item entry" id={id} tabindex={-1} autofocus={facts.focus === own}>
          <legend class="unseen">{field.name} {at + 1}</legend>
          {facts.mistake?.name === own && <p class="mistake">{facts.mistake.text}</p>}
          <div class="field">
            <label for={`${id}-key`}>Name</label>
            <input id={`${id}-key`} name={`${own}.key`} value={String(childOf(row, "key"))} />
          </div>
          <div class="field">
            <label for={`${id}-value`}>Value</label>
            <input id={`${id}-value`} name={`${own}.value`} value={String(childOf(row, "value"))} />
          </div>
          <RemoveButton name={own} label={`Remove ${field.name} ${at + 1}`} />
        </fieldset>
      );
    })}
    <AddButton name={name} label={field.name} />
  </Section>
);

const AddButton: FC<{ name: string; label: string }> = ({ name, label }) => (
  <Button do={`add ${name}`}>{`Add ${label}`}</Button>
);

const RemoveButton: FC<{ name: string; label: string }> = ({ name, label }) => (
  <Button do={`remove ${name}`} look="quiet">{label}</Button>
);

const TextField: FC<Props & { label?: string }> = (
  { field, label = field.name, name, entered, facts },
) => {
  const { choices, focus, mistake, none } = facts;
  const value = String(entered);
  const choice = choices[name] ?? [];
  const options = choice.length > 0 ? [...absenceOf(field), ...choice] : optionsOf(field);
  return (
    <FieldControl
      id={controlId(name)}
      name={name}
      label={
        <>
          {label}
          {field.required
            ? <span class="hint">required</span>
            : field.conditionallyRequired && <span class="hint">may be required</span>}
        </>
      }
      value={value}
      fault={mistake?.name === name ? mistake.text : null}
      faultClass="mistake"
      hint={hintOf(field)}
      attributes={{
        "aria-required": field.required ? "true" : undefined,
        autofocus: focus === name,
      }}
      options={options === undefined ? undefined : withValue(options, value)}
      rows={isLong(field) ? 1 : undefined}
      input={{
        placeholder: field.default === undefined ? undefined : String(field.default),
        inputmode: isUrl(field) ? "url" : undefined,
        autocomplete: "off",
      }}
    >
      {isUrl(field) && facts.mayUpload && <FileField name={name} label={label} facts={facts} />}
      {field.required && none[name] !== undefined && <RemedyLine of={none[name]} />}
    </FieldControl>
  );
};

/** Fault of an account that lacks what a field needs, with the link to make it. */
const RemedyLine: FC<{ of: Remedy }> = ({ of: { fault, link, path } }) => (
  <p class="mistake">
    {fault} <a href={consoleUrl(path)}>{link}</a> first.
  </p>
);

/** Returns the description in one line, and the limits in words. */
function hintOf({ description, must, ...limits }: Field): string {
  return [description.replaceAll(/\s+/g, " "), ...limitsInSentences(must, limits)].join(" ");
}

/** Control for a file, whose URL is entered once it is uploaded. */
const FileField: FC<{ name: string; label: string; facts: FormFacts }> = (
  { name, label, facts: { uploaded } },
) => (
  <div class="row upload" data-upload={name}>
    <input
      type="file"
      name={fileControl(name)}
      aria-label={`File for ${label}`}
    />
    <Button do={`upload ${name}`} label={`Upload the file for ${label}`}>Upload the file</Button>
    <p class="hint" role="status">
      {uploaded?.name === name && (
        <>
          Uploaded; it is there until <Time at={uploaded.until} />.
        </>
      )}
    </p>
  </div>
);

/** Lists the values of a field; undefined: it takes any text. */
function optionsOf(field: Field): readonly Option[] | undefined {
  const values = valuesOf(field);
  if (values === undefined) return undefined;
  return [...absenceOf(field), ...values.map((value) => ({ value, name: value }))];
}

/** Returns the option to leave a field out; none: it is required. */
function absenceOf({ default: preset, required }: Field): readonly Option[] {
  const name = preset === undefined ? "not sent" : `not sent, so ${preset}`;
  return required ? [] : [{ value: "", name }];
}

/** Adds the present value where it is none of the options, such as one of another account. */
function withValue(options: readonly Option[], value: string): readonly Option[] {
  if (value === "" || options.some((option) => option.value === value)) return options;
  return [...options, { value, name: `${value} (not one of these)` }];
}
