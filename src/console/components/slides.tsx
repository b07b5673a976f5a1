/** Slides of a message or template with their files. */
import type { FC } from "hono/jsx";
import type { MessageFile, MessageSlide } from "../../generated/admin.ts";
import { factsOf, Media } from "./media.tsx";
import { IsolatedText, Value } from "./text.tsx";

interface Props {
  of: readonly MessageSlide[];
  /** SHA-256 of the files that a carrier took; none: it is not known. */
  sent: ReadonlySet<string>;
}

export const Slides: FC<Props> = ({ of, sent }) => {
  const wentOut = formOf(of, sent);
  return (
    <ol class="slides">
      {of.map(({ text, files }, index) => (
        <li>
          <h3>Slide {index + 1}</h3>
          {files.map((file) => <SlideFile file={file} slide={index + 1} wentOut={wentOut} />)}
          {text !== null && (
            <p>
              <IsolatedText text={text} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
};

type Form = MessageFile["renditions"][number];

/** Tells of each form whether it went out. Forms of equal bytes count as the form of the other files. */
function formOf(slides: readonly MessageSlide[], sent: ReadonlySet<string>) {
  const files = slides.flatMap(({ files }) => files);
  const names = files.map(({ renditions }) =>
    renditions.filter(({ sha256 }) => sent.has(sha256)).map(({ name }) => name)
  );
  const shared = names[0]?.find((name) => names.every((each) => each.includes(name)));
  return ({ name, sha256 }: Form) => sent.has(sha256) && (shared ?? name) === name;
}

/** A file in its best form, with the size of each, and a mark at the one that went out. */
const SlideFile: FC<{ file: MessageFile; slide: number; wentOut: (form: Form) => boolean }> = (
  { file, slide, wentOut },
) => {
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
              {wentOut(form) && (
                <>
                  {" "}
                  <span class="state good">went out</span>
                </>
              )}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
};
