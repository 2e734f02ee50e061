/** What pages are given, for tests of what they show. */
import type { BoardOutput, TaskOutput } from "../../src/operations/board/board-shape.ts";
import type { GraphOutput, GraphOutputNode } from "../../src/operations/graph/graph-shape.ts";
import type { Frame } from "../../src/pages/frame.ts";
import type { GraphFilter, GraphView } from "../../src/pages/graph.ts";
import type { AgentsView } from "../../src/pages/parts/agents-data.ts";
import type { Filter } from "../../src/pages/parts/filter.ts";
import type { IssueCard } from "../../src/pages/parts/issue-data.ts";
import type { TimelineView } from "../../src/pages/timeline.ts";

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
    paused: [],
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
  space: undefined,
  assignee: undefined,
  words: undefined,
  only: undefined,
};

type Decision = BoardOutput["people"]["cards"][number];

export function taskCard(number: number, changes: Partial<TaskOutput> = {}): TaskOutput {
  return {
    id: `I_${number}`,
    owner: "acme",
    repo: "demo",
    number,
    title: `Task ${number}`,
    kind: "task",
    state: "open",
    status: "ready",
    priority: undefined,
    track: undefined,
    assignees: [],
    updatedAt: noon - minutes(number),
    holder: undefined,
    waitsFor: [],
    ...changes,
  };
}

export function decision(number: number, changes: Partial<Decision> = {}): Decision {
  return {
    id: `I_${number}`,
    owner: "acme",
    repo: "demo",
    number,
    title: `Escalation: Decision ${number}?`,
    assignees: ["maria"],
    urgency: "important",
    createdAt: noon - minutes(50),
    question: `Decision ${number}?`,
    textHash: "3f9c2a1b",
    options: ["This.", "That."],
    ...changes,
  };
}

function neighbour(number: number, title: string) {
  return { ref: `acme/demo#${number}`, title, state: "open" };
}

export function issueCard(changes: Partial<IssueCard> = {}): IssueCard {
  return {
    id: "I_12",
    owner: "acme",
    repo: "demo",
    number: 12,
    title: "Store deliveries",
    kind: "task",
    state: "open",
    status: "blocked",
    priority: "p1",
    track: "api",
    assignees: ["bob"],
    updatedAt: noon - minutes(5),
    body: "### Goal\n\nSee #3 and <script>alert(1)</script>",
    author: "alice",
    blockedBy: [neighbour(13, "Settings")],
    blocking: [neighbour(14, "Header")],
    unreadableBlockers: 0,
    inTheWay: [neighbour(13, "Settings")],
    namedBy: [{ ...neighbour(40, "Which store?"), kind: "question" }],
    textHash: "0".repeat(64),
    ...changes,
  };
}

export function boardView(changes: Partial<BoardOutput> = {}): BoardOutput {
  return {
    asOf: "2026-11-22T12:00:00Z",
    isFresh: true,
    columns: (["ready", "in-progress", "in-review", "blocked"] as const).map((status) => ({
      status,
      count: 0,
      cards: [],
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
      status: "in-progress",
      priority: "p1",
      track: "web",
      holder: { name: "bob", since: noon - minutes(42) },
    }),
    taskCard(21, {
      title: "Count failed sign-ins by account, and lock an account after ten of them",
      status: "in-progress",
      priority: "p1",
      track: "api",
      holder: { name: "ada", since: noon - minutes(190) },
    }),
  ];
  const reviewed = [
    taskCard(5, { title: "Keep sessions", status: "in-review", priority: "p1", assignees: ["alice"] }),
  ];
  const blocked = [
    taskCard(4, {
      title: "Return problem documents",
      status: "blocked",
      priority: "p1",
      track: "api",
      assignees: ["mallory"],
      waitsFor: [
        { ref: "acme/demo#13", title: "Settings page", state: "open" },
        { ref: "acme/demo#40", title: "Q: Which store do deliveries use?", state: "open" },
      ],
    }),
    taskCard(9, {
      title: "Page layout",
      status: "blocked",
      priority: "p2",
      track: "web",
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
      urgency: "blocking",
      createdAt: noon - minutes(200),
    }),
    decision(22, {
      title: "A: What do error responses of the API look like?",
      assignees: [],
      options: [],
      approve: "/approve 3f9c2a1b",
    }),
  ];
  const cards = { ready, "in-progress": working, "in-review": reviewed, blocked };
  return boardView({
    columns: (["ready", "in-progress", "in-review", "blocked"] as const).map((status) => ({
      status,
      cards: cards[status],
      count: status === "ready" ? 63 : cards[status].length,
    })),
    people: { count: 2, isCounted: true, cards: waiting },
    tracks: ["api", "docs", "web"],
  });
}

export const noGraphFilter: GraphFilter = {
  issue: undefined,
  depth: undefined,
  repo: undefined,
  track: undefined,
  closed: false,
};

export function graphNode(number: number, changes: Partial<GraphOutputNode> = {}): GraphOutputNode {
  return {
    id: `acme/demo#${number}`,
    owner: "acme",
    repo: "demo",
    number,
    title: `Task ${number}`,
    kind: "task",
    state: "open",
    status: "ready",
    isIndexed: true,
    ...changes,
  };
}

/** The first of a pair waits for the second. */
const waits = (...pairs: readonly (readonly [number, number])[]): GraphOutput["edges"] =>
  pairs.map(([blocked, blocker]) => ({ blocked: `acme/demo#${blocked}`, blocker: `acme/demo#${blocker}` }));

export function graphView(changes: Partial<GraphView> = {}): GraphView {
  return {
    problem: undefined,
    center: undefined,
    tracks: ["api"],
    repositories: ["acme/api", "acme/demo"],
    graph: { nodes: [], edges: [], cycles: [], isCut: false },
    ...changes,
  };
}

/** A graph with a circle, issues elsewhere and one of each status. */
export function busyGraph(): GraphView {
  const blocked = { status: "blocked" } as const;
  return graphView({
    graph: {
      nodes: [
        graphNode(1, { ...blocked, title: "Store deliveries before they are acknowledged" }),
        graphNode(2, { kind: "question", status: undefined, title: "Q: Which store do deliveries use?" }),
        graphNode(3, { status: "in-progress", title: "Settings page" }),
        graphNode(4, { ...blocked, title: "Return problem documents" }),
        graphNode(5, { kind: "escalation", status: undefined, title: "May we break the login API?" }),
        graphNode(6, { status: "in-review", title: "Keep sessions" }),
        graphNode(8, { ...blocked, title: "Limit failed sign-ins" }),
        graphNode(9, { ...blocked, title: "Count failed sign-ins" }),
        graphNode(10, { state: "closed", status: undefined, title: "Choose a store" }),
        graphNode(3, { id: "acme/api#3", repo: "api", title: "Publish the schema" }),
        graphNode(7, { id: "acme/other#7", repo: "other", title: "Elsewhere", isIndexed: false }),
        { id: "elsewhere-1", isIndexed: false },
      ],
      edges: [
        ...waits([1, 2], [1, 6], [1, 10], [4, 3], [4, 5], [8, 9], [9, 8]),
        ...["acme/api#3", "acme/other#7", "elsewhere-1"].map((blocker) => ({
          blocked: "acme/demo#4",
          blocker,
        })),
      ],
      cycles: [["acme/demo#8", "acme/demo#9"]],
      isCut: true,
    },
  });
}

export function timelineView(changes: Partial<TimelineView> = {}): TimelineView {
  return {
    problem: undefined,
    tracks: ["api"],
    repositories: ["acme/demo"],
    timeline: {
      entries: [
        {
          type: "action",
          at: noon - minutes(3),
          issue: "acme/demo#12",
          title: "Store deliveries",
          kind: "done",
          what: "labels +status:blocked",
          because: "Blocked by #40.",
          rule: "status",
        },
        {
          type: "message",
          at: noon - minutes(4),
          issue: "acme/demo#40",
          title: "Q: Which store?",
          kind: "question",
          by: "alice",
        },
        {
          type: "action",
          at: noon - minutes(60 * 20),
          kind: "refused",
          what: "runs /decide 2",
          because: "alice may not decide.",
          rule: "decide",
          by: "alice (write)",
        },
        {
          type: "message",
          at: noon - minutes(60 * 50),
          issue: "acme/demo#12",
          title: "Store deliveries",
          kind: "task",
          by: undefined,
        },
      ],
      next: "1.I_1.1",
    },
    ...changes,
  };
}

export const noTimelineFilter = {
  issue: undefined,
  repo: undefined,
  track: undefined,
  only: undefined,
  after: undefined,
};

export function agentsView(changes: Partial<AgentsView> = {}): AgentsView {
  const agent = { account: "U_alice", keys: [], withPerson: false, provenBy: "account" as const };
  const heardAt = "2026-11-22T11:58:00Z";
  return {
    home: { owner: "acme", repo: "demo" },
    repositories: ["acme/demo"],
    problem: undefined,
    agents: [
      {
        ...agent,
        name: "ada",
        role: "implementer",
        can: ["typescript", "sql"],
        presence: "online",
        doing: "running the tests",
        tasks: [12, 21],
        heardAt,
        unread: 3,
      },
      { ...agent, name: "bea", presence: "gone", tasks: [], heardAt, unread: 0 },
      { ...agent, name: "cleo", tasks: [], unread: undefined },
    ],
    held: [
      {
        owner: "acme",
        repo: "demo",
        number: 12,
        title: "Store deliveries",
        who: "ada",
        since: noon - minutes(42),
        status: "in-progress",
      },
      {
        owner: "acme",
        repo: "demo",
        number: 5,
        title: "Keep sessions",
        who: "alice",
        since: undefined,
        status: "in-review",
      },
    ],
    agreements: [
      {
        kind: "vote",
        owner: "acme",
        repo: "demo",
        number: 50,
        title: "Vote: Which store?",
        missing: ["bea", "maria"],
        objections: [],
        endsAt: noon + minutes(60),
      },
      {
        kind: "contract",
        owner: "acme",
        repo: "demo",
        number: 51,
        title: "Contract: orders-api",
        missing: ["bea"],
        objections: ["cleo"],
        endsAt: undefined,
      },
    ],
    locks: [
      {
        glob: "src/api/**",
        mode: "exclusive",
        holder: "ada",
        issue: "acme/demo#12",
        isLocked: true,
        since: noon - minutes(42),
        behind: [],
      },
      {
        glob: "src/api/users.ts",
        mode: "exclusive",
        holder: "bea",
        issue: "acme/demo#14",
        isLocked: false,
        behind: [{ holder: "ada", issue: "acme/demo#12", glob: "src/api/**" }],
      },
    ],
    ...changes,
  };
}
