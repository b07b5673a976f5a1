/**
 * Metrics in memory and their exposition: OpenMetrics 1.0, and the text format 0.0.4 of Prometheus for
 * readers that do not ask for it.
 */

/** Definition of a metric family. */
export interface MetricDefinition {
  readonly type: "counter" | "gauge" | "histogram" | "info";
  /** Name without the suffix of its samples, such as `_total`; it ends with the unit. */
  readonly name: string;
  readonly unit?: "seconds" | "bytes";
  readonly help: string;
  /** Names of the labels, whose values come from a bounded set. */
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in ascending order, without the infinite one. */
  readonly buckets?: readonly number[];
  /**
   * Labels whose samples are there from the start, at zero: a reader sees no increase where the first
   * sample is one already. Default: none.
   */
  readonly initial?: readonly Readonly<Record<string, string>>[];
}

/** Values of a family's labels. */
export type LabelsOf<Definition extends MetricDefinition> = {
  readonly [Label in Definition["labels"][number]]: string;
};

/** Instrument whose values may be read at each exposition, instead of being set before. */
interface Collected<Labels> {
  /** Sets the function that reads all values. */
  collect(read: () => Iterable<readonly [labels: Labels, value: number]>): void;
}

export interface Counter<Labels> extends Collected<Labels> {
  add(labels: Labels, count?: number): void;
}

export interface Gauge<Labels> extends Collected<Labels> {
  set(labels: Labels, value: number): void;
}

export interface Histogram<Labels> {
  observe(labels: Labels, value: number): void;
}

/** Instrument of a family, by its type. */
export type InstrumentOf<Definition extends MetricDefinition> = {
  counter: Counter<LabelsOf<Definition>>;
  gauge: Gauge<LabelsOf<Definition>>;
  histogram: Histogram<LabelsOf<Definition>>;
  info: Gauge<LabelsOf<Definition>>;
}[Definition["type"]];

export type InstrumentsOf<Definitions extends Readonly<Record<string, MetricDefinition>>> = {
  readonly [Name in keyof Definitions]: InstrumentOf<Definitions[Name]>;
};

export interface Registry<Instruments> {
  readonly instruments: Instruments;
  /** Renders all families that have samples, in the order of their definitions. */
  render(format: Format): string;
}

/** `openmetrics`: OpenMetrics 1.0; `text`: the text format of Prometheus. */
export type Format = "openmetrics" | "text";

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  text: "text/plain; version=0.0.4; charset=utf-8",
};

/**
 * Maximum sets of label values of a family. Further ones are counted together, with `other` as the
 * value of each label: a mistake in the choice of labels costs neither memory nor the reader's disk.
 */
export const SERIES_MAX = 2000;
const OTHER = "other";

/** Creates the instruments of families. */
export function createRegistry<Definitions extends Readonly<Record<string, MetricDefinition>>>(
  definitions: Definitions,
): Registry<InstrumentsOf<Definitions>> {
  const families = Object.entries(definitions)
    .map(([name, definition]) => [name, createFamily(definition)] as const);
  return {
    instruments: Object.fromEntries(
      families.map(([name, { instrument }]) => [name, instrument]),
    ) as InstrumentsOf<Definitions>,
    render(format) {
      const text = families.map(([, family]) => family.render(format)).join("");
      return format === "openmetrics" ? `${text}# EOF\n` : text;
    },
  };
}

type Labels = Readonly<Record<string, string>>;

interface Family {
  instrument: Counter<Labels> & Gauge<Labels> & Histogram<Labels>;
  render(format: Format): string;
}

/** Values of one set of labels. */
interface Series {
  /** Labels as a sample has them, without braces. */
  labels: string;
  /** Value of a counter or gauge; sum of a histogram. */
  value: number;
  /** Counts of a histogram's buckets, not cumulated, the infinite one last. */
  counts: Float64Array;
}

/** Series by the values of their labels in turn: to join them to a key would take longer. */
interface Branch {
  readonly byValue: Map<string, Branch>;
  /** Series of the values up to here; null unless they are all. */
  series: Series | null;
}

const newBranch = (): Branch => ({ byValue: new Map(), series: null });

function createFamily(definition: MetricDefinition): Family {
  const { buckets = [], initial = [], labels: names } = definition;
  const others = Object.fromEntries(names.map((name) => [name, OTHER]));
  let series: Series[] = [];
  let root = newBranch();
  let collectValues: (() => Iterable<readonly [Labels, number]>) | null = null;

  function seriesOf(labels: Labels): Series {
    return find(labels) ??
      (series.length < SERIES_MAX ? newSeries(labels) : find(others) ?? newSeries(others));
  }

  function find(labels: Labels): Series | null {
    let branch: Branch | undefined = root;
    for (const name of names) {
      branch = branch.byValue.get(labels[name]!);
      if (branch === undefined) return null;
    }
    return branch.series;
  }

  function newSeries(labels: Labels): Series {
    const text = names.filter((name) => labels[name] !== "")
      .map((name) => `${name}="${escaped(labels[name]!)}"`).join(",");
    const entry = { labels: text, value: 0, counts: new Float64Array(buckets.length + 1) };
    let branch = root;
    for (const name of names) {
      const value = labels[name]!;
      const next = branch.byValue.get(value) ?? newBranch();
      branch.byValue.set(value, next);
      branch = next;
    }
    branch.series = entry;
    series.push(entry);
    return entry;
  }

  for (const labels of initial) seriesOf(labels);

  return {
    instrument: {
      add(labels, count = 1) {
        seriesOf(labels).value += count;
      },
      set(labels, value) {
        seriesOf(labels).value = value;
      },
      collect(read) {
        collectValues = read;
      },
      observe(labels, value) {
        const entry = seriesOf(labels);
        entry.value += value;
        let bucket = 0;
        while (bucket < buckets.length && value > buckets[bucket]!) bucket++;
        entry.counts[bucket]!++;
      },
    },
    render(format) {
      if (collectValues !== null) {
        series = [];
        root = newBranch();
        for (const [labels, value] of collectValues()) seriesOf(labels).value = value;
      }
      if (series.length === 0) return "";
      const samples = series.flatMap((entry) => samplesOf(definition, entry));
      return `${headOf(definition, format)}${samples.join("")}`;
    },
  };
}

/** Suffixes of the samples of each type. */
const SUFFIX = { counter: "_total", gauge: "", info: "_info" } as const;

/** Renders the metadata of a family. Before OpenMetrics, a counter's name had the suffix. */
function headOf({ type, name, unit, help }: MetricDefinition, format: Format): string {
  const isText = format === "text";
  const shown = isText && (type === "counter" || type === "info") ? name + SUFFIX[type] : name;
  const shownType = isText && type === "info" ? "gauge" : type;
  const unitLine = unit === undefined || isText ? "" : `# UNIT ${shown} ${unit}\n`;
  return `# HELP ${shown} ${escaped(help)}\n# TYPE ${shown} ${shownType}\n${unitLine}`;
}

function samplesOf(definition: MetricDefinition, { labels, value, counts }: Series): string[] {
  const { type, name, buckets = [] } = definition;
  if (type !== "histogram") return [sample(name + SUFFIX[type], labels, value)];
  const prefix = labels === "" ? "" : `${labels},`;
  let count = 0;
  const samples = [...buckets, Infinity].map((bound, index) => {
    count += counts[index]!;
    return sample(`${name}_bucket`, `${prefix}le="${boundText(bound)}"`, count);
  });
  return [
    ...samples,
    sample(`${name}_sum`, labels, value),
    sample(`${name}_count`, labels, count),
  ];
}

function sample(name: string, labels: string, value: number): string {
  return `${name}${labels === "" ? "" : `{${labels}}`} ${numberText(value)}\n`;
}

/** Renders a bound as a float, which OpenMetrics requires: readers compare it as text. */
function boundText(bound: number): string {
  const text = numberText(bound);
  return /^\d+$/.test(text) ? `${text}.0` : text;
}

function numberText(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
