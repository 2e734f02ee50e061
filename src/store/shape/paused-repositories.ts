/** Which repositories are paused: by their owner, by their settings, or because GitHub asked for a wait. */
import type { Millis } from "../../base/clock.ts";
import { integer, type Row, text } from "../../base/row.ts";
import type { SettingsOf } from "../../dispatcher/ports/settings.ts";
import { type OwnersPauses, wishedPauseIn } from "../../dispatcher/schedule/pauses.ts";
import type { PausedRepository, Served } from "../../operations/ports.ts";

/** What the owner paused, as it is now. On one machine it is in a file next to the index. */
export type ReadPauses = () => OwnersPauses;

/** A wait of GitHub's that ends sooner is over before anybody has read of it. */
const worthTellingMs = 5_000;

/** For both databases: repositories of installations that GitHub asked us to leave alone for a while. */
export const limitedRepositories = `
  SELECT r.id, a.held_since AS since, a.held_since + a.held_for AS until
  FROM account AS a JOIN repository AS r ON r.installation_id = a.installation_id
  WHERE a.holds > 0 AND a.held_since <= :now AND a.held_since + a.held_for > :now`;

/** @param limited rows of `limitedRepositories` */
export function pausedAmong(
  served: readonly Served[],
  pauses: OwnersPauses,
  settingsOf: SettingsOf,
  { limited, now }: { readonly limited: readonly Row[]; readonly now: Millis },
): readonly PausedRepository[] {
  const waits = new Map(
    limited.map((row) => [text(row, "id"), { since: integer(row, "since"), until: integer(row, "until") }]),
  );
  return served.flatMap(({ id, owner, repo }): readonly PausedRepository[] => {
    const pause = wishedPauseIn(pauses, id, settingsOf);
    if (pause !== undefined) return [{ id, owner, repo, ...pause }];
    const wait = waits.get(id);
    return wait === undefined || wait.until - now < worthTellingMs
      ? []
      : [{ id, owner, repo, by: "limit", ...wait }];
  });
}
