/**
 * The issue that asks about the settings: opened once, opened again if someone closed it who may not decide
 * it, and closed if it was edited.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { OpenIssue } from "../../engine/model/effect.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Index } from "../ports/issue-index.ts";
import type { SettingsWaiting } from "../ports/settings.ts";
import type { Writer } from "../ports/writer.ts";
import { RequestFailed } from "../request-failed.ts";
import type { FindEntitlement } from "./judge-changes.ts";

type Question = NonNullable<SettingsWaiting["issue"]>;

export interface SettingsIssue {
  /**
   * Opens it, unless it has been opened since. Resolves to undefined if that has not succeeded yet.
   */
  readonly open: (
    repository: RepositorySeen,
    effect: OpenIssue,
    since: Millis,
  ) => Promise<Question | undefined>;
  /** Opens it again unless a person closed it who may change the settings in effect. */
  readonly reopen: (repository: RepositorySeen, question: Question, effective: Settings) => Promise<void>;
  /** Closes one whose text was edited. A failure leaves it open; no approval there counts in any case. */
  readonly closeReplaced: (repository: RepositorySeen, question: Question) => Promise<void>;
}

interface Needs {
  readonly index: Pick<Index, "records">;
  readonly writer: Pick<Writer, "findOwnIssue" | "write" | "reopenIssue">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly entitlement: FindEntitlement;
}

/** In place of an issue's id: the effect belongs to no issue. */
const ofRepository = "settings";

/**
 * At least this long between two reopenings, so that a user who keeps closing it cannot make us notify people
 * all day.
 */
const reopenAfterMs = 24 * 60 * 60_000;

export function createSettingsIssue({ index, writer, clock, logger, entitlement }: Needs): SettingsIssue {
  const open: SettingsIssue["open"] = async (
    { id: repositoryId, installationId, owner, name },
    effect,
    since,
  ) => {
    const repository = `${owner}/${name}`;
    try {
      const found = await writer.findOwnIssue(installationId, repositoryId, effect.marker, since);
      if (found !== undefined) return { id: found.id, number: found.number };
      const reason = { rule: "settings", because: "The settings file changed, and waits for an admin." };
      const key = effect.marker;
      const [result] = await writer.write(installationId, [
        {
          id: 0,
          attempts: 0,
          sentAt: clock.now(),
          issueId: ofRepository,
          repositoryId,
          effect,
          reason,
          key,
          slot: { type: "other", written: key },
        },
      ]);
      if (result?.ok === true) return result.receipt.opened;
      logger.warn({ repository, why: result?.failure.type }, "could not ask for approval yet");
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed)) throw thrown;
      logger.warn({ repository, why: thrown.failure.type }, "could not ask for approval yet");
    }
    return undefined;
  };

  const reopen: SettingsIssue["reopen"] = async (repository, { id, number }, effective) => {
    const record = (await index.records([id])).get(id);
    if (record?.seen.issueState.state !== "closed" || record.persisted.approved !== undefined) return;
    const { closedBy, reopenedAt } = record.seen;
    if (reopenedAt !== undefined && clock.now() - reopenedAt < reopenAfterMs) return;
    try {
      if ((await entitlement(repository, closedBy, effective)) !== "no") return;
      await writer.reopenIssue(repository.installationId, repository.id, number);
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed)) throw thrown;
      const { owner, name } = repository;
      logger.warn(
        { repository: `${owner}/${name}`, issue: number, why: thrown.failure.type },
        "could not reopen issue",
      );
    }
  };

  const closeReplaced: SettingsIssue["closeReplaced"] = async (
    { id: repositoryId, installationId },
    { id: issueId },
  ) => {
    const record = (await index.records([issueId])).get(issueId);
    if (record?.seen.issueState.state !== "open") return;
    const key = `close:${issueId}`;
    await writer.write(installationId, [
      {
        id: 0,
        attempts: 0,
        sentAt: clock.now(),
        issueId,
        repositoryId,
        key,
        slot: { type: "other", written: key },
        effect: { type: "CloseIssue", reason: "not_planned" },
        reason: { rule: "settings", because: "Its text was edited, so another issue asks." },
      },
    ]);
  };

  return { open, reopen, closeReplaced };
}
