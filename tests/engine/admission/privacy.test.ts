/** What issues of one repository may show of another's. */
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import {
  alice,
  answer,
  bob,
  decided,
  demo,
  effectsOn,
  links,
  open,
  question,
  task,
} from "../../support/issues.ts";

const vault = { ...demo, id: "R_vault", name: "vault", isPrivate: true };

function across(home: Partial<typeof demo> = {}): Partial<Snapshot> {
  const repositories = new Map([{ ...demo, ...home }, vault].map((each) => [each.id, each]));
  const roles = [demo, vault].flatMap(({ id }) =>
    [alice, bob].map((actor) => [`${id} ${actor.id}`, "write"] as const),
  );
  return { repositories, roles: new Map(roles) };
}

const textOf = (decision: ReturnType<typeof decided>, number: number, slot: string): string =>
  JSON.stringify(effectsOn(decision, number).get(slot) ?? {});

describe("a public issue", () => {
  test("E08 a public issue names no private blocker, and one of an unknown repository only if it is public", () => {
    const secret = task(40, { repositoryId: vault.id, title: "Merger" });
    const [link] = links(secret).issues;
    if (link === undefined) throw new Error("There is no link.");
    const elsewhere = { ...link, id: "I_e", repositoryId: "R_else", owner: "globex", repo: "api" };
    const shown = (isPrivate: boolean | undefined) => {
      const issues = [
        { ...link, repo: "vault" },
        { ...elsewhere, title: "Elsewhere", isPrivate },
      ];
      const blockedBy = { ...links(), issues };
      return textOf(decided([task(12, { blockedBy })], across()), 12, "status");
    };
    expect(shown(true)).not.toMatch(/Merger|vault|Elsewhere|globex/);
    expect(shown(undefined)).not.toMatch(/Elsewhere|globex/);
    expect(shown(false)).toMatch(/globex\/api#40.*Elsewhere/);
    expect(shown(false)).not.toMatch(/Merger|vault/);
  });

  test("E08 a public question is not answered from a private repository, and the answer says why", () => {
    const asked = question(40, "#12", { author: bob });
    const secret = answer(41, "acme/demo#40", { repositoryId: vault.id, author: alice });
    const decision = decided([asked, secret], across());
    expect(effectsOn(decision, 40).has("close")).toBe(false);
    expect(textOf(decision, 41, "status")).toContain("The question is public");
    expect(effectsOn(decided([asked, secret], across({ isPrivate: true })), 40).has("close")).toBe(true);
  });

  test("E08 a public issue does not say what a private number refers to", () => {
    const wrong = answer(41, "acme/vault#12", { author: alice });
    const exists = decided([wrong, task(12, { repositoryId: vault.id, issueState: open })], across());
    const missing = decided([wrong], across());
    expect(textOf(exists, 41, "status")).toBe(textOf(missing, 41, "status"));
    expect(textOf(exists, 41, "status")).toContain("cannot be used here");
  });
});
