/** Bodies with placeholders, in four forms. Values are encoded for the form, never spliced in. */
import { permitted } from "../../lib/xml/text.ts";
import { readXmlText, XmlError } from "../../lib/xml/reader.ts";
import { declaredEncoding } from "../../lib/xml/encoding.ts";
import { readJsonBody } from "./json_template.ts";
import { placeholderOf } from "./placeholders.ts";
import { entriesOf, linesOf, settingFault } from "./setting.ts";
import {
  type BodyTemplate,
  fieldValues,
  fill,
  onlyPlaceholder,
  placeholdersIn,
  readTemplate,
  requireNoList,
  type TemplateLocation,
} from "./template.ts";

export type BodyType = "json" | "form" | "xml" | "text";

type Reader = (text: string, location: TemplateLocation) => BodyTemplate;

const READERS: Readonly<Record<BodyType, Reader>> = {
  json: readJsonBody,
  form: readForm,
  xml: readXmlBody,
  text: readText,
};

/** @throws {Refusal} E100 that names the setting, the line and the fault. */
export function readBody(type: BodyType, text: string, location: TemplateLocation): BodyTemplate {
  // By line first: the forms do not tell where a text of theirs was.
  for (const { line, text: lineText } of linesOf(text)) {
    for (
      const { name, modifier } of placeholdersIn(readTemplate(lineText, { ...location, line }))
    ) {
      if (modifier === "number" && type !== "json") {
        throw settingFault(location.setting, `{${name}:number} is for JSON`, line);
      }
    }
  }
  return READERS[type](text, location);
}

function readForm(text: string, location: TemplateLocation): BodyTemplate {
  const fields = entriesOf(location.setting, text, "=").map(({ line, name, value }) => {
    const at = { ...location, line };
    if (placeholdersIn(readTemplate(name, at)).length > 0) {
      throw settingFault(location.setting, "the name of the field has a placeholder", line);
    }
    const template = readTemplate(value, at);
    if (onlyPlaceholder(template) === null) requireNoList(template, at);
    return { name, template };
  });
  return {
    placeholders: fields.flatMap(({ template }) => placeholdersIn(template)),
    render: (filling) => ({
      form: fields.flatMap(({ name, template }) =>
        fieldValues(template, filling).map((value) => [name, value] as const)
      ),
    }),
  };
}

const XML_TYPE = "application/xml; charset=utf-8";

function readXmlBody(text: string, location: TemplateLocation): BodyTemplate {
  // Values in comments and CDATA would need another encoding.
  if (text.includes("<!")) throw settingFault(location.setting, "has a comment, CDATA or DOCTYPE");
  const template = readTemplate(text.trim(), location);
  requireNoList(template, location);
  const encoding = declaredEncoding(text);
  if (encoding !== null && !/^utf-?8$/i.test(encoding)) {
    throw settingFault(location.setting, `is sent in UTF-8, and declares ${encoding}`);
  }
  try {
    readXmlText(text.trim());
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw settingFault(location.setting, `is no XML that can be sent: ${error.message}`);
  }
  return {
    placeholders: placeholdersIn(template),
    render: (filling) => ({ text: fill(template, filling, escapeXml), type: XML_TYPE }),
  };
}

/** Escapes text for elements and for attributes in quotes of any kind. */
function escapeXml(text: string): string {
  return permitted(text).replaceAll(
    /[&<>"'\t\r\n]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

const TEXT_TYPE = "text/plain; charset=utf-8";

function readText(text: string, location: TemplateLocation): BodyTemplate {
  const template = readTemplate(text, location);
  requireNoList(template, location);
  // A line break in it could begin another line of the format, whatever that is.
  for (const segment of template.slice(0, -1)) {
    if (typeof segment === "string" || segment.modifier !== null) continue;
    if (placeholderOf(segment.name)!.form !== "free") continue;
    const { name } = segment;
    const fault = `{${name}} may have line breaks: put it last, or write {${name}:json} or ` +
      `{${name}:url}`;
    throw settingFault(location.setting, fault);
  }
  return {
    placeholders: placeholdersIn(template),
    render: (filling) => ({ text: fill(template, filling), type: TEXT_TYPE }),
  };
}
