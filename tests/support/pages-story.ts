/** A repository with something in each column of the board, and decisions that wait for maria. */
import type { TestBus } from "./bus.ts";
import { form } from "./form.ts";

export interface PagesStory {
  readonly ready: number;
  readonly blocked: number;
  readonly question: number;
  readonly escalation: number;
}

export async function playPagesStory(bus: TestBus): Promise<PagesStory> {
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = (title: string, goal: string, more: Readonly<Record<string, string>> = {}) =>
    alice.open(title, form({ Goal: goal, ...more }), ["kind:task"]);
  const ready = await task("Store deliveries", "Deliveries survive a crash.", {
    Priority: "p0",
    Track: "api",
  });
  const blocked = await task("Return problem documents", "Errors are problem documents (RFC 9457).", {
    Priority: "p1",
    Track: "api",
    Acceptance: "- [ ] `GET /nowhere` returns a problem document",
  });
  const started = await task("Settings page", "People change their settings.", {
    Priority: "p2",
    Track: "web",
  });
  await bob.comment(started, "/claim");
  const question = await alice.open(
    "Q: May we break the login API?",
    form({
      "Blocking task": `#${blocked}`,
      Category: "architecture",
      Urgency: "blocking",
      Context: "Old clients send tokens in the query.",
    }),
    ["kind:question"],
  );
  const escalation = await alice.open(
    "Escalation: May we break the login API for older clients?",
    form({
      Regarding: `#${question}`,
      Urgency: "blocking",
      Context: "Three customers still use version 1.\n\n> The goal says that **old tokens** are refused.",
      Question: "May we break the login API for older clients?",
      Options: "1. Drop it now. Old clients break.\n2. Keep it for a release, and warn.",
      Recommendation: "2: clients need a release to move.",
      "Impact of delay": `#${blocked} cannot go on.`,
    }),
    ["kind:escalation"],
  );
  await bus.settled();
  return { ready, blocked, question, escalation };
}
