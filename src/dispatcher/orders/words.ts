/**
 * Puts orders before the engine as it sees commands in comments. They are in the view and in no record, so that
 * nothing of them outlives the pass but what it decided.
 */
import { orderedId } from "../../engine/admission/spoken.ts";
import type { Actor, CommentSeen, NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { View } from "../../engine/model/view.ts";
import { agentNamed } from "../../protocol/settings/roster.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { AssignedOrder } from "./take.ts";

/** The text of orders, by the number of their issue. */
export type OrderWords = ReadonlyMap<number, readonly CommentSeen[]>;

export type ReadOrderWords = (
  repository: RepositorySeen,
  orders: readonly AssignedOrder[],
) => Promise<OrderWords>;

/** Without the account of its agent, an order says nothing: it is decided when GitHub shows the account. */
export function createOrderWords({
  tracker,
  settingsOf,
}: {
  readonly tracker: Pick<Tracker, "accountsOf">;
  readonly settingsOf: SettingsOf;
}): ReadOrderWords {
  return async (repository, orders) => {
    if (orders.length === 0) return new Map();
    const settings = settingsOf(repository.id);
    const accountOf = (agent: string): NodeId | undefined => agentNamed(settings, agent)?.account;
    const wanted = new Set(orders.flatMap(({ order }) => accountOf(order.agent) ?? []));
    const accounts = await tracker.accountsOf(repository, [...wanted]);
    const words = new Map<number, CommentSeen[]>();
    for (const { order, issue } of orders) {
      const author = accounts.get(accountOf(order.agent) ?? "");
      if (author === undefined || issue === undefined) continue;
      words.set(issue, [...(words.get(issue) ?? []), said(order, author)]);
    }
    return words;
  };
}

function said({ id, text, arrivedAt }: AssignedOrder["order"], author: Actor): CommentSeen {
  return { id: orderedId(id), author, text, createdAt: arrivedAt };
}

/** @param counting the orders that still count; all if undefined */
export function withOrders(
  view: View,
  { id }: RepositorySeen,
  words: OrderWords | undefined,
  counting?: readonly AssignedOrder[],
): View {
  if (words === undefined || words.size === 0) return view;
  const heard = counting && new Set(counting.map(({ order }) => orderedId(order.id)));
  const orders = new Map<NodeId, readonly CommentSeen[]>();
  for (const { seen } of view.records.values()) {
    const said = seen.repositoryId === id ? (words.get(seen.number) ?? []) : [];
    const counts = heard === undefined ? said : said.filter((comment) => heard.has(comment.id));
    if (counts.length > 0) orders.set(seen.id, counts);
  }
  return { ...view, orders };
}
