import { expect, test } from "vitest";
import { findingsOf } from "../../../src/coordinator/answers/findings.ts";
import { conflictGate } from "../../../src/coordinator/gates/conflict-gate.ts";
import { retrieve } from "../../../src/coordinator/search/retrieve.ts";
import { ask, documentOf, storeOf } from "../context-store.ts";

function weigh(question: string, pages: Readonly<Record<string, string>>) {
  const store = storeOf(Object.entries(pages).map(([path, text]) => documentOf(path, text)));
  const retrieval = retrieve(store.index, ask(question));
  return conflictGate(findingsOf(retrieval, store), retrieval.terms, store.index);
}

test("J03 sources that contradict each other are not an answer", () => {
  const verdict = weigh("Does the worker retry failed messages after a restart?", {
    "a.md": "The worker retries failed messages after a restart.\n",
    "b.md": "The worker never retries failed messages after a restart.\n",
  });
  expect(verdict).toMatchObject({ passes: false });
  expect(verdict.reasons[0]).toContain("say the opposite of each other");
});

test.each([
  [
    "The lease ends after 90 seconds without heartbeat.",
    "The lease ends after 60 seconds without heartbeat.",
  ],
  ["A lease may end after 90 seconds.", "The end of a lease: 60 s, measured on the way."],
])("J03 sources that name different values are not an answer: %s", (one, other) => {
  const verdict = weigh("When does a lease end?", { "a.md": `${one}\n`, "b.md": `${other}\n` });
  expect(verdict.reasons[0]).toContain("give different values");
});

test.each([
  ["The lease ends after 90 seconds (ADR 7).", "The lease ends after 90 seconds, see #12 of 2024-05-01."],
  ["Leases end as section 3 says.", "Leases end as D-02 says."],
  ["1. A lease ends by itself.", "2. A lease ends by itself."],
  ["A lease ends, see [12](../adr/0012-leases.md).", "A lease ends, see [14](../adr/0014-leases.md)."],
])("N19 numbers in references do not count as different values: %s", (one, other) => {
  expect(weigh("When does a lease end?", { "a.md": `${one}\n`, "b.md": `${other}\n` }).passes).toBe(true);
});

test("J03 other matches count as a conflict only if they are about what is asked", () => {
  const verdict = weigh("When does the lease end?", {
    "a.md": "The lease ends after 90 seconds without heartbeat.\n",
    "b.md": "The worker retries failed messages after 3 restarts.\n",
    "c.md": "Logs are kept for 5 days.\n",
  });
  expect(verdict.passes).toBe(true);
});

test.each([
  ["Name branches after tasks", "Name branches after tasks"],
  ["6. Store amounts of money", "7. Store amounts of money"],
  ["ADR-0003: Retry policy", "ADR-0012: Retry policy"],
])("J03 two current decisions on one subject are left to people: %s, %s", (one, other) => {
  const record = (title: string, said: string) => `# ${title}\n\n## Decision\n\n${said}\n`;
  const verdict = weigh(one, {
    "docs/adr/1.md": record(one, "By number, as before."),
    "docs/adr/2.md": record(other, "By track, from now on."),
  });
  expect(verdict.reasons.join()).toContain("record two decisions on the same subject");
});

test("sources on different subjects agree, and so do repeated words", () => {
  const text = "The lease ends after 90 seconds without heartbeat.\n";
  expect(weigh("When does the lease end?", { "a.md": text, "b.md": text }).passes).toBe(true);
  expect(weigh("When does the lease end?", {}).passes).toBe(true);
});
