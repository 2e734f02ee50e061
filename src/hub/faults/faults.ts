/**
 * The active fault rules. A rule is used up by matches, not by time; several rules may apply to one request,
 * in the order in which they were added.
 */
import {
  type CompleteRule,
  type DeliveryEffect,
  type FaultRule,
  faultRule,
  type RequestEffect,
} from "./rule.ts";
import type { QuotaShape } from "./strike.ts";

/** The properties of a request that a rule is matched against. */
export interface RequestTraits {
  readonly method: string;
  readonly path: string;
  readonly login: string | undefined;
  /** Undefined for anything but GraphQL. */
  readonly graphql:
    | {
        readonly operation: string | undefined;
        readonly fields: readonly string[];
        readonly isMutation: boolean;
      }
    | undefined;
}

export interface DeliveryTraits {
  readonly event: string;
  readonly action: string | null;
}

interface Armed {
  readonly id: number;
  readonly rule: CompleteRule;
  skipped: number;
  struck: number;
}

export class Faults {
  readonly #armed = new Map<number, Armed>();
  readonly #onChange: (rules: readonly CompleteRule[]) => void;
  #lastId = 0;
  #enforcesLimits = false;
  #quotaShape: QuotaShape = "documented";

  /** @param onChange called with all active rules whenever one is added or removed */
  constructor(onChange: (rules: readonly CompleteRule[]) => void) {
    this.#onChange = onChange;
  }

  /** Adds a rule. @returns a function that removes it @throws ZodError for an invalid rule */
  add(rule: FaultRule): () => void {
    const id = this.put(faultRule.parse(rule));
    return () => this.remove(id);
  }

  /** Adds a validated rule. @returns its id */
  put(rule: CompleteRule): number {
    if (rule.on === "request" && rule.match.path !== undefined) new RegExp(rule.match.path);
    this.#lastId += 1;
    this.#armed.set(this.#lastId, { id: this.#lastId, rule, skipped: 0, struck: 0 });
    this.#changed();
    return this.#lastId;
  }

  remove(id: number): boolean {
    const existed = this.#armed.delete(id);
    this.#changed();
    return existed;
  }

  clear(): void {
    this.#armed.clear();
    this.#changed();
  }

  /** The active rules, with how often each was applied. */
  list(): readonly { readonly id: number; readonly rule: CompleteRule; readonly struck: number }[] {
    return [...this.#armed.values()].map(({ id, rule, struck }) => ({ id, rule, struck }));
  }

  /**
   * Whether GitHub's limits are enforced: 80 pieces of content a minute, 500 an hour, 5,000 requests an hour.
   */
  get enforcesLimits(): boolean {
    return this.#enforcesLimits;
  }

  enforceLimits(on: boolean): void {
    this.#enforcesLimits = on;
  }

  /** How the next GraphQL request is told that its quota is spent: the one shape and the other by turns. */
  takeQuotaShape(): QuotaShape {
    this.#quotaShape = this.#quotaShape === "documented" ? "seen" : "documented";
    return this.#quotaShape;
  }

  /** Whether any rule concerns requests; if not, no request needs to be parsed for matching. */
  get watchesRequests(): boolean {
    return [...this.#armed.values()].some((armed) => armed.rule.on === "request");
  }

  /** Consumes and returns the effects that apply to a request. */
  forRequest(traits: RequestTraits): readonly RequestEffect[] {
    return [...this.#armed.values()].flatMap((armed) =>
      armed.rule.on === "request" && matchesRequest(armed.rule.match, traits) && strikes(armed)
        ? [armed.rule.effect]
        : [],
    );
  }

  /** Consumes and returns the effects that apply to a delivery. */
  forDelivery(traits: DeliveryTraits): readonly DeliveryEffect[] {
    return [...this.#armed.values()].flatMap((armed) =>
      armed.rule.on === "delivery" && matchesDelivery(armed.rule.match, traits) && strikes(armed)
        ? [armed.rule.effect]
        : [],
    );
  }

  #changed(): void {
    this.#onChange([...this.#armed.values()].map((armed) => armed.rule));
  }
}

type RequestMatch = Extract<CompleteRule, { on: "request" }>["match"];
type DeliveryMatch = Extract<CompleteRule, { on: "delivery" }>["match"];

function matchesRequest(match: RequestMatch, traits: RequestTraits): boolean {
  return (
    (match.method === undefined || match.method.toUpperCase() === traits.method) &&
    (match.path === undefined || new RegExp(match.path).test(traits.path)) &&
    (match.login === undefined || match.login === traits.login) &&
    (match.operation === undefined || match.operation === traits.graphql?.operation) &&
    (match.field === undefined || traits.graphql?.fields.includes(match.field) === true) &&
    (match.moreFieldsThan === undefined || (traits.graphql?.fields.length ?? 0) > match.moreFieldsThan)
  );
}

function matchesDelivery(match: DeliveryMatch, traits: DeliveryTraits): boolean {
  return (
    (match.event === undefined || match.event === traits.event) &&
    (match.action === undefined || match.action === traits.action)
  );
}

function strikes(armed: Armed): boolean {
  if (armed.skipped < armed.rule.skip) {
    armed.skipped += 1;
    return false;
  }
  if (armed.rule.times !== undefined && armed.struck >= armed.rule.times) return false;
  armed.struck += 1;
  return true;
}
