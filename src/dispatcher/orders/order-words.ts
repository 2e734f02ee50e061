/**
 * Puts orders before the engine as it sees commands in comments. They are in the view and in no record, so that
 * nothing of them outlives the pass but what it decided.
 */

import type { Actor, CommentSeen, NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import { orderedId } from "../../engine/model/spoken.ts";
import type { View } from "../../engine/model/view.ts";
import { agentNamed, rosterOf } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Chooser } from "../ports/agents/orders.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { AssignedOrder } from "./task-chooser.ts";

export interface OrderWords {
  /** The text of orders, by the number of their issue. */
  readonly said: ReadonlyMap<number, readonly CommentSeen[]>;
  /** Why orders have no author and never will as the settings are, by the order's id. */
  readonly mistakes: ReadonlyMap<string, string>;
}

/**
 * An order has its agent's account as its author, a choice the person who chose. Where GitHub could not say whose account that is, the order
 * says nothing yet and is decided later; where there is none, it is a mistake.
 */
export async function readOrderWords(
  tracker: Pick<Tracker, "accountsOf">,
  settings: Settings,
  repository: RepositorySeen,
  orders: readonly AssignedOrder[],
): Promise<OrderWords> {
  const findAccount = (agent: string): NodeId | undefined => agentNamed(settings, agent)?.account;
  const wanted = new Set(orders.flatMap(({ order }) => findAccount(order.agent) ?? []));
  const roster = new Set(rosterOf(settings).map(({ account }) => account));
  const accounts = await tracker.accountsOf(repository, [...wanted], [...roster]);
  const said = new Map<number, CommentSeen[]>();
  const mistakes = new Map<string, string>();
  for (const { order, issue } of orders) {
    if (order.chooser !== undefined) {
      if (issue !== undefined)
        said.set(issue, [...(said.get(issue) ?? []), writeChoice(order, order.chooser)]);
      continue;
    }
    const account = findAccount(order.agent);
    const author = account === undefined ? undefined : accounts.get(account);
    if (account === undefined) mistakes.set(order.id, `the settings name no agent ${order.agent}`);
    else if (author === "none") mistakes.set(order.id, explainMissingAccount(order.agent, account));
    if (author === undefined || author === "none" || issue === undefined) continue;
    said.set(issue, [...(said.get(issue) ?? []), writeComment(order, author)]);
  }
  return { said, mistakes };
}

/** GitHub said whose account it is when the person signed in. */
function writeChoice({ id, text, arrivedAt }: AssignedOrder["order"], chooser: Chooser): CommentSeen {
  const author = { id: chooser.id, login: chooser.login, type: "User" } as const;
  return { id: orderedId(id), author, text, createdAt: arrivedAt, shown: chooser.shown };
}

function explainMissingAccount(agent: string, account: NodeId): string {
  return `GitHub has no account ${account} for agent ${agent}; correct \`agents.${agent}.account\` in the settings`;
}

function writeComment({ id, text, arrivedAt, session }: AssignedOrder["order"], author: Actor): CommentSeen {
  return { id: orderedId(id), author, text, createdAt: arrivedAt, session };
}

/** @param counting the orders that still count; all if undefined */
export function addOrders(
  view: View,
  { id }: RepositorySeen,
  words: OrderWords | undefined,
  counting?: readonly AssignedOrder[],
): View {
  if (words === undefined || words.said.size === 0) return view;
  const heard = counting && new Set(counting.map(({ order }) => orderedId(order.id)));
  const orders = new Map<NodeId, readonly CommentSeen[]>();
  for (const { seen } of view.records.values()) {
    const all = seen.repositoryId === id ? (words.said.get(seen.number) ?? []) : [];
    const counts = heard === undefined ? all : all.filter((comment) => heard.has(comment.id));
    if (counts.length > 0) orders.set(seen.id, counts);
  }
  return { ...view, orders };
}
