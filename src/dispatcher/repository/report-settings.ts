/**
 * Shows on the commit itself what became of its settings file: in effect, waiting for an admin, or invalid.
 * Opens no issue for that: it would notify people who have nothing to do with the file.
 */

import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { settingsAskedIn } from "../../engine/messages/settings-asked.ts";
import { type RepositorySeen, takesWrites } from "../../engine/model/fact.ts";
import { ineffectiveLogins } from "../../protocol/ineffective-logins.ts";
import type { SettingsCheckData } from "../../protocol/text/check.ts";
import type { Text } from "../../protocol/text.ts";
import type { StoredSettings } from "../ports/settings.ts";
import type { Tracker } from "../ports/tracker.ts";
import type { SettingsCheck, Writer } from "../ports/writer.ts";
import { RequestFailed } from "../request-failed.ts";
import type { Pauses } from "../schedule/pauses.ts";
import { settingsFrom } from "../settings-approval/judge-changes.ts";

interface Needs {
  readonly github: {
    readonly tracker: Pick<Tracker, "aheadMs" | "settingsHistory">;
    readonly writer: Pick<Writer, "showSettings">;
  };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly render: (text: Text) => string;
  readonly pauses: Pick<Pauses, "isPaused">;
  readonly keepsIndex: boolean;
}

/** Never rejects for an answer of GitHub. */
export type ReportSettings = (
  repository: RepositorySeen,
  before: StoredSettings | undefined,
  kept: StoredSettings,
) => Promise<void>;

export function createSettingsReport(needs: Needs): ReportSettings {
  const { github, clock, logger, render, pauses, keepsIndex } = needs;
  const { tracker, writer } = github;

  function shownOf({ owner, name }: RepositorySeen, statement: DetailedStatement): SettingsCheck {
    const {
      details: { text, ...details },
      ...check
    } = statement;
    const home = `${owner}/${name}`;
    const logins = ineffectiveLogins(settingsFrom(text)).map((each) => ({
      ...each,
      command: `gh api users/${each.login} --jq .node_id`,
    }));
    const summary = render({ name: "check-settings", data: { home, logins, ...details } });
    const title = logins.length === 0 ? check.title : `${check.title}, with a login that names no account`;
    return { ...check, title, summary, at: clock.now() - tracker.aheadMs() };
  }

  /** If no index is kept, only GitHub knows what an earlier pass said. */
  async function wasStated(
    repository: RepositorySeen,
    { headSha, effectiveCommit, stay }: Statement,
  ): Promise<boolean> {
    const [last] = await tracker.settingsHistory.statementsOn(repository, headSha);
    return last !== undefined && last.effectiveCommit === effectiveCommit && last.stay === stay;
  }

  return async (repository, before, kept) => {
    const statement = statementOf(kept);
    if (statement === undefined || isKnown(before, kept)) return;
    if (!takesWrites(repository) || pauses.isPaused(repository.id)) return;
    const shown = shownOf(repository, statement);
    try {
      if (!keepsIndex && (await wasStated(repository, shown))) return;
      await writer.showSettings(repository.installationId, repository.id, shown);
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed)) throw thrown;
      logger.debug(
        { repository: `${repository.owner}/${repository.name}`, why: thrown.failure.type },
        "no check for the settings",
      );
    }
  };
}

/** Whether the check says so already. The defaults need no check if there never was a file. */
function isKnown(before: StoredSettings | undefined, kept: StoredSettings): boolean {
  const isEmpty = ({ text, problem, authority }: StoredSettings): boolean =>
    text === undefined && problem === undefined && authority?.waiting === undefined;
  const isPlain = isEmpty(kept);
  if (before === undefined) return isPlain;
  const gist = ({ text, problem, authority }: StoredSettings): string =>
    JSON.stringify([
      settingsFrom(text),
      problem,
      authority === undefined,
      authority?.waiting,
      authority?.branch ?? "",
    ]);
  return gist(before) === gist(kept) || (isPlain && isEmpty(before));
}

type Statement = Omit<SettingsCheck, "summary" | "at">;
type Details = Omit<SettingsCheckData, "home" | "logins"> & { readonly text?: string | undefined };
type DetailedStatement = Statement & { readonly details: Details };

function statementOf({ commit, text, problem, authority }: StoredSettings): DetailedStatement | undefined {
  const { waiting, commit: effectiveCommit, stay = "" } = authority ?? {};
  const asked = settingsAskedIn(waiting?.key ?? "");
  if (waiting !== undefined && asked !== undefined) {
    const issue = waiting.issue === undefined ? undefined : `#${waiting.issue.number}`;
    return {
      headSha: asked.commit,
      conclusion: "action_required",
      effectiveCommit,
      stay: asked.stay,
      title: `Not in effect: an admin has to approve it${issue === undefined ? "" : ` in ${issue}`}`,
      details: { status: "waiting", issue, effectiveCommit, problem: undefined, text: waiting.text },
    };
  }
  if (problem !== undefined)
    return commit === undefined
      ? undefined
      : {
          headSha: commit,
          conclusion: "failure",
          effectiveCommit,
          stay: "",
          title: "Not in effect: the settings file needs a fix",
          details: { status: "unreadable", issue: undefined, effectiveCommit, problem },
        };
  const headSha = effectiveCommit ?? commit;
  if (headSha === undefined) return undefined;
  return {
    headSha,
    conclusion: "success",
    effectiveCommit,
    stay,
    title: effectiveCommit === undefined ? "The defaults are in effect" : "The settings are in effect",
    details: { status: "in effect", issue: undefined, effectiveCommit, problem: undefined, text },
  };
}
