/** Whose words an answer is that somebody edited before it counted: everything that shows the decision names both. */
import { describe, expect, it } from "vitest";
import type { IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { nameAnswerers } from "../../../src/engine/questions/answerers.ts";
import {
  alice,
  answer,
  bob,
  decided,
  demo,
  mallory,
  maria,
  question,
  reopened,
  start,
  task,
} from "../../support/issues.ts";

const minute = 60_000;
const editedAt = start + 2 * minute;
const given = (changes: Partial<IssueSeen> = {}) =>
  answer(41, "#40", { author: bob, createdAt: start + minute, ...changes });
const edited = given({ editor: maria, editedAt });
const settle = (answering: IssueSeen, asked = question(40, "#12"), snapshot: Partial<Snapshot> = {}) =>
  decided([task(12), asked, answering], snapshot, { now: start + 30 * minute });
const acceptedIn = (decision: ReturnType<typeof decided>) =>
  decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted;
const person = ({ id, login }: typeof bob) => ({ id, login });
/** The status of a question that keeps what was accepted. */
const status = (accepted: PersistedState["accepted"]): OwnComment => ({
  id: "IC_0",
  key: "status",
  text: "",
  createdAt: start + 3 * minute,
  isMinimized: false,
  persisted: { ...emptyPersistedState, ...(accepted === undefined ? {} : { accepted }) },
});

describe("an answer that somebody else edited", () => {
  it("is accepted as both accounts' words", () => {
    expect(acceptedIn(settle(edited))).toMatchObject({ by: person(bob), editor: person(maria) });
  });

  it("is one account's where its author edited it, or where the editor took over what its author may not say", () => {
    expect(acceptedIn(settle(given({ editor: bob, editedAt })))).not.toHaveProperty("editor");
    const taken = acceptedIn(settle(given({ author: mallory, editor: maria, editedAt })));
    expect(taken).toMatchObject({ by: person(maria) });
    expect(taken).not.toHaveProperty("editor");
  });

  it("is closed and quoted as both accounts' words", () => {
    const decision = settle(edited);
    expect(decision.effects.find(({ slot }) => slot.type === "close")?.reason.because).toContain(
      "Answered by bob, edited by maria: ",
    );
    const accepted = acceptedIn(decision);
    expect(accepted && nameAnswerers(accepted)).toBe("bob, edited by maria");
  });

  it("is kept as both accounts' words once the question is reopened", () => {
    const disputedOf = (accepted: PersistedState["accepted"]) => {
      const again = { issueState: reopened, reopenedAt: start + 4 * minute };
      const decision = settle(given(), question(40, "#12", { ...again, own: [status(accepted)] }));
      return decision.records.find(({ seen }) => seen.number === 40)?.persisted.disputed;
    };
    expect(disputedOf(acceptedIn(settle(edited)))).toMatchObject({ by: person(bob), editor: person(maria) });
    const alone = disputedOf(acceptedIn(settle(given())));
    expect(alone).toMatchObject({ by: person(bob) });
    expect(alone).not.toHaveProperty("editor");
  });

  it("stays that of those who had made it when it counted, whoever edits it afterwards", () => {
    const accepted = acceptedIn(settle(given()));
    const later = settle(edited, question(40, "#12", { own: [status(accepted)] }));
    expect(acceptedIn(later)).toEqual(accepted);
    expect(acceptedIn(later)).not.toHaveProperty("editor");
  });

  it.each([
    ["its author", bob],
    ["its editor", maria],
  ])("does not count once %s has no write access, while its question is open", (_, by) => {
    const accepted = acceptedIn(settle(edited));
    const asked = question(40, "#12", { own: [status(accepted)] });
    const roles = new Map(
      [alice, bob, maria].map(({ id }) => [`${demo.id} ${id}`, id === by.id ? "read" : "write"]),
    );
    expect(acceptedIn(settle(edited, asked, { roles }))).toBeUndefined();
  });
});
