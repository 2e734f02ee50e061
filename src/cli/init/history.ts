/**
 * Predicts how the App would treat the issues that already exist. Kinds come from the protocol's reader
 * rather than from labels, and an issue without a kind is never touched.
 */

import type { Octokit } from "@octokit/rest";
import { explainRefusal, unlessMissing } from "../../github/caller/explain-refusal.ts";
import { roleIn } from "../../github/identity/roles.ts";
import { allKinds, type KindName } from "../../protocol/kinds/kinds.ts";
import { readMessage } from "../../protocol/message.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { InitPlace } from "./repository.ts";

export interface History {
  /** Issues read, without pull requests. */
  readonly issues: number;
  /** Whether there are more issues than were read. */
  readonly isCut: boolean;
  readonly untouched: number;
  readonly kinds: Readonly<Partial<Record<KindName, number>>>;
  /** Numbers of the issues that would get the label and a comment that explains it. */
  readonly needsFix: readonly number[];
  readonly needsApproval: readonly number[];
}

type Listed = Awaited<ReturnType<Octokit["rest"]["issues"]["listForRepo"]>>["data"][number];

const pageSize = 100;
const maxPages = 50;

export async function readHistory(octokit: Octokit, place: InitPlace, settings: Settings): Promise<History> {
  const { listed, isCut } = await listIssues(octokit, place);
  const trusted = trustIn(octokit, place, settings);
  const counts = new Map<KindName, number>();
  const [needsFix, needsApproval]: [number[], number[]] = [[], []];
  for (const issue of listed) {
    const reading = readMessage(inputOf(issue), settings.labels);
    if (reading.kind === undefined) continue;
    counts.set(reading.kind, (counts.get(reading.kind) ?? 0) + 1);
    if (!(await trusted(issue.user))) needsApproval.push(issue.number);
    else if (reading.problems.length > 0) needsFix.push(issue.number);
  }
  const typed = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const kinds = Object.fromEntries(
    allKinds.flatMap(({ name }) => (counts.has(name) ? [[name, counts.get(name)]] : [])),
  );
  return { issues: listed.length, isCut, untouched: listed.length - typed, kinds, needsFix, needsApproval };
}

async function listIssues(
  octokit: Octokit,
  place: InitPlace,
): Promise<{ readonly listed: readonly Listed[]; readonly isCut: boolean }> {
  const listed: Listed[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { data } = await explainRefusal("list issues", () =>
      octokit.rest.issues.listForRepo({ ...place, state: "all", per_page: pageSize, page }),
    );
    listed.push(...data.filter(({ pull_request }) => pull_request === undefined));
    if (data.length < pageSize) return { listed, isCut: false };
  }
  return { listed, isCut: true };
}

function inputOf({ title, body, labels, type }: Listed) {
  return {
    title,
    body: body ?? null,
    labels: labels.flatMap((label) => (typeof label === "string" ? label : (label.name ?? []))),
    nativeType: type?.name,
  };
}

/** Whether an author is trusted; each author is looked up once. */
function trustIn(
  octokit: Octokit,
  place: InitPlace,
  { trust }: Settings,
): (author: Listed["user"]) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const look = async (username: string): Promise<boolean> => {
    const found = await unlessMissing(`say what ${username} may do`, () =>
      octokit.rest.repos.getCollaboratorPermissionLevel({ ...place, username }),
    );
    return trust.roles.includes(found === undefined ? "none" : roleIn(found.data));
  };
  return async (author) => {
    if (author === null) return false;
    if (trust.agents.some((each) => isSameAccount(each, author.node_id))) return true;
    const answer = known.get(author.login) ?? look(author.login);
    known.set(author.login, answer);
    return answer;
  };
}
