/** What an agent on a schedule reads, on an in-memory board. */
import { describe, expect, test } from "vitest";
import type { Proposal, Proposed } from "../../src/engine/model/proposal.ts";
import type { QuestionCard } from "../../src/operations/ports.ts";
import { memoryBoard, portsOf } from "./board.ts";
import { questions } from "./held.ts";

const escalated: Proposed = {
  type: "escalate",
  options: [],
  recommendation: undefined,
  isReserved: false,
  quotes: [
    { citation: "context/architecture.md@c0ffee#L5-L5", text: "ISRs set a bit.", isSuperseded: false },
  ],
};

function proposalOf(proposed: Proposed): Proposal {
  return {
    textHash: "b",
    basis: "b",
    isSuggestion: true,
    proposed,
    gates: [
      { gate: "evidence", passes: false, reasons: ["It asks for a value, but `a.md` gives none."] },
      { gate: "policy", passes: true, reasons: ["A row lets it."] },
    ],
    passages: [
      {
        citation: "context/architecture.md@c0ffee#L5-L5",
        title: "Architecture",
        score: 9,
        isSuperseded: false,
      },
      { citation: "docs/adr/1.md@c0ffee#L9-L9", title: "One", score: 3, isSuperseded: true },
    ],
  };
}

function question(number: number, more: Partial<QuestionCard> = {}): QuestionCard {
  return {
    id: `I_${number}`,
    owner: "acme",
    repo: "demo",
    number,
    title: `Q: Question ${number}`,
    textHash: "0".repeat(64),
    isOpen: true,
    isTakenUp: false,
    urgency: "blocking",
    category: "implementation",
    createdAt: 0,
    context: "May ISRs send?",
    options: undefined,
    decisionClass: undefined,
    blocks: ["#12"],
    proposal: proposalOf(escalated),
    ...more,
  };
}

async function listed(cards: readonly QuestionCard[], input: Record<string, unknown>) {
  const board = { ...memoryBoard([]), questions: async () => cards };
  return await questions.run(portsOf(board), input);
}

const numbers = ({ output }: { output: unknown }) =>
  (output as { questions: readonly { issue: string }[] }).questions.map(({ issue }) => issue);

describe("questions", () => {
  test("N22 each question has its passages, best first, with the text of those that people would see", async () => {
    const { output, text } = await listed([question(40)], { open: true, for: "coordinator" });
    expect(output).toHaveProperty("questions", [
      {
        issue: "acme/demo#40",
        textHash: "0".repeat(64),
        title: "Q: Question 40",
        urgency: "blocking",
        category: "implementation",
        isOpen: true,
        blocks: ["#12"],
        context: "May ISRs send?",
        options: undefined,
        decisionClass: undefined,
        askedAt: "1970-01-01T00:00:00Z",
        reserved: false,
        why: ["It asks for a value, but `a.md` gives none."],
        passages: [
          { citation: "context/architecture.md@c0ffee#L5-L5", text: "ISRs set a bit.", isSuperseded: false },
          { citation: "docs/adr/1.md@c0ffee#L9-L9", text: undefined, isSuperseded: true },
        ],
      },
    ]);
    expect(text).toContain("acme/demo#40  Q: Question 40 (blocking, implementation)");
    expect(text).toContain("ISRs set a bit.");
  });

  test("N22 an answerer gets open questions without an answer or an escalation, and those usually reserved to people are marked", async () => {
    const answer = { type: "answer", quotes: [] } as unknown as Proposed;
    const repeated: Proposed = { type: "rest", same: 39, because: "#39 asks the same." };
    const cards = [
      question(1),
      question(2, { isOpen: false }),
      question(3, { isTakenUp: true }),
      question(4, { proposal: proposalOf({ ...escalated, isReserved: true } as Proposed) }),
      question(5, { proposal: proposalOf(answer) }),
      question(6, { proposal: proposalOf(repeated) }),
      question(7, { proposal: undefined }),
    ];
    const taken = await listed(cards, { open: true, for: "coordinator" });
    expect(numbers(taken)).toEqual(["acme/demo#1", "acme/demo#4", "acme/demo#7"]);
    expect(taken.output).toMatchObject({
      questions: [{ reserved: false }, { reserved: true }, { reserved: false }],
    });
    expect(taken.text).toContain(
      "acme/demo#4  Q: Question 4 (blocking, implementation, reserved for people)",
    );
    expect(numbers(await listed(cards, {}))).toHaveLength(7);
    expect(numbers(await listed(cards, { open: true, limit: 2 }))).toEqual(["acme/demo#1", "acme/demo#3"]);
  });

  test("N22 questions says so when there are none", async () => {
    expect((await listed([], { open: true })).text).toBe("No questions are waiting.");
  });
});
