/** Reads which settings of a repository are in effect. */
import type { Logger } from "../../base/logger.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { ReceivedPush, StoredSettings } from "../ports/settings.ts";
import type { Tracker } from "../ports/tracker.ts";
import { RequestFailed } from "../request-failed.ts";
import type { SettingsNow } from "../settings-approval/settings-now.ts";

export interface SettingsReader {
  /** Undefined if nothing changed, or if the files may not be read. */
  readonly read: (
    repository: RepositorySeen,
    known: StoredSettings | undefined,
    push: ReceivedPush | undefined,
  ) => Promise<StoredSettings | undefined>;
  /** Works out the current settings where none are stored, and writes nothing to GitHub. */
  readonly findMissing: (repository: RepositorySeen) => Promise<void>;
}

interface Needs {
  readonly index: Pick<Index, "settings" | "saveSettings">;
  readonly tracker: Pick<Tracker, "settingsSince">;
  readonly settingsNow: SettingsNow;
  readonly logger: Logger;
}

export function createSettingsReader({ index, tracker, settingsNow, logger }: Needs): SettingsReader {
  const read: SettingsReader["read"] = async (repository, known, push) => {
    try {
      const seen = await tracker.settingsSince(repository, known?.commit, known?.authority?.branch);
      if (known === undefined && seen === undefined) return undefined;
      return await settingsNow(repository, { known, seen, push });
    } catch (thrown) {
      // A repository whose files we may not read keeps its settings; its work continues.
      if (!(thrown instanceof RequestFailed)) throw thrown;
      const { type, message } = thrown.failure;
      if (type !== "refused" && type !== "gone") throw thrown;
      const { owner, name } = repository;
      logger.warn({ repository: `${owner}/${name}`, message }, "settings cannot be read");
      return undefined;
    }
  };

  return {
    read,
    findMissing: async (repository) => {
      if (index.settings(repository.id) !== undefined) return;
      const found = await read(repository, undefined, undefined);
      if (found !== undefined) await index.saveSettings(repository.id, found);
    },
  };
}
