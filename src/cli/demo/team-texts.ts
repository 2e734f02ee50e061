/** What the people and agents of the team's story write. */

/** @param accounts node ids by login */
export const roster = (accounts: Readonly<Record<"alice" | "bob", string>>): string => `agents:
  ada: { account: ${accounts.alice}, role: implementer }
  bea: { account: ${accounts.bob}, role: implementer }
  cleo: { account: ${accounts.bob}, role: implementer }
`;

export interface PlannedTask {
  readonly title: string;
  readonly body: string;
}

interface Planned {
  readonly title: string;
  readonly goal: string;
  readonly priority: string;
  readonly track: string;
  readonly files?: readonly string[];
  readonly after?: readonly number[];
}

function task({ title, goal, priority, track, files = [], after = [] }: Planned): PlannedTask {
  const sections = [
    `### Goal\n\n${goal}\n`,
    `### Priority\n\n${priority}\n`,
    `### Track\n\n${track}\n`,
    ...(files.length > 0 ? [`### Files\n\n${files.join("\n")}\n`] : []),
    ...(after.length > 0 ? [`### Blocked by\n\n${after.map((number) => `#${number}`).join(", ")}\n`] : []),
  ];
  return { title, body: sections.join("\n") };
}

export const tasks = {
  login: task({
    title: "Sign in with a password",
    goal: "People can sign in.",
    priority: "p0",
    track: "sign-in",
    files: ["src/login/**"],
  }),
  limits: task({
    title: "Limit failed sign-ins",
    goal: "Ten wrong passwords lock an account for an hour.",
    priority: "p1",
    track: "sign-in",
    files: ["src/login/limits.ts", "docs/limits.md"],
  }),
  page: task({
    title: "Write the landing page",
    goal: "It says what the product does.",
    priority: "p2",
    track: "web",
    files: ["web/**"],
  }),
  manual: task({
    title: "Describe the limits in the manual",
    goal: "Readers know why they are locked out.",
    priority: "p3",
    track: "docs",
  }),
} as const;

/** What can be started only after other tasks. */
export const laterTasks = (login: number, page: number): readonly PlannedTask[] => [
  task({
    title: "Announce the sign-in",
    goal: "Everybody knows that they can sign in.",
    priority: "p2",
    track: "web",
    after: [login, page],
  }),
  task({
    title: "Translate the landing page",
    goal: "It is there in French and Japanese.",
    priority: "p2",
    track: "web",
    after: [page],
  }),
];

export const escalation = (about: number): string => `### Regarding

#${about}

### Urgency

blocking

### Context

The page names what signing in costs. Finance has two figures, and both are marked as agreed.

### Question

Which price does the landing page name?

### Options

1. None, until finance has one figure. The page goes out today.
2. The lower one. It cannot be raised for a year.

### Recommendation

1: a price can be added later.

### Impact of delay

#${about} waits, and the announcement with it.
`;

export const question = (blocked: number): string => `### Blocking task

#${blocked}

### Category

implementation

### Urgency

blocking

### Context

Failed sign-ins could be counted by account or by address.
`;

export const handover = (done: number): string => `### Completes

#${done}

### Status

complete

### Changes

None

### Verified

- signing in by hand: works

### Context

Failed sign-ins are counted in src/login/limits.ts, by account; nothing reads the count yet.

### Next steps

1. Read the count, and refuse the eleventh sign-in.
`;

/** ada and a person have to agree. */
export const vote = (blocked: number): string => `### Question

For how long is an account locked after ten failed sign-ins?

### Options

1. Fifteen minutes
2. One day

### Voters

ada, @maria

### Needs

all

### Blocking task

#${blocked}
`;
