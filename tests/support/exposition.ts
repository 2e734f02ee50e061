/** Reads Prometheus' text format 0.0.4 by its grammar, and refuses everything that is not in it. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const types = new Set(["counter", "gauge", "histogram", "summary", "untyped"]);
const sampleForm = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const labelForm = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
/** As Go's ParseFloat reads them, which ignores the case of words. */
const numberForm = /^[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|inf|nan)$/i;

/** @throws Error that quotes the line which is not in the format */
export function readExposition(text: string): readonly Family[] {
  if (!text.endsWith("\n")) throw new Error("The last line has no end.");
  const families = new Map<string, { name: string; type: string; help: string; samples: Sample[] }>();
  let current: { name: string; type: string; help: string; samples: Sample[] } | undefined;
  const fail = (line: string): never => {
    throw new Error(`Not in the format: ${line}`);
  };
  for (const line of text.slice(0, -1).split("\n")) {
    if (line === "") continue;
    const [, word, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word === "HELP") {
      if (!metricName.test(name) || families.has(name)) fail(line);
      current = { name, type: "untyped", help: rest, samples: [] };
      families.set(name, current);
    } else if (word === "TYPE") {
      if (current?.name !== name || current.samples.length > 0 || !types.has(rest)) fail(line);
      if (current !== undefined) current.type = rest;
    } else {
      const sample = sampleIn(line) ?? fail(line);
      const suffixes = current?.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      if (!suffixes.some((suffix) => sample.name === `${current?.name}${suffix}`)) fail(line);
      current?.samples.push(sample);
    }
  }
  for (const family of families.values()) check(family);
  return [...families.values()];
}

function sampleIn(line: string): Sample | undefined {
  const [, name, written = "", value = ""] = sampleForm.exec(line) ?? [];
  if (name === undefined || !numberForm.test(value)) return undefined;
  const labels: Record<string, string> = {};
  labelForm.lastIndex = 0;
  for (let read = 0; read < written.length; read = labelForm.lastIndex) {
    labelForm.lastIndex = read;
    const [, label, content] = labelForm.exec(written) ?? [];
    if (label === undefined || content === undefined || label in labels) return undefined;
    labels[label] = content;
  }
  return { name, labels, value: Number(value.replace(/inf$/i, "Infinity")) };
}

/** Each series once; the buckets of a histogram grow, and the last has all. */
function check({ name, type, samples }: Family): void {
  const series = samples.map(
    (sample) => `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`,
  );
  if (new Set(series).size !== series.length) throw new Error(`${name} has a series twice.`);
  if (type === "counter" && !name.endsWith("_total")) throw new Error(`The counter ${name} is no _total.`);
  if (type !== "histogram") return;
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...rest } }) => JSON.stringify(rest));
  for (const group of groups.values()) {
    const counts = group.filter((each) => each.name === `${name}_bucket`).map(({ value }) => value);
    const all = group.find((each) => each.name === `${name}_count`)?.value;
    if (counts.at(-1) !== all || counts.some((count, at) => count < (counts[at - 1] ?? 0)))
      throw new Error(`The buckets of ${name} do not add up.`);
  }
}
