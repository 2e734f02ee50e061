/**
 * A linear model over named numbers: standardised, weighted, added up. A newcomer would look for the training here;
 * it happens in tests/bench/answers, and only its weights come into the source.
 */

export interface LinearModel {
  readonly bias: number;
  readonly features: Readonly<
    Record<string, { readonly mean: number; readonly deviation: number; readonly weight: number }>
  >;
}

/** Throws nothing: a feature that the model does not know counts nothing. */
export function linear(model: LinearModel, values: Readonly<Record<string, number>>): number {
  let sum = model.bias;
  for (const [name, { mean, deviation, weight }] of Object.entries(model.features))
    sum += (weight * ((values[name] ?? mean) - mean)) / deviation;
  return sum;
}

/** A sum as a probability. */
export function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}
