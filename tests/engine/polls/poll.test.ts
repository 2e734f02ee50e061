/** The poll as a value: what is carried, and what never is. */
import { describe, expect, it } from "vitest";
import { type Poll, stateOf, votesNeeded } from "../../../src/engine/polls/poll.ts";

const three = ["ada", "bea", "cleo"];
const votes = (...cast: readonly (readonly [string, number])[]) =>
  cast.map(([voter, option]) => ({ voter, option }));
const poll = (changes: Partial<Poll>): Poll => ({
  voters: three,
  isOpenEnded: false,
  needs: { type: "majority" },
  ballots: [],
  isOver: false,
  ...changes,
});

describe("AG60 a poll", () => {
  it("AG60 carries an option with more than half of the voters, whatever the others say", () => {
    expect(stateOf(poll({ ballots: votes(["ada", 1]) }))).toEqual({ type: "open" });
    expect(stateOf(poll({ ballots: votes(["ada", 1], ["bea", 1]) }))).toEqual({ type: "carried", option: 1 });
    const four = [...three, "dora"];
    expect(stateOf(poll({ voters: four, ballots: votes(["ada", 2], ["bea", 2]) }))).toEqual({ type: "open" });
  });

  it("AG60 counts the last vote of a voter", () => {
    const ballots = votes(["ada", 1], ["bea", 1], ["bea", 2], ["cleo", 2]);
    expect(stateOf(poll({ ballots }))).toEqual({ type: "carried", option: 2 });
  });

  it("AG60 needs every voter for `all`, and silence is no vote", () => {
    const needs = { type: "all" } as const;
    const two = votes(["ada", 1], ["bea", 1]);
    expect(stateOf(poll({ needs, ballots: two }))).toEqual({ type: "open" });
    expect(stateOf(poll({ needs, ballots: two, isOver: true }))).toEqual({ type: "expired" });
    expect(stateOf(poll({ needs, ballots: [...two, ...votes(["cleo", 1])] }))).toEqual({
      type: "carried",
      option: 1,
    });
  });

  it("AG60 is lost or tied once everyone has voted, and carries nothing then", () => {
    expect(stateOf(poll({ ballots: votes(["ada", 1], ["bea", 2], ["cleo", 3]) }))).toEqual({ type: "tied" });
    const needs = { type: "all" } as const;
    expect(stateOf(poll({ needs, ballots: votes(["ada", 1], ["bea", 1], ["cleo", 2]) }))).toEqual({
      type: "lost",
    });
  });

  it("AG60 with a number and voters without an end is carried by that number, or expires", () => {
    const changes = { voters: [], isOpenEnded: true, needs: { type: "number", votes: 2 } } as const;
    expect(stateOf(poll({ ...changes, ballots: votes(["x", 1]) }))).toEqual({ type: "open" });
    expect(stateOf(poll({ ...changes, ballots: votes(["x", 1], ["y", 1]) }))).toEqual({
      type: "carried",
      option: 1,
    });
    expect(stateOf(poll({ ...changes, ballots: votes(["x", 1], ["y", 2]), isOver: true }))).toEqual({
      type: "expired",
    });
  });

  it("AG60 is not carried by two options that reach the number together", () => {
    const needs = { type: "number", votes: 1 } as const;
    expect(stateOf(poll({ needs, ballots: votes(["ada", 1], ["bea", 2]) }))).toEqual({ type: "open" });
  });

  it("AG60 is void if fewer may vote than an option needs, and with no voters at all", () => {
    expect(stateOf(poll({ needs: { type: "number", votes: 4 } }))).toEqual({ type: "void" });
    expect(stateOf(poll({ voters: [] }))).toEqual({ type: "void" });
    expect(stateOf(poll({ voters: [], needs: { type: "all" } }))).toEqual({ type: "void" });
    expect(votesNeeded(poll({ voters: ["a", "b"] }))).toBe(2);
  });
});
