/** Templates as compositions, to be saved again. */
import type { TemplateDetail, TemplateMedia } from "../../generated/admin.ts";
import { blankSlide, type Composition, type SlideFile } from "./composition.ts";

/** Tells whether a form can compose a template: it has none for image templates. */
export function canCompose({ content }: TemplateDetail): boolean {
  return content.slides.every(({ picture }) => picture === undefined);
}

/** Returns the composition that a template, or draft, was saved from. */
export function compositionOfTemplate({ content, ...template }: TemplateDetail): Composition {
  const isDraft = template["draft-until"] !== undefined;
  return {
    kind: "template",
    account: template.account,
    from: "",
    to: "",
    name: isDraft ? "" : template.state === "failed" ? template.name : copyOf(template.name),
    subject: content.subject ?? "",
    fallback: content["fallback-text"] ?? (isDraft ? null : ""),
    campaign: "",
    reference: template["client-reference"] ?? "",
    // A draft gets what an account needs when it is saved.
    hasNoFallback: !isDraft && content["disable-fallback-sms"],
    hasNoLink: content["disable-fallback-sms-link"],
    draft: isDraft ? template["mms-id"] : null,
    slides: content.slides.map(({ text }, index) => ({
      ...blankSlide(),
      text: text ?? "",
      files: template.media.filter(({ slide }) => slide === index + 1).map(fileOf),
    })),
  };
}

/** Names a copy, within the length of a name. */
function copyOf(name: string): string {
  return Array.from(`Copy of ${name}`).slice(0, 200).join("");
}

/** Returns a file by its address, shown in its best form. */
function fileOf({ kind, url, renditions: [best] }: TemplateMedia): SlideFile {
  const shown = best === undefined ? null : { sha256: best.sha256, type: best.type };
  return { kind, name: nameOf(url) || kind, url, bytes: null, shown };
}

/** Returns the last segment of a URL's path. */
function nameOf(url: string): string {
  const name = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
