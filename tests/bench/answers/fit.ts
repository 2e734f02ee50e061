/**
 * Fits the linear models: logistic regression and a ranking by softmax over candidates, both by Adam on full batches.
 * A newcomer would bring a library; a few hundred rows and a dozen features need forty lines, and no randomness.
 */
import type { LinearModel } from "../../../src/coordinator/linear.ts";

export interface Labelled {
  readonly values: Readonly<Record<string, number>>;
  /** 1 or 0. */
  readonly label: number;
  readonly weight: number;
}

interface Scale {
  readonly mean: number;
  readonly deviation: number;
}

const steps = 250;
const rate = 0.05;

/** Logistic regression; `penalty` is the L2 penalty against the sum over rows. */
export function fitLogistic(
  names: readonly string[],
  rows: readonly Labelled[],
  penalty: number,
  scaling: "standardised" | "as they are" = "standardised",
): LinearModel {
  const scales =
    scaling === "standardised"
      ? scalesOf(
          names,
          rows.map(({ values }) => values),
        )
      : unscaled(names);
  const inputs = rows.map(({ values }) => [1, ...scaled(names, scales, values)]);
  const [bias = 0, ...weights] = descend(names.length + 1, (weights, gradient) => {
    for (let at = 1; at < weights.length; at++) gradient[at] = penalty * (weights[at] ?? 0);
    for (const [number, input] of inputs.entries()) {
      const row = rows[number];
      if (row === undefined) continue;
      const error = 1 / (1 + Math.exp(-dot(weights, input))) - row.label;
      for (const [at, value] of input.entries())
        gradient[at] = (gradient[at] ?? 0) + row.weight * error * value;
    }
  });
  return modelOf(names, scales, weights, bias);
}

/**
 * Softmax over each list of candidates; the label marks those that are right. What is named in `against` may weigh
 * below zero alone, and everything else above: what few questions say to the contrary is chance.
 */
export function fitRanking(
  names: readonly string[],
  lists: readonly (readonly Labelled[])[],
  penalty: number,
  against: ReadonlySet<string>,
): LinearModel {
  const scales = scalesOf(
    names,
    lists.flat().map(({ values }) => values),
  );
  const useful = lists
    .filter((list) => list.some(({ label }) => label === 1))
    .map((list) => ({
      inputs: list.map(({ values }) => scaled(names, scales, values)),
      targets: list.map(({ label }) => label / list.reduce((sum, row) => sum + row.label, 0)),
    }));
  const weights = descend(
    names.length,
    (weights, gradient) => {
      for (let at = 0; at < weights.length; at++) gradient[at] = penalty * (weights[at] ?? 0);
      for (const { inputs, targets } of useful) {
        const powers = inputs.map((input) => Math.exp(dot(weights, input)));
        const total = powers.reduce((sum, power) => sum + power, 0);
        for (const [number, input] of inputs.entries()) {
          const error = (powers[number] ?? 0) / total - (targets[number] ?? 0);
          for (const [at, value] of input.entries()) gradient[at] = (gradient[at] ?? 0) + error * value;
        }
      }
    },
    (weight, at) => (against.has(names[at] ?? "") ? Math.min(0, weight) : Math.max(0, weight)),
  );
  return modelOf(names, scales, weights, 0);
}

/** Adam from zero; `fill` overwrites the gradient, `allowed` puts a weight back where it may be. */
function descend(
  size: number,
  fill: (weights: Float64Array, gradient: Float64Array) => void,
  allowed: (weight: number, at: number) => number = (weight) => weight,
): readonly number[] {
  const weights = new Float64Array(size);
  const gradient = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let step = 1; step <= steps; step++) {
    gradient.fill(0);
    fill(weights, gradient);
    for (let at = 0; at < size; at++) {
      const slope = gradient[at] ?? 0;
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope;
      const corrected = (mean[at] ?? 0) / (1 - 0.9 ** step);
      const stride = (rate * corrected) / (Math.sqrt((square[at] ?? 0) / (1 - 0.999 ** step)) + 1e-9);
      weights[at] = allowed((weights[at] ?? 0) - stride, at);
    }
  }
  return [...weights];
}

function scalesOf(
  names: readonly string[],
  rows: readonly Readonly<Record<string, number>>[],
): ReadonlyMap<string, Scale> {
  return new Map(
    names.map((name) => {
      const mean = rows.reduce((sum, row) => sum + (row[name] ?? 0), 0) / rows.length;
      const variance = rows.reduce((sum, row) => sum + ((row[name] ?? 0) - mean) ** 2, 0) / rows.length;
      return [name, { mean, deviation: Math.sqrt(variance) + 1e-6 }];
    }),
  );
}

function unscaled(names: readonly string[]): ReadonlyMap<string, Scale> {
  return new Map(names.map((name) => [name, { mean: 0, deviation: 1 }]));
}

function scaled(
  names: readonly string[],
  scales: ReadonlyMap<string, Scale>,
  values: Readonly<Record<string, number>>,
): readonly number[] {
  return names.map((name) => {
    const { mean, deviation } = scales.get(name) ?? { mean: 0, deviation: 1 };
    return ((values[name] ?? mean) - mean) / deviation;
  });
}

function modelOf(
  names: readonly string[],
  scales: ReadonlyMap<string, Scale>,
  weights: readonly number[],
  bias: number,
): LinearModel {
  const round = (value: number): number => Number(value.toPrecision(6));
  const features = names.map((name, at) => {
    const { mean, deviation } = scales.get(name) ?? { mean: 0, deviation: 1 };
    return [
      name,
      { mean: round(mean), deviation: round(deviation), weight: round(weights[at] ?? 0) },
    ] as const;
  });
  return { bias: round(bias), features: Object.fromEntries(features) };
}

function dot(left: Float64Array, right: readonly number[]): number {
  let sum = 0;
  for (const [at, value] of right.entries()) sum += value * (left[at] ?? 0);
  return sum;
}
