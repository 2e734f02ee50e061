/**
 * A hub with many repositories full of ordinary issues, as they are before signalbox comes, and a small one that is alone
 * in its installation. The issues are rows put into its database: opened through its API, a million of them would take
 * longer than what is measured.
 */
import { join } from "node:path";
import { hubDatabaseIn } from "../../../src/hub/home.ts";
import { type Hub, startHub } from "../../../src/hub/hub.ts";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { installationsOfApp } from "../../../src/hub/state/accounts/installations.ts";
import { userById } from "../../../src/hub/state/accounts/users.ts";
import { integer, text } from "../../../src/hub/state/row.ts";
import { State } from "../../../src/hub/state/state.ts";
import { labelsToMake } from "../../../src/protocol/label.ts";
import type { Place } from "./same-pages.ts";
import { type Filling, person, quietOwner, quietRepository } from "./sync-messages.ts";

interface FilledHub {
  readonly hub: Hub;
  /** All but the quiet one. */
  readonly places: readonly Place[];
  readonly quietInstallation: number;
}

export async function startFilledHub(filling: Filling): Promise<FilledHub> {
  const { folder, installations, repositories, issues } = filling;
  const home = join(folder, "hub");
  const started = await startHub({ home, port: 0, seed: seedOf(installations, repositories) });
  const state = State.connect(hubDatabaseIn(home));
  const quiet = installationsOfApp(state, started.app.id).find(
    ({ accountId }) => userById(state, accountId)?.login === quietOwner,
  );
  fillRepositories(state, issues);
  const places = placesIn(state);
  state.close();
  return { hub: started, places, quietInstallation: quiet?.id ?? 0 };
}

function seedOf(installations: number, repositories: number): HubSeed {
  const owners = Array.from({ length: installations }, (_, at) => `org${at}`);
  const one = { roles: { maria: "admin", [person]: "write" }, labels: labelsToMake() } as const;
  const places = Array.from({ length: repositories }, (_, at) => at);
  return {
    ...demoSeed,
    members: {},
    repositories: [
      ...places.map((at) => ({ ...one, fullName: `${owners[at % installations]}/repo${at}` })),
      { ...one, fullName: quietRepository },
    ],
    app: { ...demoSeed.app, owner: quietOwner, alsoOn: owners },
  };
}

function placesIn(state: State): readonly Place[] {
  const rows = state.all(
    `SELECT r.id, o.login AS owner, r.name, min(i.id) AS first FROM issues AS i JOIN repositories AS r ON r.id = i.repository_id
     JOIN users AS o ON o.id = r.owner_id GROUP BY r.id ORDER BY r.id`,
  );
  return rows.map((row) => ({
    id: integer(row, "id"),
    owner: text(row, "owner"),
    name: text(row, "name"),
    firstIssue: integer(row, "first"),
  }));
}

/** Gives this many issues to each repository but the quiet one. They are some months old: what is new is read twice. */
function fillRepositories(state: State, issues: number): void {
  const full = `SELECT r.id FROM repositories AS r JOIN users AS o ON o.id = r.owner_id WHERE o.login <> '${quietOwner}'`;
  const time = "strftime('%Y-%m-%dT%H:%M:%SZ', 1760000000 + 60 * n, 'unixepoch')";
  state.transaction(() => {
    state.run(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO issues (repository_id, number, title, body, state, author_id, created_at, updated_at)
       SELECT full.id, n, 'The page stays empty (' || n || ')',
         'Seen with version ' || n || '.' || char(10, 10) || 'After a reload it is there.' || char(10), 'open',
         (SELECT id FROM users WHERE login = ?), ${time}, ${time}
       FROM (${full}) AS full, numbers ORDER BY full.id, n`,
      ...[issues, person],
    );
    state.run(`UPDATE repositories SET last_number = ? WHERE id IN (${full})`, issues);
  });
}
