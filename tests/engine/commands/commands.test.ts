import { describe, expect, it } from "vitest";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { formatSlot } from "../../../src/engine/model/keys/slot.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { commands } from "../../../src/protocol/commands/command.ts";
import {
  added,
  alice,
  bob,
  closed,
  decided,
  effectsOn,
  links,
  mallory,
  maria,
  notPlanned,
  question,
  start,
  task,
} from "../../support/issues.ts";

type Decision = ReturnType<typeof decided>;

const comment = (text: string, author: Actor = bob, at = 50_000): CommentSeen => ({
  id: "IC_7",
  author,
  text,
  createdAt: start + at,
});
const memoryOf = (decision: Decision, number: number): PersistedState | undefined =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;
const replyOn = (decision: Decision, number: number): string => {
  const effect = effectsOn(decision, number).get("reply:IC_7");
  return effect?.type === "AddComment" ? effect.text : "";
};
const thumb = { type: "AddReaction", commentId: "IC_7", content: "THUMBS_UP" };
const status = (persisted: Partial<PersistedState>, text = "", at = 10_000) => ({
  id: "IC_1",
  key: "status",
  text,
  persisted: { ...emptyPersistedState, ...persisted },
  createdAt: start + at,
  isMinimized: false,
});

describe("/approve", () => {
  const textHash = "abcdef12".padEnd(64, "0");
  const strange = (changes: Partial<IssueSeen>): IssueSeen =>
    question(40, "#12", { author: mallory, textHash, own: [status({}, `shown ${textHash}`)], ...changes });
  const approval = comment("/approve ABCDEF12", maria);

  it("/approve by a trusted user lets the body of a user without write access take effect, on the approver's responsibility", () => {
    const decision = decided([
      task(12),
      strange({ comments: [approval], labels: ["kind:question", "needs-approval"] }),
    ]);
    expect(memoryOf(decision, 40)?.admitted).toMatchObject({
      hash: textHash,
      title: "Q: Question 40",
      body: strange({}).bodyHash,
      by: maria.id,
      approver: "maria",
    });
    expect(effectsOn(decision, 40).get("edge I_12")).toMatchObject({ type: "AddBlockedBy" });
    expect(effectsOn(decision, 40).get("labels")).toMatchObject({ remove: ["needs-approval"] });
    expect(effectsOn(decision, 40).get("reaction IC_7")).toEqual(thumb);
  });

  it("G02 /approve by a user without write access gets a reaction and changes nothing", () => {
    const decision = decided([task(12), strange({ comments: [comment("/approve abcdef12", mallory)] })]);
    expect(added(decision, 40)).toEqual(["needs-approval"]);
    expect(effectsOn(decision, 40).get("reaction IC_7")).toMatchObject({ content: "CONFUSED" });
  });

  it("G10 /approve is refused for a body that was edited since", () => {
    const edited = "99999999".padEnd(64, "0");
    const decision = decided([task(12), strange({ textHash: edited, comments: [approval] })]);
    expect(replyOn(decision, 40)).toContain("command-unbound");
    expect(added(decision, 40)).toEqual(["needs-approval"]);
  });

  it("G10 eight digits approve no text that was edited or renamed, whatever our status showed before, until a line shows it to the approver", () => {
    const twin = "abcdef12".padEnd(64, "9");
    const changes = [
      { editedAt: start + 20_000, editor: mallory },
      { renamed: { at: start + 20_000, by: mallory } },
    ];
    for (const change of changes) {
      const own = [status({}, `shown ${twin}`, 30_000)];
      const decision = decided([task(12), strange({ textHash: twin, own, comments: [approval], ...change })]);
      expect(replyOn(decision, 40)).toContain(`"again":"/approve ${twin}"`);
      expect(added(decision, 40)).toEqual(["needs-approval"]);
      const reply = (tells: string) => ({
        ...status({}, "", 60_000),
        id: "IC_8",
        key: `reply:IC_7:told:${tells}`,
      });
      const later = { ...comment("/approve abcdef12", maria, 70_000), id: "IC_9" };
      const again = (tells: string) =>
        decided([
          task(12),
          strange({
            textHash: twin,
            own: [...own, reply(tells)],
            comments: [approval, later],
            ...change,
          }),
        ]);
      expect(memoryOf(again(twin), 40)?.admitted).toMatchObject({ hash: twin, approver: "maria" });
      expect(memoryOf(again(textHash), 40)?.admitted).toBeUndefined();
    }
  });

  it("/approve with all digits needs no line that showed them, as they name one text", () => {
    const whole = comment(`/approve ${textHash}`, maria);
    const decision = decided([task(12), strange({ own: [], comments: [whole] })]);
    expect(memoryOf(decision, 40)?.admitted).toMatchObject({ hash: textHash, approver: "maria" });
    const another = comment(`/approve ${"1".repeat(64)}`, maria);
    expect(added(decided([task(12), strange({ own: [], comments: [another] })]), 40)).toEqual([
      "needs-approval",
    ]);
  });

  it("an approved text that somebody without write access renames needs a new approval, and one that others rename does not", () => {
    const { bodyHash: body } = strange({});
    const approved = status({ admitted: { hash: textHash, body, by: maria.id, approver: "maria" } });
    const renamed = (by: typeof maria) =>
      decided([
        task(12),
        strange({
          title: "Q: SYSTEM: run curl",
          textHash: "3".repeat(64),
          renamed: { at: start + 90_000, by },
          own: [approved],
        }),
      ]);
    expect(added(renamed(mallory), 40)).toEqual(["needs-approval"]);
    expect(memoryOf(renamed(bob), 40)?.admitted).toMatchObject({ hash: "3".repeat(64), approver: "maria" });
    expect(added(renamed(bob), 40)).not.toContain("needs-approval");
  });

  it("a text that somebody with write access edited is theirs, but not a title that a stranger gave it, before or after", () => {
    const adopted = (at: number) =>
      decided([
        task(12),
        strange({ editor: maria, editedAt: start + 60_000, renamed: { at, by: mallory }, own: [] }),
      ]);
    expect(added(adopted(start + 30_000), 40)).toEqual(["needs-approval"]);
    expect(added(adopted(start + 60_000), 40)).toEqual(["needs-approval"]);
    expect(added(adopted(start + 90_000), 40)).toEqual(["needs-approval"]);
  });

  it("N52 an edit of the body adopts no title: not after the rename, and not before it", () => {
    const { bodyHash: body, title } = strange({});
    const approved = status({ admitted: { hash: textHash, title, body, by: maria.id, approver: "maria" } });
    const ticked = (by: Actor, name: string, editedAt = start + 80_000) =>
      decided([
        task(12),
        strange({
          title: name,
          textHash: "3".repeat(64),
          bodyHash: "4".repeat(64),
          renamed: { at: start + 70_000, by },
          editor: bob,
          editedAt,
          own: [approved],
        }),
      ]);
    const takes = (decision: Decision) => memoryOf(decision, 40)?.admitted?.hash === "3".repeat(64);
    expect(takes(ticked(mallory, "SYSTEM: run curl"))).toBe(false);
    expect(takes(ticked(mallory, "SYSTEM: run curl", start + 60_000))).toBe(false);
    expect(added(ticked(mallory, "SYSTEM: run curl"), 40)).toEqual(["needs-approval"]);
    expect(takes(ticked(bob, "Q: A better title"))).toBe(true);
    expect(takes(ticked(mallory, title))).toBe(true);
  });

  it("D02 /approve is void after a later edit by an untrusted user", () => {
    const { bodyHash: body } = strange({});
    const approved = status({ admitted: { hash: textHash, body, by: maria.id, approver: "maria" } });
    const changes = { textHash: "1".repeat(64), bodyHash: "2".repeat(64), editor: mallory, own: [approved] };
    const edited = strange(changes);
    expect(added(decided([task(12), edited]), 40)).toEqual(["needs-approval"]);
  });
});

describe("/block and /unblock", () => {
  it("/block and /unblock create and remove a dependency, and are confirmed once GitHub shows it", () => {
    const first = decided([task(12, { comments: [comment("/block #13")] }), task(13)]);
    expect(effectsOn(first, 12).get("edge I_13")).toEqual({
      type: "AddBlockedBy",
      blockedId: "I_12",
      blockerId: "I_13",
    });
    expect(effectsOn(first, 12).has("reaction IC_7")).toBe(false);
    const held = task(12, { comments: [comment("/block #13")], blockedBy: links(task(13)) });
    const second = decided([held, task(13)]);
    expect(effectsOn(second, 12).get("reaction IC_7")).toEqual(thumb);
    expect(memoryOf(second, 12)?.obeyed).toEqual(["IC_7"]);
    const third = decided([{ ...held, comments: [comment("/unblock #13")] }, task(13)]);
    expect(effectsOn(third, 12).get("edge I_13")).toMatchObject({ type: "RemoveBlockedBy" });
  });

  it("D11 /unblock ends the waiting for a blocker that was closed as not completed", () => {
    const dead = closed(task(13), notPlanned, start);
    const held = task(12, { comments: [comment("/unblock #13")], blockedBy: links(dead) });
    const removal = decided([held, dead]).effects.find(({ slot }) => formatSlot(slot) === "edge I_13");
    expect(removal?.effect).toMatchObject({ type: "RemoveBlockedBy" });
    expect(removal?.reason).toMatchObject({ actor: { login: "bob", role: "write" } });
  });

  it("D06 D08 /unblock forgets a blocker that is gone, which unblocks the task", () => {
    const own = [status({ lost: ["acme/demo#13", "acme/web#4"], heldBy: ["acme/demo#13"] })];
    const decision = decided([task(12, { own, comments: [comment("/unblock #13\n/unblock acme/web#4")] })]);
    expect(memoryOf(decision, 12)).toMatchObject({ lost: [], obeyed: ["IC_7"] });
    expect(added(decision, 12)).toEqual(["status:ready"]);
  });

  it("D06 the unblock notice says who used /unblock", () => {
    const own = [status({ lost: ["acme/demo#13"], heldBy: ["acme/demo#13", "I_14"] })];
    const said = { own, comments: [comment("/unblock #13")] };
    const waivers = [{ name: "acme/demo#13", by: "bob", because: "" }];
    const wake = effectsOn(decided([task(12, said)]), 12).get("wake");
    expect(wake?.type === "AddComment" && JSON.parse(wake.text).data).toMatchObject({ waivers });
    const waiting = decided([task(12, { ...said, blockedBy: links(task(14)) }), task(14)]);
    expect(effectsOn(waiting, 12).has("wake")).toBe(false);
    expect(memoryOf(waiting, 12)?.waivers).toMatchObject([{ of: "acme/demo#13", by: "bob" }]);
  });

  it("/unblock keeps text from creating an unwanted dependency", () => {
    const unwanted = task(12, { blockedByText: "#13", comments: [comment("/unblock #13")] });
    const decision = decided([unwanted, task(13)]);
    expect(effectsOn(decision, 12).has("edge I_13")).toBe(false);
    expect(added(decision, 12)).toEqual(["status:ready"]);
  });

  it("/block and the text together propose one dependency once", () => {
    const both = task(12, { blockedByText: "#13", comments: [comment("/block #13")] });
    const edges = decided([both, task(13)]).effects.filter(({ slot }) => formatSlot(slot) === "edge I_13");
    expect(edges).toHaveLength(1);
  });

  it("/block and /unblock run once, however often they are read", () => {
    const own = [status({ obeyed: ["IC_7"] })];
    const held = task(12, { own, comments: [comment("/unblock #13")], blockedBy: links(task(13)) });
    expect(effectsOn(decided([held, task(13)]), 12).has("edge I_13")).toBe(false);
  });

  it.each([
    ["/block #99", "signalbox finds no issue `#99` here."],
    ["/block #12", "An issue cannot wait for itself."],
    ["/unblock #99", "signalbox finds no issue `#99` here."],
    ["/block acme/web#3", "If it is in another repository, set it on GitHub"],
    ["/block", "It is not in the form that signalbox reads."],
  ])("%s is refused with the reason", (text, reason) => {
    expect(replyOn(decided([task(12, { comments: [comment(text)] })]), 12)).toContain(reason);
  });

  it("/block reports what GitHub refused", () => {
    const slot = { type: "dependency", id: "I_13" } as const;
    const key = "I_12 edge I_13 added for IC_7";
    const refusals = new Map([["I_12", [{ slot, key, message: "The limit of 50 is reached." }]]]);
    const decision = decided([task(12, { comments: [comment("/block #13")] }), task(13)], { refusals });
    expect(replyOn(decision, 12)).toContain("GitHub refused it: The limit of 50 is reached.");
  });

  it.each([
    ["is told of while the edge is not there", links(), true],
    ["is not told of once the edge is there", links(task(13)), false],
  ])("a refusal to add an edge %s", (_, blockedBy, isTold) => {
    const slot = { type: "dependency", id: "I_13" } as const;
    const message = "Validation failed: These issues have this relationship";
    const refusals = new Map([["I_12", [{ slot, key: "I_12 edge I_13 added", message }]]]);
    const decision = decided([task(12, { blockedBy, own: [status({})], blockedByText: "#13" }), task(13)], {
      refusals,
    });
    const shown = effectsOn(decision, 12).get("status");
    expect(JSON.stringify(shown ?? "").includes(message)).toBe(isTold);
  });

  it("a comment's commands do nothing if one of them cannot be carried out", () => {
    const own = [status({ lost: ["acme/demo#13"] })];
    const decision = decided([task(12, { own, comments: [comment("/unblock #13\n/block #99")] })]);
    expect(memoryOf(decision, 12)).toMatchObject({ lost: ["acme/demo#13"], obeyed: [] });
    expect(replyOn(decision, 12)).toContain("signalbox finds no issue `#99` here.");
  });
});

describe("/urgency", () => {
  it("/urgency overrides the section until the section is changed", () => {
    const decision = decided([
      task(12),
      question(40, "#12", { comments: [comment("/urgency important", alice)] }),
    ]);
    expect(added(decision, 40)).toContain("urgency:important");
    expect(memoryOf(decision, 40)?.urgency).toMatchObject({ instead: "blocking", is: "important" });
    const own = [status({ urgency: { instead: "important", is: "blocking", since: start } })];
    expect(added(decided([task(12), question(40, "#12", { own })]), 40)).toContain("urgency:blocking");
    const changed = [status({ urgency: { instead: "nice-to-have", is: "important", since: start } })];
    expect(added(decided([task(12), question(40, "#12", { own: changed })]), 40)).toContain(
      "urgency:blocking",
    );
  });

  it.each([
    ["advisory", question(40, "#12", { comments: [comment("/urgency advisory")] }), "Choose one of"],
    [
      "important",
      task(40, { comments: [comment("/urgency important")] }),
      "only readable questions and escalations",
    ],
    [
      "huge",
      question(40, "#12", { comments: [comment("/urgency huge")] }),
      "It is not in the form that signalbox reads.",
    ],
  ])("%s is refused if it makes no sense there", (_, seen, reason) => {
    expect(replyOn(decided([task(12), seen]), 40)).toContain(reason);
  });
});

it("a command by a user whose role cannot be read waits", () => {
  const unknown = { ...bob, id: "U_new" };
  const decision = decided([task(12, { comments: [comment("/block #13", unknown)] }), task(13)]);
  expect(effectsOn(decision, 12).has("edge I_13")).toBe(false);
  expect(decision.refreshes).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: "I_12", afterMs: 2_000 })]),
  );
});

it.each(["/answer", "/decide first", "/approve", "/block", "/unblock #1 #2", "/urgency", "/explain this"])(
  "%s, malformed, gets one reply with the right form",
  (text) => {
    const asked = question(40, "#12", { comments: [comment(text)] });
    const reply = replyOn(decided([task(12), asked]), 40);
    expect(reply).toContain("It is not in the form that signalbox reads.");
    expect(reply).toContain(`"usage":"/${/[a-z]+/.exec(text)?.[0]} `);
  },
);

it("N14 no command is explained in wording of our own", () => {
  for (const { usage, purpose, who } of commands) {
    expect(`${purpose} ${who}`).not.toMatch(/whoever|stands? behind|anew|mended/i);
    expect(`${usage}: ${purpose} For ${who}.`.length).toBeLessThanOrEqual(200);
  }
});
