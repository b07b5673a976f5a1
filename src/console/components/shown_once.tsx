/** Secret that is shown once. */
import type { FC } from "hono/jsx";
import { CopyableLine } from "./copyable.tsx";

/** Secret in a field of its own, in which the keyboard selects all of it. */
export const ShownOnce: FC<{ name: string; value: string }> = ({ name, value }) => {
  const id = `once-${name.toLowerCase().replaceAll(/\W+/g, "-")}`;
  return (
    <div class="field once">
      <label for={id}>{name}</label>
      <CopyableLine name={`the ${name}`}>
        <input id={id} class="code" readonly value={value} autocomplete="off" spellcheck={false} />
      </CopyableLine>
    </div>
  );
};
