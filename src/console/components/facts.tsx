/** List of names and values. */
import type { Child, FC } from "hono/jsx";

/** Facts by name; those without a value are left out. */
export const Facts: FC<{ of: Readonly<Record<string, Child>> }> = ({ of }) => (
  <dl class="facts">
    {Object.entries(of).filter(([, value]) =>
      value !== null && value !== undefined && value !== false
    )
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
