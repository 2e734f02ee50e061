/** Attacks by an escalation or a vote that asks about a triviality and names a question that nobody was shown. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { openTask, questionText } from "../support/freeing.ts";

let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

const aSecond = (): void => bus.clock.advance(1_100);
const dangerous = "May the cleanup job delete all customer accounts?";
const asksHarmlessly = { Question: "May the log line be shorter?", Options: "1. Yes, go ahead.\n2. No." };

const referrals = [
  {
    kind: "escalation",
    sections: { ...asksHarmlessly, Context: "It is long.", "Impact of delay": "none", Urgency: "blocking" },
  },
  { kind: "vote", sections: { ...asksHarmlessly, Voters: "people", Needs: "1", Until: "2h" } },
] as const;

test.each(referrals)(
  "N52 by a harmless $kind, a rewritten question is settled only for a reader who was shown it there",
  async ({ kind, sections }) => {
    const [alice, maria] = [bus.as("alice"), bus.as("maria")];
    const task = await openTask(alice);
    const question = await alice.open(
      "Q: May the log be shorter?",
      questionText(task, "Small things only."),
      ["kind:question"],
    );
    await bus.settled();
    aSecond();
    await alice.edit(question, { title: `Q: ${dangerous}`, body: questionText(task, dangerous) });
    await bus.settled();
    aSecond();
    const comments = async (on: number) => (await maria.comments(on)).map(({ body }) => body).join("\n");
    const open = async () => {
      const title = `${kind === "vote" ? "Vote" : "Escalation"}: log line`;
      return alice.open(title, form({ ...sections, Regarding: `#${question}` }), [`kind:${kind}`]);
    };

    await bus.stopServer();
    const unseen = await open();
    await maria.comment(unseen, "/decide 1");
    await bus.startServer();
    await bus.sweep();
    await bus.settled();
    expect((await maria.see(unseen)).state).toBe("closed");
    expect(await comments(unseen)).toContain(`It does not settle #${question}`);
    expect((await maria.see(question)).state).toBe("open");

    aSecond();
    const seen = await open();
    await bus.settled();
    expect(await comments(seen)).toContain(dangerous);
    aSecond();
    aSecond();
    await maria.comment(seen, "/decide 2");
    await bus.settled();
    expect((await maria.see(question)).state).toBe("closed");
  },
);
