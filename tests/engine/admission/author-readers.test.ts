/**
 * Whose words a text is, is asked of `text-makers.ts`: who changes a text is one of its askers. What reads the author of an
 * issue for something else is listed here, with the reason.
 */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";

const root = new URL("../../../src/", import.meta.url);
/** The rooms that read facts. The adapter of GitHub makes them; the stand-in has issues of its own. */
const files = globSync("{engine,handover,coordinator,dispatcher,operations,store,jobs,texts,pages}/**/*.ts", {
  cwd: root,
}).map((path) => path.replaceAll("\\", "/"));

const others: Readonly<Record<string, string>> = {
  "coordinator/lookup/track-record.ts": "Whether we closed an answer of ours ourselves.",
  "coordinator/records/contracts.ts":
    "Who stands behind a contract's words: a person who gave it a title does not.",
  "dispatcher/reconcile/reading/moved.ts":
    "Whether anything changed that a decision can depend on: it compares all three.",
  "dispatcher/repository/evidence-reader.ts":
    "Whose fork may have the work: the writer of the body, as a title names no branch.",
  "engine/admission/actors.ts": "Whose roles are looked up: all three.",
  "engine/admission/authority.ts": "Which reason a refusal gives: asked, or changed.",
  "engine/admission/speaking/voice.ts": "Who spoke when it was opened: one of the makers.",
  "engine/admission/text-makers.ts": "The makers.",
  "engine/admission/trust.ts":
    "Who is responsible for a text, so that it counts at all; a title has its own rule there.",
  "engine/asking/rule-on-person.ts": "Which reason a refusal gives: opened, or changed.",
  "engine/discoveries/tell-discovery.ts": "Who is told: the finder knows it.",
  "engine/escalations/reminders/assignees.ts":
    "Whom people's decisions are assigned to first: a change that a person made keeps nobody from deciding.",
  "engine/escalations/reminders/changed-assignees.ts": "Whether an assignment was made with the opening.",
  "engine/escalations/triggers/asked.ts": "The name that a text shows.",
  "engine/fold/original-text.ts": "Whether it is our own issue, whose text is put back.",
  "engine/freeing/doubt-ends.ts": "Who takes a question back: its opener alone.",
  "engine/leases/claimant.ts": "The login of an account, wherever it was seen.",
  "engine/leases/lapsing/silence.ts": "When an account was last active.",
  "engine/messages/question-state.ts": "Who withdraws a question by closing it: its opener alone.",
  "engine/messages/same-message.ts": "Who sent a message: the same one sends it again.",
  "engine/model/keys/message-key.ts": "Who sent a message: the same one sends it again.",
  "engine/model/people.ts": "Who is told of an answer: its opener.",
  "engine/notes/agents-here.ts": "Which agents were seen there.",
  "engine/notes/sources/question-news.ts": "Who is told that it was closed.",
  "engine/notes/written-by.ts": "Who is told, and named as its sender; a note settles nothing.",
  "engine/polls/contract-poll.ts": "Whether the author agrees by what it wrote: only if it made all of it.",
  "engine/presentation/status/question-status-text.ts": "The name that a text shows.",
  "engine/presentation/status/status-text.ts": "The name that a text shows: whose words need an approval.",
  "engine/suggestions/suggestion-status-text.ts": "Whether we closed a suggestion of ours ourselves.",
  "store/postgres/tables/issues/issue-row.ts": "A column to find messages by.",
  "store/shape/board-cards.ts": "The name that a list shows.",
  "store/shape/board-columns.ts": "A column to filter by.",
  "store/shape/board-handovers.ts": "Whose fork may have the work.",
  "store/shape/decision-cards.ts": "The name that a list shows.",
  "store/sqlite/board/timeline-list.ts": "The name that a list shows.",
  "store/sqlite/database/schema.ts": "A column to find messages by.",
  "store/sqlite/tables/issues/issue-lists.ts": "Finds messages by who sent them.",
};

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** `seen`, `record.seen`, and an issue as it was read. */
function isFact(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "ChainExpression") return isFact(node.expression);
  const name = node.type === "MemberExpression" ? node.property : node;
  return isNode(name) && ["seen", "issue"].includes(String(name.name));
}

function keysIn(pattern: unknown): readonly Node[] {
  const { type, properties } = isNode(pattern) ? pattern : {};
  return type === "ObjectPattern" && Array.isArray(properties) ? properties.filter(isNode) : [];
}

const isNamed = (property: Node, name: string): boolean => isNode(property.key) && property.key.name === name;
const takesAuthor = (pattern: unknown): boolean => keysIn(pattern).some((key) => isNamed(key, "author"));

function readsAuthor(node: Node): boolean {
  const { type, callee, object, property, id, init, typeAnnotation } = node;
  if (type === "MemberExpression") return isFact(object) && isNode(property) && property.name === "author";
  if (type === "VariableDeclarator" && takesAuthor(id)) return isFact(init);
  if (type === "CallExpression") return isNode(callee) && callee.name === "voiceOfAuthor";
  if (type !== "ObjectPattern") return false;
  if (keysIn(node).some((key) => isNamed(key, "seen") && takesAuthor(key.value))) return true;
  return takesAuthor(node) && JSON.stringify(typeAnnotation ?? "").includes('"IssueSeen"');
}

function hasReader(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasReader);
  if (!isNode(node)) return false;
  return readsAuthor(node) || Object.values(node).some(hasReader);
}

/** The columns of an index hold records as they are. */
const inQuery = /\$\.seen\.author\b/;

const readers = files.filter((path) => {
  const text = readFileSync(new URL(path, root), "utf8");
  return inQuery.test(text) || hasReader(parseAst(text, { lang: "ts" }));
});

test("a file that reads it in any of these ways is found", () => {
  const found = [
    "const id = record.seen.author?.id;",
    "const { author } = seen;",
    "const { author = nobody } = record.seen;",
    "records.map(({ seen: { author } }) => author);",
    "function by({ author }: Pick<IssueSeen, 'author'>) {}",
    "const asker = voiceOfAuthor(view, record, context);",
  ];
  expect(found.filter((text) => !hasReader(parseAst(text, { lang: "ts" })))).toEqual([]);
  const comments = "const { author } = comment; const by = comment.author;";
  expect(hasReader(parseAst(comments, { lang: "ts" }))).toBe(false);
});

test("each file that reads the author of an issue is listed with what else it asks", () => {
  expect(readers.toSorted()).toEqual(Object.keys(others).toSorted());
});
