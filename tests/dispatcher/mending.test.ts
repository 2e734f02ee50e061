/** Bodies that improve step by step: one comment of ours follows them, whatever their kind. */
import { afterEach, describe, expect, test } from "vitest";
import { allKinds } from "../../src/protocol/kinds/kinds.ts";
import { kindLabel } from "../../src/protocol/label-name.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { answer, discovery, escalation, handover, issue, question, space, task } from "../support/issues.ts";
import { contractBody, voteBody } from "../support/votes-story.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const texts = loadTexts();
const sound = {
  task: task(40).body,
  question: question(40, "#12").body,
  answer: answer(40, "#13").body,
  handover: handover(40, "#12").body,
  discovery: discovery(40, "#12").body,
  escalation: escalation(40, "#12").body,
  space: space(40).body,
  vote: voteBody({ Voters: "@maria, @bob" }),
  contract: contractBody({ Provider: "#12", Consumers: "#12" }),
};

describe("a malformed body", () => {
  test.each(allKinds.map(({ name }) => name))(
    "F02 a malformed body of a %s gets one comment, edited in place as the body improves, and cleared once it is repaired",
    async (kind) => {
      desk = await openDesk({ ports: { render: (text) => texts.render(text) } });
      const { github } = desk;
      github.put(task(12));
      github.put(question(13, "#12"));
      const [first = "", ...rest] = sound[kind].split(/(?=^### )/m);
      const bodies = [
        "Only words.",
        rest.join("") || "### Track\n\nweb\n",
        first.replace(/^.+$/gm, "") + rest.join(""),
      ];
      github.put(issue(40, { labels: [kindLabel(kind)], body: bodies[0] ?? "" }));
      for (const body of [...bodies, sound[kind]]) {
        github.change("I_40", { body, bodyHash: `hash of ${body}` });
        await desk.deliver(["I_40"]);
        await desk.settled();
        const own = github.issues.get("I_40")?.own ?? [];
        const isSound = body === sound[kind];
        expect(own.map(({ key }) => key)).toEqual(["status"]);
        expect(own[0]?.text.includes("**Needs a fix: ")).toBe(!isSound);
        expect(own[0]?.text.includes("Body to paste")).toBe(!isSound);
        expect(github.issues.get("I_40")?.labels.includes("needs-fix")).toBe(!isSound);
      }
      const created = github.writes.filter(
        ({ issueId, effect }) =>
          issueId === "I_40" &&
          (effect.type === "AddComment" || (effect.type === "ShowStatus" && effect.commentId === undefined)),
      );
      expect(created).toHaveLength(1);
    },
  );
});
