/** Slides of a message or template with their files. */
import type { FC } from "hono/jsx";
import type { MessageFile, MessageSlide } from "../../generated/admin.ts";
import { factsOf, Media } from "./media.tsx";
import { IsolatedText, Value } from "./text.tsx";

export const Slides: FC<{ of: readonly MessageSlide[] }> = ({ of }) => (
  <ol class="slides">
    {of.map(({ text, files }, index) => (
      <li>
        <h3>Slide {index + 1}</h3>
        {files.map((file) => <SlideFile file={file} slide={index + 1} />)}
        {text !== null && (
          <p>
            <IsolatedText text={text} />
          </p>
        )}
      </li>
    ))}
  </ol>
);

/** A file in its best form, with the size of each. */
const SlideFile: FC<{ file: MessageFile; slide: number }> = ({ file, slide }) => {
  const [best] = file.renditions;
  return (
    <figure class="file">
      {best !== undefined && <Media file={best} name={`Slide ${slide}, ${file.kind}`} />}
      <figcaption>
        <Value text={file.url} />
        <ul>
          {file.renditions.map((form) => (
            <li>
              {form.name}: {form.type}, {factsOf(form)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
};
