/** Texts with a button that copies them. The button shows where a script can do it. */
import type { FC, PropsWithChildren } from "hono/jsx";
import { ICONS } from "../../web/icons.ts";
import { consoleUrl } from "../model/page.ts";
import { Code } from "./text.tsx";

/** Button that copies the element before it. @param of What it is, after "Copy". */
export const CopyButton: FC<{ of: string }> = ({ of }) => (
  <button type="button" class="copy" data-copy="" aria-label={`Copy ${of}`} title={`Copy ${of}`}>
    {ICONS.copy}
  </button>
);

/** Text of several lines, such as JSON or a command. */
export const Copyable: FC<{ text: string; name: string }> = ({ text, name }) => (
  <div class="copyable">
    {/* HTML drops the first line break. */}
    <pre tabindex={0}>{text.startsWith("\n") ? `\n${text}` : text}</pre>
    <CopyButton of={name} />
  </div>
);

/** Id, with a link to the page of what it names where there is one. */
export const Id: FC<{ text: string | null | undefined; name: string; path?: string }> = (
  { text, name, path },
) => {
  if (text === null || text === undefined || text === "") return <Code text={text} />;
  return (
    <CopyableLine name={name}>
      {path === undefined ? <Code text={text} /> : (
        <a href={consoleUrl(path)}>
          <Code text={text} />
        </a>
      )}
    </CopyableLine>
  );
};

/** Element in a line, with the button that copies it. */
export const CopyableLine: FC<PropsWithChildren<{ name: string }>> = ({ name, children }) => (
  <span class="copyable-line">
    {children}
    <CopyButton of={name} />
  </span>
);
