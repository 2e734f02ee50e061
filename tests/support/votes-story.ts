/** Bodies of votes, and what the stories about them ask. */
import type { Actor } from "./actor.ts";
import type { TestBus } from "./bus.ts";
import { form } from "./form.ts";
import { botLogin } from "./freeing.ts";

export const voteBody = (changes: Readonly<Record<string, string>> = {}): string =>
  form({
    Question: "Which store do deliveries use?",
    Options: "1. SQLite, one file.\n2. PostgreSQL.",
    Voters: "ada, bea, cleo",
    Needs: "majority",
    ...changes,
  });

export const contractBody = (changes: Readonly<Record<string, string>>): string =>
  form({
    Interface: "orders-api",
    Version: "1.2.0",
    Format: "types",
    Definition: "```ts\ninterface Order { id: string }\n```",
    ...changes,
  });

export const openContract = (who: Actor, changes: Readonly<Record<string, string>>): Promise<number> =>
  who.open("Contract: orders-api", contractBody(changes), ["kind:contract"]);

export async function openVote(
  who: Actor,
  changes: Readonly<Record<string, string>> = {},
  title = "Which store",
): Promise<number> {
  return who.open(`Vote: ${title}`, voteBody(changes), ["kind:vote"]);
}

/** A task that nobody is assigned to. */
export const openTask = (who: Actor, title: string): Promise<number> =>
  who.open(title, "### Goal\n\nIt is done.", ["kind:task"], []);

/** What we say on an issue, oldest first. */
export async function ours(bus: Pick<TestBus, "as">, issue: number): Promise<readonly string[]> {
  const comments = await bus.as("alice").comments(issue);
  return comments.filter(({ author }) => author === botLogin).map(({ body }) => shown(body));
}

/** Without the marker, which is not shown. */
const shown = (body: string): string => body.replace(/<!--[\s\S]*?-->/g, "").trim();

/** Our reactions to a comment. */
export async function reactionsTo(bus: Pick<TestBus, "as">, comment: number): Promise<readonly string[]> {
  const alice = bus.as("alice");
  const { data } = await alice.octokit.rest.reactions.listForIssueComment({
    ...alice.repository,
    comment_id: comment,
  });
  return data.filter(({ user }) => user?.login === botLogin).map(({ content }) => content);
}

/** Open escalations, oldest first. */
export async function escalationsIn(bus: Pick<TestBus, "as">, state: "open" | "closed" = "open") {
  const alice = bus.as("alice");
  const { data } = await alice.octokit.rest.issues.listForRepo({
    ...alice.repository,
    labels: "kind:escalation",
    state,
  });
  return data.toReversed().map(({ number, title, body }) => ({ number, title, body: body ?? "" }));
}
