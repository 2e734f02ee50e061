/**
 * Finds who brought a passage of a page: walks the page's changes on the default branch back to the one
 * before which the page did not contain it. Never asks for a commit's author, which can be set to any name.
 */

import { z } from "zod";
import type { ChangeOrigin, PageOrigin, PageQuotes, Provenance } from "../../coordinator/gates/own-page.ts";
import type { BranchMove } from "../../dispatcher/ports/settings-history.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { Actor, RepositorySeen } from "../../engine/model/fact.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Client } from "../transport/client.ts";
import { approversOf } from "./approvers.ts";
import { readMerge } from "./how-merged.ts";
import { type PageChange, pageChanges } from "./page-changes.ts";

/** Versions of one file that are read. */
const maxVersions = 30;

const textShape = z.object({
  node: z.object({ file: z.object({ text: z.string().nullish() }).nullish() }),
});
export const fileTextQuery = `query FileText($id: ID!, $file: String!) {
  node(id: $id) { ... on Repository { file: object(expression: $file) { ... on Blob { text } } } }
}`;

type ReadClient = Pick<Client, "query" | "get">;

/** @param botId undefined if others share our account, so that its commit need not be our record */
export function createProvenance(
  client: ReadClient,
  botId: string | undefined,
  roleOf: Tracker["roleOf"],
): Provenance {
  return {
    pageOriginOf: (repository, quoting) =>
      orElse({ words: quoting.texts.map(() => undefined), last: undefined }, () =>
        pageOriginOf(client, repository, { quoting, botId }),
      ),
    approversOf: (repository, commit) => orElse([], () => approversOf(client, repository, commit)),
    roleOf: (repository, by) => roleOf(repository, by, false),
    broughtBy: (repository, file) => orElse(undefined, () => lastBroughtBy(client, repository, file)),
  };
}

async function orElse<T>(instead: T, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof RequestFailed) return instead;
    throw thrown;
  }
}

async function lastBroughtBy(
  client: ReadClient,
  repository: RepositorySeen,
  file: Pick<PageQuotes, "path" | "commit">,
): Promise<Actor | undefined> {
  for await (const { move } of pageChanges(client, repository, file))
    return (await broughtBy(client, repository, move, false)).by;
  return undefined;
}

interface Asked {
  readonly quoting: PageQuotes;
  readonly botId: string | undefined;
}

async function pageOriginOf(
  client: ReadClient,
  repository: RepositorySeen,
  { quoting, botId }: Asked,
): Promise<PageOrigin> {
  const { path, texts } = quoting;
  const isOurs = ({ move }: PageChange): boolean =>
    botId !== undefined && isSameAccount(move.by?.id, botId) && !move.isMerge;
  const says = reader(client, repository, path);
  const bringing = new Map<string, PageChange | undefined>();
  let last: PageChange | undefined;
  let versions = 0;
  for await (const change of pageChanges(client, repository, quoting)) {
    const { before, after } = change.move;
    if (last === undefined || isOurs(last)) last = change;
    for (const text of texts) {
      if (bringing.has(text) || (before !== undefined && (await says(before, text)))) continue;
      bringing.set(text, (await says(after, text)) ? change : undefined);
    }
    versions += 1;
    const isAllKnown = texts.every((text) => bringing.has(text));
    if ((isAllKnown && !isOurs(last)) || versions === maxVersions) break;
  }
  const asked = new Map<PageChange, Promise<ChangeOrigin>>();
  const brought = async (change: PageChange | undefined): Promise<ChangeOrigin | undefined> => {
    if (change === undefined) return undefined;
    const found = asked.get(change) ?? broughtBy(client, repository, change.move, isOurs(change));
    asked.set(change, found);
    return found;
  };
  // Beyond what is read, the change before the ones read is as unknown as any other.
  const isKnown = last !== undefined && (!isOurs(last) || last.isFirst);
  const words: (ChangeOrigin | undefined)[] = [];
  for (const text of texts) words.push(await brought(bringing.get(text)));
  return { words, last: isKnown ? await brought(last) : undefined };
}

/** Whether the page contained the text at a commit; each version is read once. */
function reader(
  client: ReadClient,
  { id, installationId }: RepositorySeen,
  path: string,
): (commit: string, text: string) => Promise<boolean> {
  const known = new Map<string, string>();
  return async (commit, text) => {
    const read = async (): Promise<string> => {
      const { data } = await client.query(installationId, fileTextQuery, { id, file: `${commit}:${path}` });
      return plain(textShape.safeParse(data).data?.node.file?.text ?? "");
    };
    const shown = known.get(commit) ?? (await read());
    known.set(commit, shown);
    return shown.includes(plain(text));
  };
}

function plain(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/**
 * A merge whose content the merger had not fully seen is attributed to no one; a person's review of it still
 * counts.
 */
async function broughtBy(
  client: ReadClient,
  repository: RepositorySeen,
  { after: commit, before, at, by, isMerge, isQueued }: BranchMove,
  isOurRecord: boolean,
): Promise<ChangeOrigin> {
  if (!isMerge) return { by, merge: undefined, isOurRecord };
  if (isQueued) {
    // A queue may have merged several pull requests at once; a review of the last one does not cover the
    // others.
    const isOne = before === (await firstParent(client, repository, commit));
    return { by: undefined, merge: isOne ? commit : undefined, isOurRecord };
  }
  const isSeen = (await readMerge(client, repository, { commit, at, by })) === "seen";
  return { by: isSeen ? by : undefined, merge: commit, isOurRecord };
}

const parentShape = z.object({
  node: z.object({
    commit: z.object({ parents: z.object({ nodes: z.array(z.object({ oid: z.string() })) }) }),
  }),
});
export const parentQuery = `query Parent($id: ID!, $commit: String!) {
  node(id: $id) {
    ... on Repository { commit: object(expression: $commit) { ... on Commit { parents(first: 1) { nodes { oid } } } } }
  }
}`;

async function firstParent(
  client: ReadClient,
  { id, installationId }: RepositorySeen,
  commit: string,
): Promise<string | undefined> {
  const { data } = await client.query(installationId, parentQuery, { id, commit });
  return parentShape.safeParse(data).data?.node.commit.parents.nodes[0]?.oid;
}
