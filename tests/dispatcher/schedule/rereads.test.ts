/** The share of a sweep that repositories of one installation have in reading issues again. */
import { describe, expect, test } from "vitest";
import { Rereads } from "../../../src/dispatcher/schedule/rereads.ts";
import type { RepositorySeen } from "../../../src/engine/model/fact.ts";
import { demo } from "../../support/issues.ts";

describe("issues that are read again without a sign", () => {
  const pace = { rereads: { issues: 50, repositories: 2, perRepository: 30 } };
  const many = ["a", "b", "c", "d", "e"].map((id): RepositorySeen => ({ ...demo, id, name: id }));

  /** Takes what it may from each repository, and returns what that was. */
  function take(rereads: Rereads, has: number): readonly string[] {
    return rereads.inOrder(many).flatMap((repository) => {
      const taken = Math.min(has, rereads.computeRoom(repository));
      rereads.take(repository, taken);
      return taken === 0 ? [] : `${repository.id} ${taken}`;
    });
  }

  test("repositories of an installation share the reads of a sweep, and the next sweep goes on with the others", () => {
    const rereads = new Rereads(pace, () => 0);
    expect([take(rereads, 40), take(rereads, 40), take(rereads, 40)]).toEqual([
      ["a 30", "b 20"],
      ["c 30", "d 20"],
      ["e 30", "a 20"],
    ]);
  });

  test("a repository in which nothing is to be read takes no share", () => {
    const rereads = new Rereads(pace, () => 0.5);
    expect(take(rereads, 0)).toEqual([]);
    expect(take(rereads, 5)).toEqual(["c 5", "d 5"]);
  });
});
