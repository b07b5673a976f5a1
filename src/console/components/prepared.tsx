/** Files of a draft as each class of phones gets them, as far as they are prepared. */
import type { FC } from "hono/jsx";
import type { TemplateDetail } from "../../generated/admin.ts";
import { ClassSizes } from "./class_sizes.tsx";
import { TemplateProgress } from "./template_progress.tsx";
import { FileForms } from "./template_slides.tsx";

/** @param of Draft; null: there is none. */
export const Prepared: FC<{ of: TemplateDetail | null }> = ({ of }) => {
  if (of === null) {
    return (
      <p class="hint" data-key="none">
        A picture, film, sound or file that you add is prepared at once. Here is what each class of
        phones gets of it.
      </p>
    );
  }
  return (
    <>
      <div data-key="state" role="status">
        {of.state === "locked" && <TemplateProgress media={of.media} />}
        {of.state === "ready" && <ClassSizes of={of} />}
        {of.state === "failed" && (
          <p class="row">
            <span class="fault">A file cannot be used.</span>
            <button type="submit" form="compose" name="do" value="again">Fetch it again</button>
          </p>
        )}
      </div>
      {of.media.map((file, index) => (
        <div class="template-file" data-key={index}>
          <h3>{`Slide ${file.slide}: ${file.kind}`}</h3>
          <FileForms of={file} />
        </div>
      ))}
    </>
  );
};
