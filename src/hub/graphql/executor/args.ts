/**
 * Reads arguments and inputs by name and type. graphql-js has already validated them, so a value of the wrong
 * type is a bug here; null and absent are treated alike, as in most of GitHub's inputs. Every read is
 * recorded, so that no resolver can ignore an argument silently (`unread.ts`).
 */
import { Defect } from "../../../base/errors.ts";

export class Args {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #read = new Set<string>();
  readonly #unsupported = new Set<string>();
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
    return value === undefined || typeof value === "string" ? value : throwMistyped(name);
  }

  integer(name: string): number {
    return this.optionalInteger(name) ?? missing(name);
  }

  optionalInteger(name: string): number | undefined {
    const value = this.#given(name);
    return value === undefined || typeof value === "number" ? value : throwMistyped(name);
  }

  flag(name: string): boolean {
    return this.#given(name) === true;
  }

  /** Whether false was given, for a flag that defaults to true. */
  isFalse(name: string): boolean {
    return this.#given(name) === false;
  }

  strings(name: string): readonly string[] {
    return this.optionalStrings(name) ?? [];
  }

  optionalStrings(name: string): readonly string[] | undefined {
    const value = this.#given(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return throwMistyped(name);
    return value.map((one) => (typeof one === "string" ? one : throwMistyped(name)));
  }

  /** One of the allowed values of an enum; any other counts as not read. @returns undefined if absent */
  oneOf<const W extends string>(name: string, allowed: readonly W[]): W | undefined {
    const value = this.#given(name);
    const known = allowed.find((each) => each === value);
    if (known === undefined) this.#unsupported.add(name);
    return known;
  }

  /** Records that a list has values other than the supported ones; those count as not read. */
  noteUnsupported(name: string, supported: readonly string[]): void {
    if (this.strings(name).some((value) => !supported.includes(value))) this.#unsupported.add(name);
  }

  /** A nested input; empty if absent. Reads of its fields are recorded with it. */
  input(name: string): Args {
    const input = this.#inputs.get(name) ?? new Args(this.#given(name));
    this.#inputs.set(name, input);
    return input;
  }

  /** Marks everything given here as irrelevant to the response. */
  disregard(): void {
    this.#isDisregarded = true;
  }

  /** Whether the value under a name was read, was not, or is not supported here. */
  use(name: string): "read" | "unread" | "unsupported" {
    if (this.#unsupported.has(name)) return "unsupported";
    return this.#read.has(name) ? "read" : "unread";
  }

  /** The given value if it may change the response, without marking it as read. */
  given(): Readonly<Record<string, unknown>> {
    return this.#isDisregarded ? {} : this.#values;
  }

  has(name: string): boolean {
    return this.#given(name) !== undefined;
  }

  /** Whether null was given explicitly; some filters treat that as "no one". */
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

function throwMistyped(name: string): never {
  throw new Defect(`The argument ${name} does not match its schema type.`);
}
