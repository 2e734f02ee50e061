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

describe("a private issue of another account", () => {
  const theirs = { ...vault, owner: "globex", installationId: 2 };
  const here = { ...demo, isPrivate: true };

  function served(there: typeof theirs): Partial<Snapshot> {
    return { ...across(), repositories: new Map([here, there].map((each) => [each.id, each])) };
  }

  test("E08 a private issue shows neither title nor decision of a private blocker of another account", () => {
    const secret = task(40, { repositoryId: vault.id, title: "Merger" });
    const blockedBy = links(secret);
    const shown = (there: typeof theirs) =>
      textOf(decided([task(12, { blockedBy }), secret], served(there)), 12, "status");
    expect(shown(theirs)).toContain("an issue in a private repository");
    expect(shown(theirs)).not.toContain("Merger");
    // GitHub lists a blocker that everybody in the repository may see, so nothing has to be said of it.
    expect(shown({ ...theirs, installationId: here.installationId })).toBe("{}");
  });

  test("E08 a text that names a private issue of another account is answered as if there were none", () => {
    const wrong = answer(41, "globex/vault#12", { author: alice });
    const secret = task(12, { repositoryId: vault.id, issueState: open });
    const exists = decided([wrong, secret], served(theirs));
    const missing = decided([wrong], served(theirs));
    const unserved = decided([wrong], { ...across(), repositories: new Map([[here.id, here]]) });
    expect(textOf(exists, 41, "status")).toBe(textOf(missing, 41, "status"));
    expect(textOf(exists, 41, "status")).toBe(textOf(unserved, 41, "status"));
    const ours = decided([wrong, secret], served({ ...theirs, installationId: here.installationId }));
    expect(textOf(exists, 41, "status")).not.toBe(textOf(ours, 41, "status"));
  });
});
