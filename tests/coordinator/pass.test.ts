/** Thousands of questions may be open, and a pass is due whenever one of them changes. */
import { expect, test } from "vitest";
import { createRegister } from "../../src/coordinator/asked/register.ts";
import type { Considered } from "../../src/coordinator/consider-question.ts";
import { answerModeOf, type Compared, type Earlier, sortQuestions } from "../../src/coordinator/pass.ts";
import { demo } from "../support/issues.ts";
import { asksTimeZone, coordinatorDesk } from "./desk.ts";

const open = 2_000;

function openQuestions() {
  const { ask, ports } = coordinatorDesk();
  for (let number = 1; number <= open; number++) ask(number, `How is report ${number} printed on paper?`);
  const register = createRegister(ports.store);
  const mode = answerModeOf([], ports.settingsOf(demo.id));
  const contextOf = async (made: string): Promise<Compared> => ({
    repository: demo,
    mode,
    knowledge: { ...(await register.of(demo.id)), made },
  });
  return { ask, ports, contextOf };
}

/** The results of a pass in `context`, in which every question was due. */
function resultsIn(ports: ReturnType<typeof openQuestions>["ports"], context: Compared): Earlier {
  const earlier: Earlier = new WeakMap();
  for (const { question, from } of sortQuestions(ports, context, earlier).due) {
    const { id, number, asked } = question;
    const proposal: Considered["proposal"] = {
      textHash: "",
      basis: "",
      isSuggestion: false,
      gates: [],
      passages: [],
      proposed: { type: "rest", same: undefined, because: "no page of the store" },
    };
    earlier.set(question, { from, considered: { id, number, title: asked.title, proposal, isNew: false } });
  }
  return earlier;
}

test("J01 of 2,000 open questions, only one that was asked since the last pass is due", async () => {
  const { ask, ports, contextOf } = openQuestions();
  const earlier = resultsIn(ports, await contextOf("one"));
  const id = ask(open + 1, asksTimeZone);
  const { unchanged, due } = sortQuestions(ports, await contextOf("one"), earlier);
  expect(due.map(({ question }) => question.id)).toEqual([id]);
  expect(unchanged).toHaveLength(open);
  expect(unchanged.every(({ isNew }) => !isNew)).toBe(true);
});

test("J01 all of them are due once their sources are others", async () => {
  const { ports, contextOf } = openQuestions();
  const earlier = resultsIn(ports, await contextOf("one"));
  const { unchanged, due } = sortQuestions(ports, await contextOf("other"), earlier);
  expect([unchanged.length, due.length]).toEqual([0, open]);
});
