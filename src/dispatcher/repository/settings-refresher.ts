/**
 * The current settings: the last valid file that someone who may change the settings brought or approved.
 * Until then a newer file waits; an invalid one changes only what the ledger and a check on its commit say.
 */
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Settings, UnsettledFile } from "../../protocol/settings/config.ts";
import type { Index } from "../ports/issue-index.ts";
import type { ReceivedPush, SettingsOf, StoredSettings } from "../ports/settings.ts";
import type { AskAboutSettings } from "../settings-approval/ask-about-settings.ts";
import { settingsFrom } from "../settings-approval/judge-changes.ts";
import { createTurns } from "../settings-approval/one-at-a-time.ts";
import type { AdoptSettings } from "./adopt-settings.ts";
import type { ReportSettings } from "./report-settings.ts";
import type { SettingsReader } from "./settings-reader.ts";

/** Settings by repository, each text parsed once. */
export function settingsIn(index: Pick<Index, "settings">): SettingsOf {
  const read = new Map<string, Settings>();
  return (repositoryId: RepositoryId) => {
    const stored = index.settings(repositoryId);
    const unsettled = unsettledIn(stored);
    const logins = stored?.authority?.logins;
    const key = JSON.stringify([stored?.text, unsettled, logins]);
    const known = read.get(key) ?? settledFrom(stored?.text, { unsettled, logins });
    if (read.size > 1_000) read.clear();
    read.set(key, known);
    return known;
  };
}

function settledFrom(
  text: string | undefined,
  { unsettled, logins }: { readonly [Part in "unsettled" | "logins"]: Settings[Part] | undefined },
): Settings {
  const effective = settingsFrom(text);
  if (unsettled === undefined && logins === undefined) return effective;
  return {
    ...effective,
    ...(unsettled === undefined ? {} : { unsettled }),
    ...(logins === undefined ? {} : { logins }),
  };
}

/** Undefined once a version took effect, and where there is no file. */
function unsettledIn(stored: StoredSettings | undefined): UnsettledFile | undefined {
  if (stored === undefined || stored.text !== undefined) return undefined;
  const { waiting, refused } = stored.authority ?? {};
  if (waiting === undefined && stored.problem === undefined) return undefined;
  return { text: waiting?.text ?? refused ?? "" };
}

const nothingRead: StoredSettings = { commit: undefined, text: undefined, problem: undefined };

export interface SettingsRefresherParts {
  readonly reader: SettingsReader;
  readonly adopt: AdoptSettings;
  readonly ask: AskAboutSettings;
  readonly report: ReportSettings;
}

export class SettingsRefresher {
  readonly #index: Pick<Index, "settings">;
  readonly #parts: SettingsRefresherParts;
  readonly #turns = createTurns();

  constructor(index: Pick<Index, "settings">, parts: SettingsRefresherParts) {
    this.#index = index;
    this.#parts = parts;
  }

  /**
   * Checks whether other settings are in effect now. If so, every open issue is decided about again.
   * @param push what a delivery reported of the newest push, if one did
   * @throws RequestFailed also where GitHub refuses and nothing is known yet: what nobody read is not the defaults
   */
  refresh(repository: RepositorySeen, push?: ReceivedPush): Promise<void> {
    return this.#turns(repository.id, () => this.#refreshAlone(repository, push));
  }

  /**
   * The same from what GitHub shows alone, for an index that another process kept. Issues are decided about again only if
   * the settings are other ones than it has.
   * @throws RequestFailed also where GitHub refuses: the defaults would let others decide than the file that nobody read
   */
  refreshAfresh(repository: RepositorySeen): Promise<void> {
    return this.#turns(repository.id, async () => {
      const { reader, adopt, ask, report } = this.#parts;
      const known = this.#index.settings(repository.id);
      const found = await reader.readOrFail(repository, undefined, undefined);
      if (found === undefined) {
        // What GitHub does not show again is not in effect.
        if (known !== undefined) await adopt(repository, known, nothingRead);
        return;
      }
      await adopt(repository, known, found);
      await report(repository, known, await ask(repository, found));
    });
  }

  async #refreshAlone(repository: RepositorySeen, push: ReceivedPush | undefined): Promise<void> {
    const { reader, adopt, ask, report } = this.#parts;
    const known = this.#index.settings(repository.id);
    const isFirst = known === undefined;
    const found = await (isFirst ? reader.readFirst(repository, push) : reader.read(repository, known, push));
    const kept = found ?? known;
    if (kept === undefined) return;
    if (found !== undefined) await adopt(repository, known, found);
    await report(repository, known, await ask(repository, kept));
  }
}
