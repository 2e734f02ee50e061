/**
 * Lists the issues changed since an instant. Do not follow `page=2`: an issue that changes in the meantime
 * moves to the end of the list, and another shifts over the page boundary unseen. Each page starts at the
 * last change of the one before instead.
 */
import { z } from "zod";
import { type Millis, toIsoSeconds } from "../../base/clock.ts";
import type { ChangedIssue } from "../../dispatcher/ports/tracker.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";

const pageSize = 100;
/** 50,000 issues; the rest comes with the next call, as the oldest changes come first. */
const maxPages = 500;

const listShape = z.array(
  z.object({
    node_id: z.string(),
    number: z.number(),
    updated_at: z.iso.datetime({ offset: true }),
    pull_request: z.unknown().optional(),
  }),
);
type Listed = z.infer<typeof listShape>[number];

interface Kept {
  readonly since: Millis | undefined;
  readonly etag: string;
  readonly issues: readonly ChangedIssue[];
}

export type ChangedSince = (
  repository: RepositorySeen,
  since: Millis | undefined,
) => Promise<readonly ChangedIssue[]>;

export function createChangedSince(client: Client): ChangedSince {
  const kept = new Map<string, Kept>();
  return async (repository, since) => {
    const known = kept.get(repository.id);
    const etag = known?.since === since ? known?.etag : undefined;
    const first = await listPage(client, { repository, since, page: 1, etag });
    if (first.type === "unchanged") return known?.issues ?? [];
    const listed = [...first.data];
    await readOn(client, repository, since, listed);
    const issues = toChanged(listed);
    // An ETag covers only its own page.
    if (listed.length < pageSize && first.etag !== undefined)
      kept.set(repository.id, { since, etag: first.etag, issues });
    else kept.delete(repository.id);
    return issues;
  };
}

/** Appends what comes after a full first page. */
async function readOn(
  client: Client,
  repository: RepositorySeen,
  from: Millis | undefined,
  listed: Listed[],
): Promise<void> {
  let since = from;
  let page = 1;
  let lastLength = listed.length;
  for (let pages = 1; pages < maxPages && lastLength >= pageSize; pages++) {
    const reached = Date.parse(listed.at(-1)?.updated_at ?? "");
    const moves = since === undefined || reached > since;
    page = moves ? 1 : page + 1;
    since = moves ? reached : since;
    const answer = await listPage(client, { repository, since, page, etag: undefined });
    if (answer.type === "unchanged") return;
    listed.push(...answer.data);
    lastLength = answer.data.length;
  }
}

function listPage(
  client: Client,
  {
    repository,
    since,
    page,
    etag,
  }: {
    readonly repository: RepositorySeen;
    readonly since: Millis | undefined;
    readonly page: number;
    readonly etag?: string | undefined;
  },
) {
  const { owner, name: repo, installationId } = repository;
  const parameters = {
    owner,
    repo,
    state: "all",
    sort: "updated",
    direction: "asc",
    per_page: pageSize,
    page,
    ...(since !== undefined && { since: toIsoSeconds(since) }),
  };
  const route = "/repos/{owner}/{repo}/issues";
  return client.getIfChanged(installationId, { route, parameters, shape: listShape, etag });
}

/** Without pull requests, each issue once, by its latest change. */
function toChanged(listed: readonly Listed[]): readonly ChangedIssue[] {
  const byId = new Map<string, ChangedIssue>();
  for (const { node_id: id, number, updated_at, pull_request } of listed) {
    if (pull_request !== undefined) continue;
    byId.delete(id);
    byId.set(id, { id, number, updatedAt: Date.parse(updated_at) });
  }
  return [...byId.values()];
}
