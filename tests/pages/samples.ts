/** What pages are given, for tests of what they show. */
import type { BoardOutput, TaskOutput } from "../../src/operations/board/board-shape.ts";
import type { Frame } from "../../src/pages/frame.ts";
import type { Filter } from "../../src/pages/parts/filter.ts";
import type { IssueCard } from "../../src/pages/parts/issue-data.ts";

export const noon = Date.UTC(2026, 10, 22, 12, 0);
export const minutes = (count: number): number => count * 60_000;

export function frame(changes: Partial<Frame> = {}): Frame {
  return {
    viewer: { type: "person", login: "maria" },
    signIn: undefined,
    formToken: "form-token",
    theme: "system",
    address: "/board",
    waiting: 2,
    changes: undefined,
    now: noon,
    reading: { asOf: noon, isFresh: true, remark: undefined },
    githubPage: ({ owner, repo, number }) => `https://github.com/${owner}/${repo}/issues/${number}`,
    ...changes,
  };
}

export const noFilter: Filter = {
  repo: undefined,
  track: undefined,
  assignee: undefined,
  words: undefined,
  only: undefined,
};

type Decision = BoardOutput["people"]["cards"][number];

export function taskCard(number: number, changes: Partial<TaskOutput> = {}): TaskOutput {
  return {
    ...{ id: `I_${number}`, owner: "acme", repo: "demo", number, title: `Task ${number}`, kind: "task" },
    ...{ state: "open", status: "ready", priority: undefined, track: undefined, assignees: [] },
    ...{ updatedAt: noon - minutes(number), holder: undefined, waitsFor: [], ...changes },
  };
}

export function decision(number: number, changes: Partial<Decision> = {}): Decision {
  return {
    ...{ id: `I_${number}`, owner: "acme", repo: "demo", number, title: `Escalation: Decision ${number}?` },
    ...{ assignees: ["maria"], urgency: "important", createdAt: noon - minutes(50) },
    ...{ question: `Decision ${number}?`, textHash: "3f9c2a1b", options: ["This.", "That."], ...changes },
  };
}

function neighbour(number: number, title: string) {
  return { ref: `acme/demo#${number}`, title, state: "open" };
}

export function issueCard(changes: Partial<IssueCard> = {}): IssueCard {
  return {
    ...{ id: "I_12", owner: "acme", repo: "demo", number: 12, title: "Store deliveries", kind: "task" },
    ...{ state: "open", status: "blocked", priority: "p1", track: "api", assignees: ["bob"] },
    ...{
      updatedAt: noon - minutes(5),
      body: "### Goal\n\nSee #3 and <script>alert(1)</script>",
      author: "alice",
    },
    ...{ blockedBy: [neighbour(13, "Settings")], blocking: [neighbour(14, "Header")], unreadableBlockers: 0 },
    inTheWay: [neighbour(13, "Settings")],
    ...{ namedBy: [{ ...neighbour(40, "Which store?"), kind: "question" }], textHash: "0".repeat(64) },
    ...changes,
  };
}

export function boardView(changes: Partial<BoardOutput> = {}): BoardOutput {
  return {
    ...{ asOf: "2026-11-22T12:00:00Z", isFresh: true },
    columns: (["ready", "in-progress", "in-review", "blocked"] as const).map((status) => ({
      ...{ status, count: 0, cards: [] },
    })),
    people: { count: 0, isCounted: true, cards: [] },
    tracks: [],
    repositories: ["acme/demo"],
    ...changes,
  };
}

/** A board as a busy team sees it. */
export function busyBoard(): BoardOutput {
  const ready = [
    taskCard(12, { title: "Store deliveries before they are acknowledged", priority: "p0", track: "api" }),
    taskCard(14, { title: "Common header and footer", priority: "p2", track: "web", assignees: ["alice"] }),
    taskCard(71, { title: "Explain exit codes in the manual", track: "docs" }),
  ];
  const working = [
    taskCard(13, {
      title: "Settings page",
      ...{ status: "in-progress", priority: "p1", track: "web" },
      holder: { name: "bob", since: noon - minutes(42) },
    }),
    taskCard(21, {
      title: "Count failed sign-ins by account, and lock an account after ten of them",
      ...{ status: "in-progress", priority: "p1", track: "api" },
      holder: { name: "ada", since: noon - minutes(190) },
    }),
  ];
  const reviewed = [
    taskCard(5, { title: "Keep sessions", status: "in-review", priority: "p1", assignees: ["alice"] }),
  ];
  const blocked = [
    taskCard(4, {
      ...{ title: "Return problem documents", status: "blocked", priority: "p1", track: "api" },
      assignees: ["mallory"],
      waitsFor: [
        { ref: "acme/demo#13", title: "Settings page", state: "open" },
        { ref: "acme/demo#40", title: "Q: Which store do deliveries use?", state: "open" },
      ],
    }),
    taskCard(9, {
      ...{ title: "Page layout", status: "blocked", priority: "p2", track: "web" },
      waitsFor: [
        {
          ref: "acme/demo#24",
          title: "Escalation: May we break the login API for older clients?",
          state: "open",
        },
        { ref: "acme/demo#7", title: "List deliveries by page", state: "closed, but not as completed" },
        { ref: "acme/api#3", title: "Publish the schema", state: "open" },
        { ref: "acme/api#4", title: "Publish the client", state: "open" },
      ],
    }),
  ];
  const waiting = [
    decision(24, {
      title: "Escalation: May we break the login API for older clients?",
      ...{ urgency: "blocking", createdAt: noon - minutes(200) },
    }),
    decision(22, {
      ...{ title: "A: What do error responses of the API look like?", assignees: [] },
      ...{ options: [], approve: "/approve 3f9c2a1b" },
    }),
  ];
  const cards = { ready, "in-progress": working, "in-review": reviewed, blocked };
  return boardView({
    columns: (["ready", "in-progress", "in-review", "blocked"] as const).map((status) => ({
      ...{ status, cards: cards[status], count: status === "ready" ? 63 : cards[status].length },
    })),
    people: { count: 2, isCounted: true, cards: waiting },
    tracks: ["api", "docs", "web"],
  });
}
