/** Work that rests on an earlier version of an interface is asked about the next one, and told what replaced it. */
import { describe, expect, test } from "vitest";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { isInForce } from "../../../src/engine/polls/in-force.ts";
import { briefOf } from "../../../src/engine/presentation/brief.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import {
  ada,
  bea,
  contract,
  type Decided,
  decideOn,
  held,
  inForce,
  keptOf,
  says,
} from "../../support/contract-issues.ts";
import { maria, person, task } from "../../support/issues.ts";

const cleo = person("cleo");
const settings = settingsSchema.parse({
  agents: { ada: { account: ada.id }, bea: { account: bea.id }, cleo: { account: cleo.id } },
});
const tasks = [held(12, ada, "ada"), held(13, bea, "bea"), held(14, cleo, "cleo"), held(15, ada, "ada")];
const first = contract(20, {
  says: { Consumers: "#13, #14" },
  comments: [ada, bea, cleo].map((who) => says(who, "/ack")),
});
const version = (number: number, text: string, before: number, comments: readonly CommentSeen[]): IssueSeen =>
  contract(number, { says: { Version: text, Replaces: `#${before}`, Consumers: "#15" }, comments });
const decideWith = (issues: readonly IssueSeen[], at: number, before?: Decided): Decided =>
  decideOn([...tasks, ...issues], at, { settings }, before?.records);
const notesFor = ({ notes }: Decided, kind: string) =>
  notes.filter((note) => note.kind === kind).map(({ to, issueId }) => `${to} ${issueId}`);

describe("a change that leaves out the earlier version's consumers", () => {
  const agreed = decideWith([first], 2);
  const second = (who: readonly (typeof ada)[]) =>
    version(
      21,
      "1.3.0",
      20,
      who.map((each) => says(each, "/ack", 3)),
    );

  test("AG62 AG63 waits for those who hold a task that rests on it, and a note tells them", () => {
    const waiting = decideWith([inForce(first), second([ada])], 4, agreed);
    expect(keptOf(waiting, 21).outcome).toBeUndefined();
    expect(notesFor(waiting, "ack-wanted")).toEqual(["bea I_21", "cleo I_21"]);
    const all = decideWith([inForce(first), second([ada, bea, cleo])], 4, agreed);
    expect(keptOf(all, 21).outcome?.result).toBe("carried");
    expect(notesFor(all, "contract-changed")).toEqual(["ada I_21", "bea I_21", "cleo I_21"]);
  });

  test("AG62 does not wait for a task that is closed, or that no one holds", () => {
    const gone = [
      held(12, ada, "ada"),
      task(13, { author: maria, assignees: [] }),
      held(14, cleo, "cleo", { issueState: { state: "closed", reason: "completed" } }),
      held(15, ada, "ada"),
    ];
    const known = decideOn([...gone, first], 5, { settings });
    const issues = [...gone, inForce(first, 5), version(21, "1.3.0", 20, [says(ada, "/ack", 6)])];
    expect(keptOf(decideOn(issues, 12, { settings }, known.records), 21).outcome?.result).toBe("carried");
  });

  test("AG62 AG63 however many versions back their work began", () => {
    const both = decideWith([inForce(first), second([ada, bea, cleo])], 4, agreed);
    const third = version(22, "1.4.0", 21, [says(ada, "/ack", 5)]);
    const waiting = decideWith([inForce(first), inForce(second([]), 4), third], 6, both);
    expect(keptOf(waiting, 22).outcome).toBeUndefined();
    expect(notesFor(waiting, "ack-wanted")).toEqual(["bea I_22", "cleo I_22"]);
  });

  test("AG63 the brief of a task that the change does not name has the version in force, once", () => {
    const both = decideWith([inForce(first), second([ada, bea, cleo])], 4, agreed);
    const after = decideWith([inForce(first), inForce(second([]), 4)], 5, both);
    const decisionsOf = (number: number) => {
      const record = after.records.get(`I_${number}`);
      if (record === undefined) throw new Error("It was not read.");
      return briefOf(after.view, record).decisions.map(({ name, decision }) => [name, decision.slice(0, 16)]);
    };
    expect(decisionsOf(14)).toEqual([["#21", "orders-api 1.3.0"]]);
    expect(decisionsOf(12)).toEqual([["#21", "orders-api 1.3.0"]]);
  });

  test.each([
    ["names other consumers", { Consumers: "#15" }],
    ["cannot be read", { Version: "soon" }],
  ])("AG62 AG63 waits while the text of the earlier version was edited and %s", (_, edit) => {
    const edited = contract(20, { says: { Consumers: "#13, #14", ...edit }, comments: first.comments });
    const waiting = decideWith([inForce(edited), second([ada, bea, cleo])], 4, agreed);
    expect(keptOf(waiting, 21).outcome).toBeUndefined();
    const texts = waiting.effects.map(({ effect }) => ("text" in effect ? effect.text : ""));
    expect(texts.join("\n")).toMatch(
      /and no longer names (?:`#12`, )?`#13`, `#14`, whose work rests on it\./,
    );
    const restored = decideWith([inForce(first), second([ada, bea, cleo])], 5, waiting);
    expect(keptOf(restored, 21).outcome?.result).toBe("carried");
  });

  test("AG63 a version that was relabelled does not bring the one before back", () => {
    const both = decideWith([inForce(first), second([ada, bea, cleo])], 4, agreed);
    const relabelled = { ...inForce(second([]), 4), labels: ["kind:task"] };
    const after = decideWith([inForce(first), relabelled], 5, both);
    const [one] = [20].flatMap((number) => after.records.get(`I_${number}`) ?? []);
    expect(one !== undefined && isInForce(after.view, one)).toBe(false);
  });

  test("AG62 texts that replace each other end no search", () => {
    const one = version(21, "1.3.0", 22, []);
    const other = version(22, "1.4.0", 21, []);
    expect(keptOf(decideWith([one, other], 4), 21).outcome).toBeUndefined();
  });
});
