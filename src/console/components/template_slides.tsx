/** Slides of a template: texts with their merge tags, and files in each form. */
import type { FC } from "hono/jsx";
import {
  RENDITION_PROFILES,
  type RenditionName,
  RENDITIONS_BEST_FIRST,
} from "../../core/media/renditions.ts";
import type { Rendition, TemplateDetail, TemplateMedia } from "../../generated/admin.ts";
import { fileUrl } from "../model/file_address.ts";
import { Media } from "./media.tsx";
import { OutsideLink } from "./outside_link.tsx";
import { PictureTemplate } from "./picture_template.tsx";
import { TaggedText } from "./tagged_text.tsx";
import { FileProgress, stateOfFile } from "./template_progress.tsx";
import { durationOf, sizeOf, Value } from "./text.tsx";

export const TemplateSlides: FC<{ of: TemplateDetail }> = ({ of: { content, media } }) => (
  <>
    {content.slides.map(({ text, picture }, index) => {
      const number = index + 1;
      return (
        <section class="slide" data-key={number} aria-labelledby={`slide-${number}`}>
          <h3 id={`slide-${number}`}>Slide {number}</h3>
          {media.filter(({ slide }) => slide === number).map((file) => <TemplateFile of={file} />)}
          {picture !== undefined && <PictureTemplate of={picture} />}
          {text !== null && (
            <p>
              <TaggedText text={text} />
            </p>
          )}
        </section>
      );
    })}
  </>
);

/** A file: its source, its state, and its forms side by side. */
const TemplateFile: FC<{ of: TemplateMedia }> = ({ of }) => (
  <div class="template-file">
    <p class="hint">
      {of.kind} from <OutsideLink to={of.url} />
    </p>
    <FileForms of={of} />
  </div>
);

/** State of a file, and its forms side by side. */
export const FileForms: FC<{ of: TemplateMedia }> = ({ of }) => {
  const { slide, kind, state, renditions, error } = of;
  // Where a class needs no other form than a better one, they have the same content.
  const forms = Map.groupBy(renditions, ({ sha256 }) => sha256);
  return (
    <>
      {state !== "done" && state !== "failed" && (
        <p class="progress">
          <FileProgress of={of} />
          <span class="hint">{stateOfFile(of)}</span>
        </p>
      )}
      {error !== null && (
        <p class="fault">
          Failed: <Value text={error} />
        </p>
      )}
      {forms.size > 0 && (
        <div class="forms">
          {[...forms.values()].map((same) => (
            <Form
              of={same}
              name={[`Slide ${slide}`, kind, ...forms.size > 1 ? [classesOf(same)] : []].join(", ")}
            />
          ))}
        </div>
      )}
    </>
  );
};

/** Form of a file, for one class or for several. */
const Form: FC<{ of: readonly Rendition[]; name: string }> = ({ of, name }) => {
  const [form] = of;
  const { type, bytes, width, height, "duration-ms": duration } = form!;
  return (
    <figure class="file">
      <Media file={form!} name={name} />
      <figcaption>
        <strong>{classesOf(of)}</strong> {type}
        <ul>
          <li>{limited(sizeOf(bytes), of.map(bytesLimitOf))}</li>
          {width !== null && height !== null &&
            <li>{limited(`${width}×${height}`, of.map(boxOf))}</li>}
          {duration !== null && <li>{durationOf(duration)}</li>}
          {/^(?:audio|video)\//.test(type) && (
            <li>
              {/* Browsers play neither H.263 nor AMR. */}
              <a href={fileUrl(form!, name)} download="" aria-label={`Download ${name}`}>
                Download
              </a>
            </li>
          )}
        </ul>
      </figcaption>
    </figure>
  );
};

function classesOf(forms: readonly Rendition[]): string {
  return forms.map(({ name }) => name).join(", ");
}

/** Adds the limits of the classes, each once: `84 kB of 300 kB / 100 kB`. */
function limited(value: string, limits: readonly (string | null)[]): string {
  const named = [...new Set(limits)].filter((limit) => limit !== null);
  return named.length === 0 ? value : `${value} of ${named.join(" / ")}`;
}

function profileOf(name: string) {
  return RENDITIONS_BEST_FIRST.includes(name as RenditionName)
    ? RENDITION_PROFILES[name as RenditionName]
    : null;
}

/** Formats the limit of an image; other files have the rest of the message's. */
function bytesLimitOf({ name, type }: Rendition): string | null {
  const profile = type.startsWith("image/") ? profileOf(name) : null;
  return profile === null ? null : sizeOf(profile.image.maxBytes);
}

function boxOf({ name, type }: Rendition): string | null {
  const profile = profileOf(name);
  const box = type.startsWith("image/") ? profile?.image.box : profile?.video.box;
  return box === undefined ? null : `${box.width}×${box.height}`;
}
