/** Slides of a composition as cards, each with its files and its text. */
import type { FC } from "hono/jsx";
import { KIND_ICONS } from "../../web/files.ts";
import {
  type Composition,
  type Slide,
  type SlideFile,
  writeFile,
} from "../composition/composition.ts";
import type { Mistake } from "../composition/mistake.ts";
import { filesControl } from "../composition/uploads.ts";
import { fileUrl } from "../model/file_address.ts";
import { Button } from "./form.tsx";
import { grouped, sizeOf, Value } from "./text.tsx";

/** Files that handsets take. */
const ACCEPTED = "image/*,video/*,audio/*,.vcf,.ics,.pdf,.xls,.xlsx";

interface CardsProps {
  of: Composition;
  mistake: Mistake | null;
  /** Faults of files, by the position of their slide. */
  faults: ReadonlyMap<number, readonly string[]>;
  /** Whether files may be uploaded. */
  mayUpload: boolean;
}

export const SlideCards: FC<CardsProps> = ({ of, mistake, faults, mayUpload }) => (
  <ol class="slide-cards" id="slides">
    {of.slides.map((slide, at) => (
      <li class="slide-card" data-key={slide.key} data-slide={at} aria-labelledby={`slide-${at}`}>
        <div class="row">
          <h2 id={`slide-${at}`}>{of.slides.length === 1 ? "Slide" : `Slide ${at + 1}`}</h2>
          {of.slides.length > 1 && <Moves at={at} last={of.slides.length - 1} />}
        </div>
        <input type="hidden" name={`slide.${at}.key`} value={slide.key} />
        <Files of={slide} at={at} mayUpload={mayUpload} />
        {mistake?.control === `slide.${at}.file` && (
          <p class="mistake" role="alert">{mistake.text}</p>
        )}
        {faults.get(at)?.map((fault) => (
          <p class="mistake">
            <Value text={fault} />
          </p>
        ))}
        <SlideText
          of={slide}
          at={at}
          label="Text"
          mistake={mistake}
          hasTags={of.kind === "template"}
          count={`${grouped(slide.text.length)} of 5,000 characters`}
        />
      </li>
    ))}
  </ol>
);

const Moves: FC<{ at: number; last: number }> = ({ at, last }) => (
  <span class="row moves">
    {at > 0 && <Button do={`up ${at}`} look="quiet" label={`Move slide ${at + 1} up`}>Up</Button>}
    {at < last && (
      <Button do={`down ${at}`} look="quiet" label={`Move slide ${at + 1} down`}>Down</Button>
    )}
    <Button do={`remove ${at}`} look="quiet" label={`Remove slide ${at + 1}`}>Remove slide</Button>
  </span>
);

const Files: FC<{ of: Slide; at: number; mayUpload: boolean }> = ({ of, at, mayUpload }) => (
  <>
    {of.files.length > 0 && (
      <ul class="slide-files">
        {of.files.map((file, index) => (
          <li>
            <SmallPicture of={file} />
            <span>
              <Value text={file.name} />{" "}
              {file.bytes !== null && <span class="hint">{sizeOf(file.bytes)}</span>}
            </span>
            <Button do={`detach ${at}.${index}`} look="quiet" label={`Remove ${file.name}`}>
              Remove
            </Button>
            <input type="hidden" name={`slide.${at}.file`} value={writeFile(file)} />
          </li>
        ))}
      </ul>
    )}
    {mayUpload && (
      <div class="drop row">
        <label class="button" for={`files-${at}`}>
          {of.files.length === 0 ? "Choose a picture, film, sound or file" : "Add another"}
          <input
            id={`files-${at}`}
            name={filesControl(at)}
            type="file"
            multiple
            accept={ACCEPTED}
            class="unseen"
            data-pick=""
          />
        </label>
        <span class="hint" data-scripted="" hidden>or drop or paste it here</span>
        <span data-plain="">
          <Button do="preview" label={`Upload the files for slide ${at + 1}`}>Upload</Button>
        </span>
      </div>
    )}
  </>
);

const SmallPicture: FC<{ of: SlideFile }> = ({ of }) => (
  of.kind === "image" && of.shown !== null
    ? <img src={fileUrl(of.shown, of.name)} alt="" />
    : <span class="kind">{KIND_ICONS[of.kind]}</span>
);

interface TextProps {
  of: Slide;
  at: number;
  label: string;
  mistake: Mistake | null;
  /** Whether merge tags have an effect. */
  hasTags: boolean;
  /** Length of the text, in words. */
  count: string;
}

/** Text of a slide with its counter. */
export const SlideText: FC<TextProps> = ({ of, at, label, mistake, hasTags, count }) => {
  const id = `text-${at}`;
  const fault = mistake?.control === `slide.${at}.text` ? mistake.text : null;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {/* HTML drops the first line break. */}
      <textarea
        id={id}
        name={`slide.${at}.text`}
        rows={3}
        maxlength={5000}
        dir="auto"
        autofocus={fault !== null}
        aria-invalid={fault === null ? undefined : "true"}
        aria-describedby={fault === null ? `count-${at}` : `${id}-fault count-${at}`}
      >
        {`\n${of.text}`}
      </textarea>
      {fault !== null && <p class="mistake" id={`${id}-fault`} role="alert">{fault}</p>}
      <p class="row hint under-text">
        <span id={`count-${at}`} data-count="">{count}</span>
        {hasTags && (
          <button type="button" class="quiet" data-insert="{$name|you}" data-for={id} hidden>
            Insert a merge tag
          </button>
        )}
      </p>
    </div>
  );
};
