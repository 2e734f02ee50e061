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

const task = (title: string, goal: string, priority: string, files: readonly string[]): PlannedTask => ({
  title,
  body: `### Goal

${goal}

### Priority

${priority}

### Files

${files.join("\n")}
`,
});

export const tasks = {
  login: task("Sign in with a password", "People can sign in.", "p0", ["src/login/**"]),
  limits: task("Limit failed sign-ins", "Ten wrong passwords lock an account for an hour.", "p1", [
    "src/login/limits.ts",
    "docs/limits.md",
  ]),
  page: task("Write the landing page", "It says what the product does.", "p2", ["web/**"]),
} as const;

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
