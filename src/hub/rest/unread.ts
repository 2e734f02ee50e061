/**
 * Refuses, by name, whatever a request sends and its handler does not read, if GitHub documents it and it
 * would change the response. Query and body record their own reads, so that no route can forget to.
 */
import { documentedInputs } from "./documented.ts";

interface Input {
  readonly fallback: string | undefined;
  readonly words: readonly string[];
}
type Inputs = ReadonlyMap<string, Input>;
interface Documented {
  readonly query: Inputs;
  readonly body: Inputs;
}

const none: Documented = { query: new Map(), body: new Map() };
let known: ReadonlyMap<string, Documented> | undefined;

/** @param operation as GitHub writes it, `GET /repos/{owner}/{repo}/issues` */
function documentedOf(operation: string): Documented {
  known ??= new Map(documentedInputs.trim().split("\n").map(readLine));
  return known.get(operation) ?? none;
}

function readLine(line: string): readonly [string, Documented] {
  const [operation = "", query = "", body = ""] = line.split("|").map((part) => part.trim());
  return [operation, { query: readInputs(query), body: readInputs(body) }];
}

/** A property may appear once for each of several alternatives. */
function readInputs(text: string): Inputs {
  const found = new Map<string, Input>();
  for (const one of text.split(" ").filter((word) => word !== "")) {
    const [, name = "", fallback, words] = /^([^=:]+)(?:=([^:]*))?(?::(.*))?$/.exec(one) ?? [];
    const earlier = found.get(name)?.words ?? [];
    found.set(name, { fallback, words: [...earlier, ...(words?.split(",") ?? [])] });
  }
  return found;
}

/** A query that records which of its parameters are read. */
export class WatchedQuery extends URLSearchParams {
  readonly #read = new Set<string>();
  readonly #passedOver = new Set<string>();

  override get(name: string): string | null {
    this.#read.add(name);
    return super.get(name);
  }

  override has(name: string, value?: string): boolean {
    this.#read.add(name);
    return super.has(name, value);
  }

  /** Marks a parameter as read but with an unsupported value. */
  passOver(name: string): void {
    this.#passedOver.add(name);
  }

  /** Documented parameters that were given and not read, or read with an unsupported value. */
  unread(operation: string): readonly string[] {
    const { query } = documentedOf(operation);
    return [...new Set(this.keys())].flatMap((name) => {
      const input = query.get(name);
      const value = super.get(name) ?? "";
      if (input === undefined || value === "" || value === input.fallback) return [];
      if (!this.#read.has(name)) return [name];
      return this.#passedOver.has(name) && input.words.includes(value) ? [`${name}=${value}`] : [];
    });
  }
}

/** A body that records which of its properties are read. */
export class WatchedBody {
  readonly #given: unknown;
  readonly #read = new Set<string>();
  /** Passed to handlers in place of the body. */
  readonly value: unknown;

  constructor(given: unknown) {
    this.#given = given;
    this.value = this.#watch(given, "");
  }

  /** Documented properties that were given and not read. */
  unread(operation: string): readonly string[] {
    const { body } = documentedOf(operation);
    if (body.size === 0) return [];
    return [...new Set(placesIn(this.#given, ""))].flatMap(({ place, value }) => {
      const input = body.get(place);
      const isRead = this.#read.has(place) || this.#read.has(`${place.replace(/[^.]*$/, "")}*`);
      const isSame = value === null || String(value) === input?.fallback || isEmptyList(value);
      return input === undefined || isRead || isSame ? [] : [place];
    });
  }

  #watch(value: unknown, place: string): unknown {
    if (typeof value !== "object" || value === null) return value;
    const isList = Array.isArray(value);
    return new Proxy(value, {
      get: (target, key) => {
        const found: unknown = Reflect.get(target, key);
        if (typeof key === "symbol" || (isList && !/^\d+$/.test(key))) return found;
        const at = isList ? `${place}[]` : joined(place, key);
        this.#read.add(at);
        return this.#watch(found, at);
      },
      // Listing the keys counts as reading all of them.
      ownKeys: (target) => {
        this.#read.add(`${place === "" ? "" : `${place}.`}*`);
        return Reflect.ownKeys(target);
      },
    });
  }
}

interface Place {
  readonly place: string;
  readonly value: unknown;
}

function placesIn(value: unknown, place: string): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap((one) => placesIn(one, `${place}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    const at = joined(place, key);
    return [{ place: at, value: below }, ...placesIn(below, at)];
  });
}

function joined(place: string, key: string): string {
  return place === "" ? key : `${place}.${key}`;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
