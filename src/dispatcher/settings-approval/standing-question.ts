/** The issue that asks about the settings, once it is open: closed by someone who may not decide it, or edited. */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Parts } from "../parts.ts";
import type { SettingsWaiting } from "../ports/settings.ts";
import { RequestFailed } from "../request-failed.ts";
import { entitled } from "./judge-changes.ts";

type Needs = Pick<Parts, "index" | "writer" | "tracker" | "botId" | "clock" | "logger">;
type Question = NonNullable<SettingsWaiting["issue"]>;

/** At least this long between two reopenings, so that a user who keeps closing it cannot make us notify people all day. */
const reopenAfterMs = 24 * 60 * 60_000;

/** Opens it again unless a person closed it who may change the settings in effect. */
export async function reopenQuestion(
  parts: Needs,
  repository: RepositorySeen,
  { id, number }: Question,
  inForce: Settings,
): Promise<void> {
  const { index, clock, writer, logger } = parts;
  const record = (await index.records([id])).get(id);
  if (record?.seen.issueState.state !== "closed" || record.persisted.approved !== undefined) return;
  const { closedBy, reopenedAt } = record.seen;
  if (reopenedAt !== undefined && clock.now() - reopenedAt < reopenAfterMs) return;
  try {
    if ((await entitled({ parts, repository }, closedBy, inForce)) !== "no") return;
    await writer.reopenIssue(repository.installationId, repository.id, number);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { owner, name } = repository;
    logger.warn(
      { repository: `${owner}/${name}`, issue: number, why: thrown.failure.type },
      "could not reopen issue",
    );
  }
}

/** Closes one whose text was edited. A failure leaves it open; no approval there counts in any case. */
export async function closeReplaced(
  { index, writer, clock }: Needs,
  { id: repositoryId, installationId }: RepositorySeen,
  { id: issueId }: Question,
): Promise<void> {
  const record = (await index.records([issueId])).get(issueId);
  if (record?.seen.issueState.state !== "open") return;
  const key = `close:${issueId}`;
  await writer.write(installationId, [
    {
      ...{ id: 0, attempts: 0, sentAt: clock.now(), issueId, repositoryId, key },
      slot: { type: "other", written: key },
      effect: { type: "CloseIssue", reason: "not_planned" },
      reason: { rule: "settings", because: "Its text was edited, so another issue asks." },
    },
  ]);
}
