/** JSON with placeholders in its strings. It is parsed once; values go into the parsed tree. */
import { settingFault } from "./setting.ts";
import {
  type BodyTemplate,
  fill,
  type Filling,
  onlyPlaceholder,
  type Placeholder,
  placeholdersIn,
  readTemplate,
  requireNoList,
  type Template,
  type TemplateLocation,
  valueOf,
} from "./template.ts";

type Node =
  | { readonly is: "string"; readonly template: Template }
  | { readonly is: "array"; readonly items: readonly Node[] }
  | { readonly is: "object"; readonly members: readonly (readonly [name: string, value: Node])[] }
  | { readonly is: "constant"; readonly value: unknown };

/** @throws {Refusal} E100 */
export function readJsonBody(text: string, location: TemplateLocation): BodyTemplate {
  const tree = readNode(parse(text, location), location);
  return {
    placeholders: placeholdersOf(tree),
    render: (filling) => ({ json: render(tree, filling) }),
  };
}

function parse(text: string, { setting }: TemplateLocation): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw settingFault(setting, `is no JSON: ${(error as Error).message}`);
  }
}

function readNode(value: unknown, location: TemplateLocation): Node {
  if (typeof value === "string") {
    const template = readTemplate(value, location);
    const only = onlyPlaceholder(template);
    if (only === null) requireNoList(template, location);
    const number = placeholdersIn(template).find(({ modifier }) => modifier === "number");
    if (number !== undefined && only === null) {
      const fault = `{${number.name}:number} must be the whole string, which becomes a number`;
      throw settingFault(location.setting, fault);
    }
    return { is: "string", template };
  }
  if (Array.isArray(value)) {
    return { is: "array", items: value.map((item) => readNode(item, location)) };
  }
  if (typeof value !== "object" || value === null) return { is: "constant", value };
  const members = Object.entries(value).map(([name, member]) => {
    if (placeholdersIn(readTemplate(name, location)).length > 0) {
      throw settingFault(location.setting, `the member "${name}" has a placeholder in its name`);
    }
    return [name, readNode(member, location)] as const;
  });
  return { is: "object", members };
}

function placeholdersOf(node: Node): Placeholder[] {
  switch (node.is) {
    case "string":
      return placeholdersIn(node.template);
    case "array":
      return node.items.flatMap(placeholdersOf);
    case "object":
      return node.members.flatMap(([, member]) => placeholdersOf(member));
    case "constant":
      return [];
  }
}

/** Renders a value; undefined: it is one placeholder, of which the message has no value. */
function render(node: Node, filling: Filling): unknown {
  switch (node.is) {
    case "string":
      return renderString(node.template, filling);
    case "array":
      return node.items.flatMap((item) => renderItem(item, filling));
    case "object":
      return Object.fromEntries(
        node.members.map(([name, member]) => [name, render(member, filling)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case "constant":
      return node.value;
  }
}

/** Renders an item of a list: none where there is no value, and several for a list of values. */
function renderItem(node: Node, filling: Filling): unknown[] {
  const value = render(node, filling);
  if (value === undefined) return [];
  return node.is === "string" && Array.isArray(value) ? value : [value];
}

function renderString(template: Template, filling: Filling): unknown {
  const only = onlyPlaceholder(template);
  if (only === null) return fill(template, filling);
  const value = valueOf(only, filling);
  if (value === null || value.length === 0) return undefined;
  return only.modifier === "number" ? Number(value) : value;
}
