/** Line charts as SVG, without script. A table of the same values is their alternative. */
import type { FC } from "hono/jsx";

/** Line of a chart. */
export interface Series {
  name: string;
  /** Look of the line: its colour and dashes. */
  look: "main" | "good" | "bad" | "busy";
  /** Values from left to right; null: none, so that the line has a gap. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** Prefix of ids, unique on the page. */
  id: string;
  title: string;
  series: readonly Series[];
  /** Formats a value with its unit. */
  format: (value: number) => string;
  /** Words for the first and the last point of the horizontal axis. */
  from: string;
  to: string;
}

/** Height of the plot in its own units; each point is one unit from the next. */
const HEIGHT = 40;

export const Chart: FC<ChartProps> = ({ id, title, series, format, from, to }) => {
  const points = Math.max(2, ...series.map(({ values }) => values.length));
  const top = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        <ul>
          {series.map(({ name, look, values }) => (
            <li>
              <svg class={`line ${look}`} viewBox="0 0 24 8" aria-hidden="true">
                <path d="M1 4H23" />
              </svg>
              {name} <strong>{lastOf(values, format)}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
      <p class="top">{format(top)}</p>
      <svg
        class="plot"
        viewBox={`0 0 ${points - 1} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{descriptionOf(series, format)}</desc>
        <path
          class="grid"
          d={`M0 0H${points - 1}M0 ${HEIGHT / 2}H${points - 1}M0 ${HEIGHT}H${points - 1}`}
        />
        {series.map(({ look, values }) => <path class={`line ${look}`} d={pathOf(values, top)} />)}
      </svg>
      <p class="axis">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </figure>
  );
};

/** Writes a line with gaps; a value between two gaps is a short line. */
function pathOf(values: readonly (number | null)[], top: number): string {
  return values.map((value, x) => {
    if (value === null) return "";
    const y = Number((HEIGHT * (1 - value / top)).toFixed(2));
    const isFirst = (values[x - 1] ?? null) === null;
    const isDot = isFirst && (values[x + 1] ?? null) === null;
    return isDot ? `M${x - .5} ${y}h.5` : `${isFirst ? "M" : "L"}${x} ${y}`;
  }).join("");
}

function lastOf(values: readonly (number | null)[], format: (value: number) => string): string {
  const last = values.at(-1) ?? null;
  return last === null ? "–" : format(last);
}

function descriptionOf(series: readonly Series[], format: (value: number) => string): string {
  return series.map(({ name, values }) => {
    const present = values.filter((value) => value !== null);
    if (present.length === 0) return `${name}: no values`;
    return `${name}: now ${lastOf(values, format)}, at most ${format(Math.max(...present))}`;
  }).join("; ");
}
