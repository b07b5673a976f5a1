/** Templates as the admin API shows them. */
import type { Barcode, Picture, TextArea } from "../../core/template/picture.ts";
import {
  type TemplateMedia,
  type TemplateRecord,
  type TemplateSlide,
  warningsOf,
} from "../../core/template/template.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type * as wire from "../../generated/admin.ts";
import { renditionView } from "./views.ts";

export function templateView(template: TemplateRecord): wire.Template {
  return {
    "mms-id": template.mmsId,
    "account": template.account,
    "name": template.name,
    "state": template.state,
    "tracking-id": template.trackingId,
    "slides": template.slides.length,
    "media": template.media.length === 0 ? pendingMedia(template) : template.media.map(mediaView),
    "created-at": isoMicros(template.createdAt),
    ...template.draftUntil === undefined ? {} : { "draft-until": isoMicros(template.draftUntil) },
  };
}

/** Returns a template with its content, but without its log. */
export function templateDetailView(
  template: TemplateRecord,
): Omit<wire.TemplateDetail, "history" | "interruptions" | "interruption-reason" | "postbacks"> {
  return {
    ...templateView(template),
    "warnings": warningsOf(template.media),
    "client-reference": template.clientReference,
    "content": {
      "subject": template.subject,
      "slides": template.slides.map(slideView),
      "fallback-text": template.fallbackText,
      "disable-fallback-sms": template.disableFallbackSms,
      "disable-fallback-sms-link": template.disableFallbackSmsLink,
    },
  };
}

function pendingMedia({ slides }: TemplateRecord): wire.TemplateMedia[] {
  return slides.flatMap(({ media }, index) =>
    media.map(({ kind, url }) => ({
      slide: index + 1,
      kind,
      url,
      state: "pending" as const,
      renditions: [],
      error: null,
    }))
  );
}

function mediaView(media: TemplateMedia): wire.TemplateMedia {
  return {
    "slide": media.slide,
    "kind": media.kind,
    "url": media.url,
    "state": media.state,
    ...(media.progress === undefined ? {} : { "percent": Math.round(100 * media.progress) }),
    "renditions": media.renditions.map(renditionView),
    "error": media.error,
  };
}

function slideView({ text, picture }: TemplateSlide): wire.TemplateSlide {
  return { text, ...picture === undefined ? {} : { "picture": pictureView(picture) } };
}

function pictureView({ backgroundUrl, barcode, texts }: Picture): wire.TemplatePicture {
  return {
    "background-image-url": backgroundUrl,
    ...barcode === null ? {} : { "barcode": barcodeView(barcode) },
    "text-areas": texts.map(textAreaView),
  };
}

function barcodeView(barcode: Barcode): wire.TemplateBarcode {
  return {
    "id": barcode.id,
    "type": barcode.symbology,
    "position-x": barcode.x,
    "position-y": barcode.y,
    "width": barcode.width,
    "height": barcode.height,
    "foreground-color": barcode.foreground,
    "background-color": barcode.background,
    "border-width": barcode.borderWidth,
    "hide-text": barcode.hideText,
    "transparent": barcode.transparent,
    "font": barcode.font,
    "font-size": barcode.fontSize,
    "alignment": barcode.alignment,
    "rotate": barcode.rotate,
  };
}

function textAreaView(
  { text, x, y, width, font, fontSize, colour }: TextArea,
): wire.TemplateTextArea {
  return {
    text,
    "position-x": x,
    "position-y": y,
    width,
    font,
    "font-size": fontSize,
    "font-color": colour,
  };
}
