/**
 * Puts our check run on a commit: one per commit, changed in place. It is looked up first, unless the evidence was
 * read a moment ago, because GitHub would keep every run; so writing twice has the same result as writing once. Two runs
 * are replaced by a new one: one with notes on files, as GitHub adds notes and cannot remove them; and one about other work,
 * as somebody may have its page open, whose button must not accept what that page never showed.
 */

import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { WriteResult } from "../../dispatcher/ports/writer.ts";
import { signedWork } from "../../engine/handovers/check-shown.ts";
import type { Effect } from "../../engine/model/effect.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { emptyReceipt, type LocationOf } from "../identity/repository-place.ts";
import type { Ourselves } from "../read/comments.ts";
import { checkName, newestOwnRun, type RepositoryLocation, runsOn } from "../read/evidence/check-runs.ts";
import type { OwnRuns } from "../read/evidence/own-runs.ts";
import type { Budget } from "../transport/budget.ts";
import type { Client } from "../transport/client.ts";
import { failureIn } from "../transport/request-failure.ts";
import { signCheck } from "./check-marker.ts";

export type ShowCheck = Extract<Effect, { readonly type: "ShowCheck" }>;

interface CheckWriter {
  readonly client: Client;
  readonly budget: Budget;
  readonly ourselves: Ourselves;
  readonly ownRuns: Pick<OwnRuns, "take">;
  readonly locationOf: LocationOf;
}

/** Never throws. */
export async function writeCheck(
  writing: CheckWriter,
  installationId: InstallationId,
  queued: QueuedEffect,
  check: ShowCheck,
): Promise<WriteResult> {
  try {
    await writing.budget.turn(installationId);
    await write(writing, await writing.locationOf(installationId, queued.repositoryId), queued, check);
    return { id: queued.id, ok: true, receipt: emptyReceipt };
  } catch (thrown) {
    return { id: queued.id, ok: false, failure: failureIn(thrown) };
  }
}

async function write(
  { client, ourselves, ownRuns }: CheckWriter,
  repository: RepositoryLocation,
  { issueId, sentAt }: QueuedEffect,
  check: ShowCheck,
): Promise<void> {
  const { installationId, owner, name: repo } = repository;
  const { headSha, shows } = check;
  const place = { host: ourselves.host, repositoryId: repository.id, headSha };
  const known = ownRuns.take(place);
  // If it was sent before, its outcome is not known.
  const own =
    known !== undefined && sentAt === undefined
      ? known.run
      : newestOwnRun(ourselves, place, await runsOn(client, repository, headSha, { check_name: checkName }));
  if (own?.shows === shows) return;
  const shown = { external_id: signCheck(ourselves.keys, { ...place, issueId, shows }), ...bodyOf(check) };
  if (own === undefined || own.isAnnotated || signedWork(own.shows ?? "") !== signedWork(shows)) {
    const made = { owner, repo, name: checkName, head_sha: headSha, ...shown };
    return client.post(installationId, "/repos/{owner}/{repo}/check-runs", made);
  }
  const changed = { owner, repo, check_run_id: own.id, ...shown };
  return client.patch(installationId, "/repos/{owner}/{repo}/check-runs/{check_run_id}", changed);
}

const button = {
  label: "Accept anyway",
  description: "For maintainers: accept it as is",
  identifier: "accept",
};

function bodyOf({ conclusion, title, summary, annotations, offersAccept }: ShowCheck) {
  const notes = annotations.map(({ path, text }) => ({
    path,
    start_line: 1,
    end_line: 1,
    annotation_level: "warning",
    message: text,
  }));
  return {
    status: "completed",
    conclusion,
    output: { title, summary, annotations: notes },
    actions: offersAccept ? [button] : [],
  };
}
