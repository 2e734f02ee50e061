/** Writes numbers of measures for people. */
import { durationText } from "../flags/duration-flag.ts";
import type { MeasureOutput, NumbersOutput } from "./figures-shape.ts";

type Shown = Pick<MeasureOutput, "unit" | "main" | "target">;

/** Nothing was measured. */
export const none = "–";

/** The main number and how many cases it is of: `80% (12/15)`, `3 min (15)`, `4.5`. */
export function figureText({ unit, main }: Shown, numbers: NumbersOutput | undefined): string {
  if (numbers === null || numbers === undefined) return none;
  if (unit === "share") return shareText(numbers);
  const value = numbers[main];
  if (value === undefined) return none;
  const cases = unit === "time" ? ` (${numbers.cases ?? 0})` : "";
  return `${valueText(unit, value)}${cases}`;
}

/** Too few cases for a percentage: both numbers alone. */
function shareText({ part = 0, of = 0, share }: Readonly<Record<string, number>>): string {
  if (of === 0 && part === 0) return none;
  return share === undefined ? `${part}/${of}` : `${valueText("share", share)} (${part}/${of})`;
}

export function valueText(unit: Shown["unit"], value: number): string {
  switch (unit) {
    case "share":
      return `${Math.round(value * 100)}%`;
    case "time":
      return durationText(value);
    case "count":
      return Number.isInteger(value) ? String(value) : value.toFixed(1);
  }
}

const signs = { "at least": "≥", "at most": "≤", below: "<" } as const;

export function targetText({ unit, target }: Shown): string {
  if (target === undefined) return "";
  const value = valueText(unit, target.value);
  // Nothing is beyond all, or below none.
  return value === "100%" || value === "0" ? value : `${signs[target.is]} ${value}`;
}

/** Whether the main number is what it should be; undefined without a target or a number. */
export function isMet({ main, target }: Shown, numbers: NumbersOutput | undefined): boolean | undefined {
  const value = numbers?.[main];
  if (target === undefined || value === undefined) return undefined;
  switch (target.is) {
    case "at least":
      return value >= target.value;
    case "at most":
      return value <= target.value;
    case "below":
      return value < target.value;
  }
}
