/**
 * Reads arguments and inputs by name and type. graphql-js has already validated them, so a value of another
 * type is a bug here; null and absent are treated alike, as in most of GitHub's inputs. Every read is
 * recorded, so that no resolver can ignore an argument silently (`unread.ts`).
 */
import { Defect } from "../../../base/errors.ts";

export class Args {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #read = new Set<string>();
  readonly #passedOver = new Set<string>();
  readonly #inputs = new Map<string, Args>();
  #isDisregarded = false;

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

  /** Whether false was given, for a flag that defaults to true. */
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

  /** One of the listed words of an enum; another word counts as not read. @returns undefined if absent */
  word<const W extends string>(name: string, words: readonly W[]): W | undefined {
    const value = this.#given(name);
    const known = words.find((word) => word === value);
    if (known === undefined) this.#passedOver.add(name);
    return known;
  }

  /** Listed words of an enum's list; others count as not read. */
  knows(name: string, words: readonly string[]): void {
    if (this.texts(name).some((word) => !words.includes(word))) this.#passedOver.add(name);
  }

  /** A nested input; empty if absent. Reads of its fields are recorded with it. */
  input(name: string): Args {
    const input = this.#inputs.get(name) ?? new Args(this.#given(name));
    this.#inputs.set(name, input);
    return input;
  }

  /** Marks everything given here as unable to change the answer. */
  disregard(): void {
    this.#isDisregarded = true;
  }

  /** How much of the value under a name was read: all, none, or that its word is not supported here. */
  use(name: string): "read" | "unread" | "passed over" {
    if (this.#passedOver.has(name)) return "passed over";
    return this.#read.has(name) ? "read" : "unread";
  }

  /** What is given and may change the answer, without marking it as read. */
  given(): Readonly<Record<string, unknown>> {
    return this.#isDisregarded ? {} : this.#values;
  }

  has(name: string): boolean {
    return this.#given(name) !== undefined;
  }

  /** Whether null was given explicitly; some filters take that for "no one". */
  isNull(name: string): boolean {
    this.#read.add(name);
    return Object.hasOwn(this.#values, name) && this.#values[name] === null;
  }

  #given(name: string): unknown {
    this.#read.add(name);
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
