/** Branches, pull requests and rules of a rehearsal: of names that nothing else has, and deleted at its end. */
import { randomInt } from "node:crypto";
import { NotAsked } from "./not-asked.ts";
import type { RestAnswer } from "./requester.ts";
import type { Side } from "./side.ts";

export interface Branch {
  readonly name: string;
  readonly sha: string;
}

export interface Proposal {
  readonly number: number;
  readonly nodeId: string;
  /** Of its head. */
  readonly sha: string;
}

/** Branches of rehearsals begin so. */
export const branchPrefix = "rehearsal/";

/** @throws NotAsked if the App may not do that there */
export function needPermission(side: Side, name: string, access: "read" | "write" = "write"): void {
  const has = side.options.permissions[name];
  if (has !== "write" && has !== access)
    throw new NotAsked(`The App has no permission ${name}: ${access}. Register it by setup --rehearsal.`);
}

/** @param from a commit; the newest of the default branch if omitted */
export async function openBranch(side: Side, from?: string): Promise<Branch> {
  const { person } = side.options;
  const sha = from ?? (await headOf(side));
  // Digits alone: words in which GitHub names it are the same each time.
  const name = `${branchPrefix}${randomInt(1_000_000_000, 10_000_000_000)}`;
  const made = await side.create(person, "POST /repos/{owner}/{repo}/git/refs", {
    ...side.place,
    ref: `refs/heads/${name}`,
    sha,
  });
  assertMade(made, "A branch");
  side.leftovers.add(`The branch ${name}`, () =>
    side.tryDelete("DELETE /repos/{owner}/{repo}/git/refs/{ref}", { ref: `heads/${name}` }),
  );
  return { name, sha };
}

/** Writes a new file as the person. @returns the commit */
export async function commitFile(side: Side, branch: string, path: string, text: string): Promise<string> {
  const made = await side.create(side.options.person, "PUT /repos/{owner}/{repo}/contents/{path}", {
    ...side.place,
    path,
    branch,
    message: "Rehearse",
    content: Buffer.from(text).toString("base64"),
  });
  assertMade(made, `The file ${path}`);
  return made.body.commit.sha;
}

/** A pull request of the person that adds a file. */
export async function propose(
  side: Side,
  base: Branch,
  { path, text = "rehearsed\n" }: { readonly path: string; readonly text?: string },
): Promise<Proposal> {
  const branch = await openBranch(side, base.sha);
  const sha = await commitFile(side, branch.name, path, text);
  const made = await side.create(side.options.person, "POST /repos/{owner}/{repo}/pulls", {
    ...side.place,
    title: "Rehearsal: a pull request",
    head: branch.name,
    base: base.name,
  });
  assertMade(made, "A pull request");
  const { number, node_id: nodeId } = made.body;
  side.leftovers.add(`Pull request #${number}`, async () => {
    const { status } = await side.options.person.rest("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
      ...side.place,
      pull_number: number,
      state: "closed",
    });
    // A merged one stays as it is.
    return status === 200 || status === 422 ? undefined : `GitHub answered ${status}.`;
  });
  return { number, nodeId, sha };
}

export function merge(side: Side, as: "app" | "person", pull: Proposal, sha = pull.sha): Promise<RestAnswer> {
  return side.options[as].rest("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
    ...side.place,
    pull_number: pull.number,
    sha,
  });
}

/** Rules for one branch. @throws NotAsked where the plan of the account has none */
export async function protectBranch(side: Side, { name }: Branch, rules: readonly object[]): Promise<void> {
  const made = await side.create(side.options.person, "POST /repos/{owner}/{repo}/rulesets", {
    ...side.place,
    name: `Rehearsal of ${name}`,
    enforcement: "active",
    conditions: { ref_name: { include: [`refs/heads/${name}`], exclude: [] } },
    rules,
  });
  assertMade(made, "A ruleset");
  side.leftovers.add(`The ruleset of ${name}`, () =>
    side.tryDelete("DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}", { ruleset_id: made.body.id }),
  );
}

/** A check run of the App, completed. */
export async function reportCheck(side: Side, sha: string, conclusion: string): Promise<void> {
  const made = await side.create(side.options.app, "POST /repos/{owner}/{repo}/check-runs", {
    ...side.place,
    name: rehearsalCheck,
    head_sha: sha,
    status: "completed",
    conclusion,
  });
  assertMade(made, "A check run");
}

const rehearsalCheck = "signalbox/rehearsal";

/** A rule that requires the App's check, from the App alone. */
export function requireCheck({ options: { appId } }: Side): object {
  return {
    type: "required_status_checks",
    parameters: {
      required_status_checks: [{ context: rehearsalCheck, integration_id: appId }],
      strict_required_status_checks_policy: false,
    },
  };
}

/** The newest commit of the default branch. */
export async function headOf(side: Side): Promise<string> {
  const { person } = side.options;
  const { body: repository } = await person.rest("GET /repos/{owner}/{repo}", side.place);
  const { body } = await person.rest("GET /repos/{owner}/{repo}/git/ref/{ref}", {
    ...side.place,
    ref: `heads/${repository.default_branch}`,
  });
  return body.object.sha;
}

function assertMade({ status, body }: RestAnswer, what: string): void {
  if (status >= 300) throw new NotAsked(`${what} was refused with ${status}: ${body?.message ?? "no words"}`);
}
