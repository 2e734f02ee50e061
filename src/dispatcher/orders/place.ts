/**
 * Takes an order from an agent on the server's machine, or a person's choice on a page: stores it, has its repository
 * reconciled, and waits a moment for what becomes of it.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { Defect } from "../../base/errors.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import { parseCommands } from "../../protocol/commands/read-commands.ts";
import { agentNamed, rosterOf } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Mutex } from "../mutex.ts";
import type { Chooser, Order, OrderAnswer, Orders } from "../ports/agents/orders.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsOf } from "../ports/settings.ts";
import { isAdopting } from "../reconcile/deciding/adoption.ts";
import type { SignOfLife } from "../sessions/session-steps.ts";
import type { OrderNotifier } from "./order-notifier.ts";

/** The order as an agent sends it. */
export interface OrderWish extends Pick<Order, "id" | "agent" | "text" | "session"> {
  readonly owner: string;
  readonly repo: string;
  /** The issue's number; undefined: the best task that is ready. */
  readonly issue?: number | undefined;
  readonly track?: string | undefined;
  /** The number of a space, where a task of it is wanted. */
  readonly space?: number | undefined;
  /**
   * How long its sender still waits. A duration, because the order must end with the sender's patience
   * although it was sent a second time, and the two clocks need not agree.
   */
  readonly waitMs?: number | undefined;
}

export type OrderResult =
  | OrderAnswer
  /** Not decided while the sender waited, and over. Sent again, it waits again. */
  | { readonly type: "undecided"; readonly why: string }
  /** Stored, and it may have been carried out or still be. Sent again with this id, it has the same answer. */
  | { readonly type: "unknown"; readonly id: string }
  /** The server takes no orders now: whether an earlier attempt at this one succeeded was not looked up. */
  | { readonly type: "unavailable"; readonly why: string };

/** What a person chose on a page that showed them an issue. */
export interface PageChoice extends Pick<Order, "id" | "text"> {
  readonly owner: string;
  readonly repo: string;
  readonly issue: number;
  readonly chooser: Chooser;
  readonly waitMs?: number | undefined;
}

/** Rejects if the order could not be stored. */
export type PlaceOrder = (wish: OrderWish) => Promise<OrderResult>;

/**
 * Rejects if the choice could not be stored. Call it only for a session that GitHub's sign-in in a browser opened: nothing
 * else shows that it is the person, and no agent with the same login.
 */
export type PlaceChoice = (choice: PageChoice) => Promise<OrderResult>;

/** How long a sender waits that does not say so. */
const usualPatienceMs = 10_000;
/** How long one request of a sender waits: one that has more patience asks again. */
export const maxOrderWaitMs = 60_000;
const limit = { max: 60, withinMs: 60_000 };
/** How many agents an answer names. */
const named = 20;

interface Needs {
  readonly store: {
    readonly orders: Pick<Orders, "place" | "answerTo" | "end">;
    readonly index: Pick<Index, "repositoryNamed" | "cursor" | "toAdopt">;
    readonly notifier: Pick<OrderNotifier, "listen">;
  };
  readonly settingsOf: SettingsOf;
  readonly mutex: Pick<Mutex, "run">;
  readonly clock: Clock;
  readonly wake: () => void;
  /** An order is a sign of life. Returns immediately. */
  readonly heard: (sign: SignOfLife) => void;
}

export class OrderDesk {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Takes an order from an agent. */
  async order({ owner, repo, ...wish }: OrderWish): Promise<OrderResult> {
    const { settingsOf, heard, store } = this.#needs;
    const repository = store.index.repositoryNamed(owner, repo);
    if (repository === undefined) return mistake(`the App does not serve ${owner}/${repo}`);
    const agent = agentNamed(settingsOf(repository.id), wish.agent);
    if (agent === undefined)
      return mistake(unknownAgent(wish.agent, `${owner}/${repo}`, settingsOf(repository.id)));
    if (!isOneOf(orderable, wish.text)) return mistake("an order is one /claim, /release, /lock or /unlock");
    const { id, issue, track, space, text, session, waitMs = usualPatienceMs } = wish;
    const order = { id, repositoryId: repository.id, agent: agent.name, issue, track, space, text, session };
    heard({ agent: agent.name, id: session ?? "", repositoryId: repository.id });
    return this.#carryOut(order, Math.min(waitMs, maxOrderWaitMs));
  }

  /** Takes what a person chose on a page. */
  async choose({ owner, repo, ...choice }: PageChoice): Promise<OrderResult> {
    const repository = this.#needs.store.index.repositoryNamed(owner, repo);
    if (repository === undefined) return mistake(`the App does not serve ${owner}/${repo}`);
    const { id, issue, text, chooser, waitMs = usualPatienceMs } = choice;
    if (!isOneOf(choosable, text)) return mistake("a page takes one decision at a time");
    const agent = `person ${chooser.login}`;
    const order = { id, repositoryId: repository.id, agent, issue, track: undefined, text, chooser };
    return this.#carryOut(order, Math.min(waitMs, maxOrderWaitMs));
  }

  async #carryOut(order: Order, waitMs: number): Promise<OrderResult> {
    const { clock, wake, store } = this.#needs;
    const now = clock.now();
    const until = now + waitMs;
    const enough = new AbortController();
    const answered = Promise.withResolvers<OrderAnswer>();
    const stop = store.notifier.listen(order.id, answered.resolve);
    try {
      const known = await this.#store(order, now, until);
      if (known !== undefined) return known;
      wake();
      const late = clock.sleep(waitMs, enough.signal).then(() => undefined);
      return (
        (await Promise.race([answered.promise, late])) ?? (await this.#lastWordOrNone(order, until, waitMs))
      );
    } finally {
      stop();
      enough.abort();
    }
  }

  async #store(order: Order, now: Millis, until: Millis): Promise<OrderAnswer | undefined> {
    const placed = await this.#needs.store.orders.place(order, { now, until, limit });
    switch (placed.type) {
      case "waiting":
        return undefined;
      case "answered":
        return placed.answer;
      case "other order":
        return mistake(`the id ${order.id} is another order's`);
      case "too many":
        return no(`${order.agent} gave ${limit.max} orders within a minute: wait a moment`, false);
    }
  }

  /** An order that could not be ended, as on a full disk, may still be carried out by a commit under way. */
  async #lastWordOrNone(order: Order, until: Millis, waitMs: Millis): Promise<OrderResult> {
    try {
      return await this.#lastWord(order, until, waitMs);
    } catch (thrown) {
      if (thrown instanceof Defect) throw thrown;
      return { type: "unknown", id: order.id };
    }
  }

  /**
   * A commit under way may still answer it; after that it is not carried out any more. Ended first and read then: in the
   * other order, another process could carry it out in between.
   */
  async #lastWord({ id, repositoryId }: Order, until: Millis, waitMs: Millis): Promise<OrderResult> {
    const { mutex, store } = this.#needs;
    const answer = await mutex.run(async () => {
      await store.orders.end(id, until);
      return store.orders.answerTo(id);
    });
    return answer ?? { type: "undecided", why: this.#explainUndecided(repositoryId, waitMs) };
  }

  #explainUndecided(repositoryId: RepositoryId, waitMs: Millis): string {
    return isAdopting(this.#needs.store.index, repositoryId)
      ? "the issues of the repository are still being read, and until then no agent gets a task or files"
      : `the server could not read GitHub or write its index within ${Math.ceil(waitMs / 1_000)} s`;
  }
}

const orderable: ReadonlySet<string> = new Set(["claim", "release", "lock", "unlock"]);

/** What a person may decide on a page. */
const choosable: ReadonlySet<string> = new Set([
  ...(["answer", "decide", "approve", "accept", "vote", "ack", "object"] as const),
]);

function isOneOf(names: ReadonlySet<string>, text: string): boolean {
  const [command, ...more] = parseCommands(text);
  return more.length === 0 && names.has(command?.name ?? "");
}

function unknownAgent(agent: string, repository: string, settings: Settings): string {
  const names = rosterOf(settings).map(({ name }) => name);
  if (names.length === 0)
    return `the settings of ${repository} name no agents: add ${agent} under \`agents\` in .github/signalbox.yml`;
  const rest = names.length > named ? ` and ${names.length - named} more` : "";
  return `the settings of ${repository} name no agent ${agent}, but ${names.slice(0, named).join(", ")}${rest}`;
}

function no(reason: string, isMistake: boolean): OrderAnswer {
  return { type: "refused", reason, isMistake };
}

function mistake(reason: string): OrderAnswer {
  return no(reason, true);
}
