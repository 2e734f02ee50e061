/**
 * Arguments and inputs, read by name and type. graphql-js has checked them against the schema by then, so a value of
 * another type is our own defect; null and absent are one here, as in most of GitHub's inputs.
 */
import { Defect } from "../../base/errors.ts";

export class Args {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: unknown) {
    this.#values = isRecord(values) ? values : {};
  }

  text(name: string): string {
    return this.optionalText(name) ?? missing(name);
  }

  optionalText(name: string): string | undefined {
    const value = this.#given(name);
    return value === undefined || typeof value === "string" ? value : mistyped(name);
  }

  integer(name: string): number {
    return this.optionalInteger(name) ?? missing(name);
  }

  optionalInteger(name: string): number | undefined {
    const value = this.#given(name);
    return value === undefined || typeof value === "number" ? value : mistyped(name);
  }

  flag(name: string): boolean {
    return this.#given(name) === true;
  }

  /** Whether false was given, for a flag that is set by default. */
  isFalse(name: string): boolean {
    return this.#given(name) === false;
  }

  texts(name: string): readonly string[] {
    return this.optionalTexts(name) ?? [];
  }

  optionalTexts(name: string): readonly string[] | undefined {
    const value = this.#given(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return mistyped(name);
    return value.map((one) => (typeof one === "string" ? one : mistyped(name)));
  }

  /** One of the words listed, for an enum of the schema. @returns undefined where absent */
  word<const W extends string>(name: string, words: readonly W[]): W | undefined {
    const value = this.#given(name);
    return words.find((word) => word === value);
  }

  /** A nested input; empty where absent. */
  input(name: string): Args {
    return new Args(this.#given(name));
  }

  has(name: string): boolean {
    return this.#given(name) !== undefined;
  }

  /** Whether null was given on purpose, which some filters take for "nobody". */
  isNull(name: string): boolean {
    return Object.hasOwn(this.#values, name) && this.#values[name] === null;
  }

  isEmptyList(name: string): boolean {
    const value = this.#given(name);
    return Array.isArray(value) && value.length === 0;
  }

  #given(name: string): unknown {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    return value ?? undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function missing(name: string): never {
  throw new Defect(`The argument ${name} is missing.`);
}

function mistyped(name: string): never {
  throw new Defect(`The argument ${name} has another type than the schema says.`);
}
