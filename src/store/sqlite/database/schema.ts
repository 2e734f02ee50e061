/**
 * The schema, as one step for each release that changes it. Never edit a released step, since existing
 * databases have run it: append another.
 */

/** Step n brings a database from version n to n + 1 (`PRAGMA user_version`). */
export const steps: readonly string[] = [
  `
-- Deliveries. The row outlives its payload: a GUID or a body seen once is known until it is pruned.
CREATE TABLE delivery (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT NOT NULL UNIQUE, event TEXT NOT NULL, action TEXT,
  repository_id TEXT NOT NULL, installation_id INTEGER, body_hash TEXT NOT NULL, received_at INTEGER NOT NULL,
  source TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('pending', 'settled', 'dead')),
  attempts INTEGER NOT NULL, due_at INTEGER NOT NULL, error TEXT);
CREATE INDEX delivery_by_body ON delivery (body_hash);
CREATE INDEX delivery_pending ON delivery (repository_id, due_at, seq) WHERE state = 'pending';
CREATE INDEX delivery_dead ON delivery (seq) WHERE state = 'dead';
CREATE TABLE payload (seq INTEGER PRIMARY KEY REFERENCES delivery ON DELETE CASCADE, body BLOB NOT NULL);

CREATE TABLE look (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id TEXT NOT NULL, target TEXT NOT NULL, due_at INTEGER NOT NULL,
  because TEXT NOT NULL, UNIQUE (repository_id, target));
CREATE INDEX look_by_time ON look (repository_id, due_at);

-- The index of GitHub's state. record holds everything; the other columns are derived from it, for queries.
CREATE TABLE repository (
  id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL COLLATE NOCASE, name TEXT NOT NULL COLLATE NOCASE,
  installation_id INTEGER NOT NULL, is_private INTEGER NOT NULL, is_archived INTEGER NOT NULL);
CREATE INDEX repository_by_name ON repository (owner, name);
CREATE TABLE cursor (repository_id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE issue (
  id TEXT NOT NULL UNIQUE, repository_id TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT, state TEXT NOT NULL,
  status TEXT, priority TEXT, urgency INTEGER NOT NULL, track TEXT, assignees TEXT NOT NULL, title TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, read_at INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX issue_by_number ON issue (repository_id, number);
CREATE INDEX issue_unread ON issue (repository_id, read_at) WHERE state = 'open' AND kind IS NOT NULL;
CREATE INDEX issue_ready ON issue (urgency, created_at, id, repository_id, track, assignees)
  WHERE state = 'open' AND kind = 'task' AND status = 'ready';
-- A blocked issue's own list is what counts, so an edge lives and dies with the record of blocked_id.
CREATE TABLE edge (blocked_id TEXT NOT NULL, blocker_id TEXT NOT NULL, PRIMARY KEY (blocked_id, blocker_id)) WITHOUT ROWID;
CREATE INDEX edge_by_blocker ON edge (blocker_id, blocked_id);
-- What texts name: a number of the text's own repository, or of owner/repo.
CREATE TABLE name (
  from_id TEXT NOT NULL, repository_id TEXT, owner TEXT COLLATE NOCASE, repo TEXT COLLATE NOCASE, number INTEGER NOT NULL);
CREATE INDEX name_by_text ON name (from_id);
CREATE INDEX name_within ON name (repository_id, number, from_id) WHERE repository_id IS NOT NULL;
CREATE INDEX name_across ON name (owner, repo, number, from_id) WHERE owner IS NOT NULL;

CREATE TABLE effect (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id TEXT NOT NULL, repository_id TEXT NOT NULL, installation_id INTEGER,
  slot TEXT NOT NULL, rank INTEGER NOT NULL, key TEXT NOT NULL, effect TEXT NOT NULL, reason TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'refused')),
  is_wished INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL, sent_at INTEGER, error TEXT);
CREATE UNIQUE INDEX effect_waiting_slot ON effect (issue_id, slot) WHERE state = 'waiting';
CREATE INDEX effect_by_issue ON effect (issue_id, state, rank, id);
CREATE INDEX effect_due ON effect (installation_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX effect_by_repository ON effect (repository_id);
CREATE INDEX effect_under_way ON effect (state) WHERE state <> 'waiting';

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, repository_id TEXT, issue_id TEXT, kind TEXT NOT NULL,
  rule TEXT NOT NULL, because TEXT NOT NULL, what TEXT NOT NULL, delivery TEXT,
  actor_id TEXT, actor_login TEXT, actor_role TEXT);
CREATE INDEX ledger_by_issue ON ledger (issue_id, id) WHERE issue_id IS NOT NULL;

CREATE TABLE version (number INTEGER NOT NULL);
INSERT INTO version VALUES (0);
`,
  `
-- The tracks that a discovery is for.
CREATE TABLE interest (from_id TEXT NOT NULL, repository_id TEXT NOT NULL, track TEXT NOT NULL COLLATE NOCASE);
CREATE INDEX interest_by_text ON interest (from_id);
CREATE INDEX interest_by_track ON interest (repository_id, track, from_id);
CREATE INDEX issue_by_track ON issue (repository_id, track COLLATE NOCASE, created_at)
  WHERE state = 'open' AND kind = 'task';
CREATE INDEX issue_escalated ON issue (urgency, created_at, id, repository_id)
  WHERE state = 'open' AND kind = 'escalation';
-- The last good settings file of each repository, and what is wrong with its newest.
CREATE TABLE settings (repository_id TEXT PRIMARY KEY, commit_id TEXT, text TEXT, problem TEXT) WITHOUT ROWID;
`,
  `
-- Our labels in each repository, by shipped name: renamed ones are known again by their id.
CREATE TABLE label (
  repository_id TEXT NOT NULL, shipped TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY (repository_id, shipped)) WITHOUT ROWID;
ALTER TABLE repository ADD COLUMN lacks_permission INTEGER NOT NULL DEFAULT 0;
`,
  `
-- Where a payload lies in the journal. One that must outlive its segment lies in payload.
ALTER TABLE delivery ADD COLUMN segment INTEGER;
ALTER TABLE delivery ADD COLUMN place INTEGER;
ALTER TABLE delivery ADD COLUMN length INTEGER;
DROP INDEX delivery_by_body;
-- A part of the name tells bodies apart as well, in a third of the pages.
CREATE INDEX delivery_by_body ON delivery (substr(body_hash, 1, 16));
CREATE INDEX delivery_in_segment ON delivery (segment) WHERE segment IS NOT NULL;
-- How far each segment of the journal has its rows, in bytes.
CREATE TABLE segment (id INTEGER PRIMARY KEY, taken_up INTEGER NOT NULL);
`,
  `
-- Where the work is that a handover reports, as its evidence shows it.
ALTER TABLE issue ADD COLUMN pull_number INTEGER;
ALTER TABLE issue ADD COLUMN head_sha TEXT;
CREATE INDEX issue_handed_over ON issue (repository_id, state, pull_number, head_sha) WHERE kind = 'handover';
`,
  `
-- What the coordinator reads and works out. A cache: it may be deleted, and is made again.
CREATE TABLE context (repository_id TEXT PRIMARY KEY, commit_id TEXT NOT NULL, paths TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE context_file (
  repository_id TEXT NOT NULL, path TEXT NOT NULL, oid TEXT NOT NULL, use TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (repository_id, path));
CREATE TABLE proposal (question_id TEXT PRIMARY KEY, proposal TEXT NOT NULL);
CREATE INDEX issue_by_kind ON issue (repository_id, kind, number) WHERE kind IS NOT NULL;
`,
  `
-- When our status comment was written, and whether another bot has one there too: who wrote first leads.
ALTER TABLE issue ADD COLUMN status_at INTEGER;
ALTER TABLE issue ADD COLUMN has_foreign INTEGER NOT NULL DEFAULT 0;
UPDATE issue SET status_at = (
  SELECT min(o.value ->> '$.createdAt') FROM json_each(record, '$.seen.own') AS o WHERE o.value ->> '$.key' = 'status');
CREATE INDEX issue_first_status ON issue (repository_id, status_at) WHERE status_at IS NOT NULL;
CREATE INDEX issue_with_foreign ON issue (repository_id) WHERE has_foreign = 1;
`,
  `
-- Closed handovers whose pull request is open: their gate answers each push.
CREATE INDEX issue_followed ON issue (repository_id, read_at) WHERE kind = 'handover' AND state = 'closed'
  AND json_extract(record, '$.evidence.pullRequest.state') = 'open';
`,
  `
-- When we first wrote on an issue, whatever it was: quiet issues have no status comment.
ALTER TABLE issue RENAME COLUMN status_at TO trace_at;
UPDATE issue SET trace_at = (
  SELECT min(at) FROM (
    SELECT o.value ->> '$.createdAt' AS at FROM json_each(record, '$.seen.own') AS o
    UNION ALL SELECT record ->> '$.seen.createdAt' WHERE record -> '$.seen.opened' IS NOT NULL));
`,
  `
-- How the settings in force came to be, and what waits for an admin. An earlier release took every file at once.
ALTER TABLE settings ADD COLUMN authority TEXT;
`,
  `
-- Which message an issue says it is: the same id from the same author is the same message.
CREATE TABLE message (from_id TEXT NOT NULL, key TEXT NOT NULL);
CREATE INDEX message_by_text ON message (from_id);
CREATE INDEX message_by_key ON message (key, from_id);
INSERT INTO message
  SELECT id, repository_id || ' ' || (record ->> '$.seen.author.id') || ' ' || (record ->> '$.reading.envelope.id')
  FROM issue WHERE record ->> '$.reading.envelope.id' IS NOT NULL AND record ->> '$.seen.author.id' IS NOT NULL;
`,
  `
-- An earlier release took forks that this one does not: its handovers are read again before anything of theirs is merged.
DELETE FROM effect WHERE slot = 'merge' AND state <> 'refused';
REPLACE INTO look (repository_id, target, due_at, because)
  SELECT repository_id, id, 0, 'an earlier release accepted it' FROM issue WHERE kind = 'handover' AND (
    state = 'open' OR json_extract(record, '$.evidence.pullRequest.state') = 'open');
`,
  `
-- The value of version at the last write of the issue, and of any question or answer of the repository.
ALTER TABLE issue ADD COLUMN edition INTEGER NOT NULL DEFAULT 0;
ALTER TABLE repository ADD COLUMN asked_edition INTEGER NOT NULL DEFAULT 0;
CREATE INDEX issue_asked ON issue (repository_id, kind, number, id, edition) WHERE kind IN ('question', 'answer');
`,
  `
-- Which effects go first, whatever their issue: what people wait to read, what others act on, what only shows a state.
ALTER TABLE effect ADD COLUMN priority INTEGER NOT NULL DEFAULT 1;
UPDATE effect SET priority = CASE WHEN rank IN (6, 8, 9, 10, 11) OR slot = 'hint' THEN 0 WHEN rank IN (4, 5, 12) THEN 2
  ELSE 1 END;
DROP INDEX effect_due;
CREATE INDEX effect_due ON effect (installation_id, priority, due_at, id) WHERE state = 'waiting';
`,
  `
-- What we created in the last hour, or may have: GitHub counts it, whatever becomes of the effect and of this process.
-- Without an effect, the record of the issue showed it. Without an author, it takes nobody's share.
CREATE TABLE creation (
  id INTEGER PRIMARY KEY, effect_id INTEGER UNIQUE, installation_id INTEGER NOT NULL, repository_id TEXT NOT NULL,
  at INTEGER NOT NULL, author TEXT, is_stranger INTEGER NOT NULL);
CREATE INDEX creation_by_time ON creation (installation_id, at);
-- Until when GitHub asked us to leave an installation alone, how often in a row, and whether creation is counted for it.
CREATE TABLE account (
  installation_id INTEGER PRIMARY KEY, held_until INTEGER NOT NULL DEFAULT 0, holds INTEGER NOT NULL DEFAULT 0,
  is_open INTEGER NOT NULL DEFAULT 0);
`,
  `
-- Whether an issue is decided on from the index where that is fresh. One row for each strength.
CREATE TABLE look_by_strength (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id TEXT NOT NULL, target TEXT NOT NULL, due_at INTEGER NOT NULL,
  because TEXT NOT NULL, unless_fresh INTEGER NOT NULL DEFAULT 0, UNIQUE (repository_id, target, unless_fresh));
INSERT INTO look_by_strength (id, repository_id, target, due_at, because)
  SELECT id, repository_id, target, due_at, because FROM look;
DROP TABLE look;
ALTER TABLE look_by_strength RENAME TO look;
CREATE INDEX look_by_time ON look (repository_id, due_at);
`,
  `
-- What agents on this machine asked for, and how they were answered.
CREATE TABLE "order" (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, repository_id TEXT NOT NULL, agent TEXT NOT NULL,
  issue INTEGER, track TEXT, text TEXT NOT NULL, arrived_at INTEGER NOT NULL, until INTEGER NOT NULL,
  due_at INTEGER NOT NULL, tried TEXT NOT NULL, answer TEXT);
CREATE INDEX order_waiting ON "order" (until, repository_id, due_at) WHERE answer IS NULL;
CREATE INDEX order_by_agent ON "order" (repository_id, agent, arrived_at);
CREATE INDEX order_by_time ON "order" (arrived_at);
`,
  `
-- The first issue with each signed message. It outlives the issue: once that is deleted, a copy is no second chance.
CREATE TABLE signed_message (key TEXT PRIMARY KEY, issue_id TEXT NOT NULL, number INTEGER NOT NULL) WITHOUT ROWID;
`,
  `
-- Who holds a task: an agent's name, or a person's login after an @.
ALTER TABLE issue ADD COLUMN holder TEXT;
CREATE INDEX issue_held ON issue (repository_id, holder, number) WHERE holder IS NOT NULL;
`,
  `
-- Which session of its agent an order came from.
ALTER TABLE "order" ADD COLUMN session TEXT;
-- When the agents of this machine were heard from, in which session and repository; both are empty if they did not say.
CREATE TABLE session (
  agent TEXT NOT NULL, id TEXT NOT NULL, repository_id TEXT NOT NULL, first_heard_at INTEGER NOT NULL,
  heard_at INTEGER NOT NULL, ended_at INTEGER, doing TEXT, issue INTEGER, leases TEXT NOT NULL,
  PRIMARY KEY (agent, id, repository_id)) WITHOUT ROWID;
CREATE INDEX session_by_time ON session (heard_at);
`,
  `
-- What agents should know as things are now, and what each has read.
CREATE TABLE note (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, repository_id TEXT NOT NULL, issue_id TEXT NOT NULL, receiver TEXT NOT NULL,
  kind TEXT NOT NULL, key TEXT NOT NULL, priority TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL,
  sender TEXT, proof TEXT, refs TEXT NOT NULL, until INTEGER, is_excess INTEGER NOT NULL,
  dropped_at INTEGER, read_at INTEGER, UNIQUE (issue_id, kind, key, receiver));
CREATE INDEX note_unread ON note (receiver, at, seq) WHERE read_at IS NULL AND dropped_at IS NULL;
CREATE INDEX note_by_receiver ON note (receiver, seq);
CREATE INDEX note_by_sender ON note (receiver, sender, at) WHERE sender IS NOT NULL;
CREATE INDEX note_dropped ON note (dropped_at) WHERE dropped_at IS NOT NULL;
CREATE INDEX note_expiring ON note (until) WHERE until IS NOT NULL;
-- Names this index, so that a place in another one is not mistaken for one here.
CREATE TABLE note_epoch (id TEXT NOT NULL);
INSERT INTO note_epoch VALUES ('n' || lower(hex(randomblob(3))));
`,
  `
-- Of an open task that has locks or waits for some: who holds it, and its requests, as JSON.
ALTER TABLE issue ADD COLUMN locks TEXT;
CREATE INDEX issue_locked ON issue (repository_id, number) WHERE locks IS NOT NULL;
`,
  `
-- Open pull requests: the files at their head, and what our check about locks last said there, as JSON.
CREATE TABLE pull (
  repository_id TEXT NOT NULL, number INTEGER NOT NULL, pull TEXT NOT NULL, PRIMARY KEY (repository_id, number));
`,
  `
-- Raised by each server that opens the database: one that finds another number here writes no more.
CREATE TABLE writer (epoch INTEGER NOT NULL);
INSERT INTO writer VALUES (0);
`,
  `
-- Of a task on which agents were started: when, and what became of it, as JSON.
ALTER TABLE issue ADD COLUMN starts TEXT;
CREATE INDEX issue_started ON issue (repository_id, number) WHERE starts IS NOT NULL;
`,
  `
-- Who may use the site: the hash of a session, and whose session it is.
CREATE TABLE site_grant (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, login TEXT, node_id TEXT,
  created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX site_grant_of ON site_grant (node_id) WHERE node_id IS NOT NULL;
CREATE INDEX site_grant_expiring ON site_grant (expires_at);
`,
  `
-- The board lists and counts the open tasks of every status, and searches their titles. The index serves the ready list, too.
CREATE INDEX issue_on_board ON issue (status, urgency, created_at, id, repository_id, track, assignees, title)
  WHERE state = 'open' AND kind = 'task';
DROP INDEX issue_ready;
`,
  `
-- All issues with a kind, the last updated first: whatever a list is filtered by is in it.
CREATE INDEX issue_listed ON issue (updated_at DESC, id, repository_id, kind, state, status, track, assignees, title)
  WHERE kind IS NOT NULL;
`,
  `
-- The ID in a message's envelope, which ends its key: who sends again looks for it.
ALTER TABLE message ADD COLUMN envelope_id TEXT;
UPDATE message SET envelope_id = substr(key, -26);
CREATE INDEX message_by_id ON message (envelope_id, from_id);
`,
  `
-- Who reads changes goes by the editions of issues, and by what was removed since.
CREATE INDEX issue_changed ON issue (edition);
CREATE TABLE gone (
  id TEXT NOT NULL UNIQUE, repository_id TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL,
  changed INTEGER NOT NULL);
CREATE INDEX gone_by_change ON gone (changed);
`,
  `
-- The timeline: messages in the order in which they were opened, and the ledger of one repository.
CREATE INDEX issue_opened ON issue (created_at, id, repository_id, kind, track) WHERE kind IS NOT NULL;
CREATE INDEX ledger_by_repository ON ledger (repository_id, id) WHERE repository_id IS NOT NULL;
`,
  `
-- What happened to an issue, and when, as its record shows it: figures are counted from it. Without a time while it lasts.
CREATE TABLE moment (
  issue_id TEXT NOT NULL, place INTEGER NOT NULL, repository_id TEXT NOT NULL, type TEXT NOT NULL, at INTEGER,
  since INTEGER, by_id TEXT, about TEXT, PRIMARY KEY (issue_id, place)) WITHOUT ROWID;
CREATE INDEX moment_by_time ON moment (at, type, repository_id, since, by_id, about);
CREATE INDEX moment_about ON moment (about) WHERE about IS NOT NULL;
-- Which release's moments the table has: those of an earlier one are derived again.
CREATE TABLE moments_derived (version INTEGER NOT NULL);
INSERT INTO moments_derived VALUES (0);
CREATE INDEX ledger_of_leases ON ledger (at) WHERE kind = 'lease';
`,
  `
-- Tokens by which programs use the site: the hash of each, whose it is, and the most that it may show (all if null).
CREATE TABLE api_token (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, login TEXT, node_id TEXT, agent TEXT, may_order INTEGER NOT NULL,
  repositories TEXT, audience TEXT NOT NULL, created_at INTEGER NOT NULL, used_at INTEGER, expires_at INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE INDEX api_token_of ON api_token (node_id);
CREATE INDEX api_token_expiring ON api_token (expires_at);
`,
  `
-- The skill that an open task names.
ALTER TABLE issue ADD COLUMN skill TEXT;
CREATE INDEX issue_with_skill ON issue (repository_id, skill) WHERE skill IS NOT NULL;
-- Profiles of agents, and those skills, as last read, as JSON; and what they were read for.
CREATE TABLE guide (
  repository_id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, guide TEXT NOT NULL,
  PRIMARY KEY (repository_id, kind, name));
CREATE TABLE guides_read (repository_id TEXT PRIMARY KEY, made TEXT NOT NULL) WITHOUT ROWID;
`,
  `
-- The number of the issue that an issue is a sub-issue of, in the same repository: tasks are found by their space.
ALTER TABLE issue ADD COLUMN parent_number INTEGER;
CREATE INDEX issue_by_parent ON issue (repository_id, parent_number, kind, state, status, id) WHERE parent_number IS NOT NULL;
ALTER TABLE "order" ADD COLUMN space INTEGER;
`,
  `
-- Of an accepted large handover: whether it is known which pages it may have made stale, and there are any.
ALTER TABLE issue ADD COLUMN pages TEXT;
CREATE INDEX issue_with_pages ON issue (repository_id, number) WHERE pages IS NOT NULL;
-- Which pages the coordinator found, as JSON.
CREATE TABLE page_finding (handover_id TEXT PRIMARY KEY, finding TEXT NOT NULL) WITHOUT ROWID;
`,
  `
-- Figures look up the moments about a task for thousands of tasks: the index has all that they read.
DROP INDEX moment_about;
CREATE INDEX moment_about ON moment (about, type, repository_id, at, since, by_id) WHERE about IS NOT NULL;
`,
  `
-- Whether the installation may not write contents, and so cannot merge.
ALTER TABLE repository ADD COLUMN lacks_contents INTEGER NOT NULL DEFAULT 0;
`,
  `
-- Requests for issues of which the index does not have yet what GitHub shows of earlier decisions.
CREATE INDEX look_adopting ON look (repository_id) WHERE unless_fresh >= 3;
`,
  `
-- How often a model was called, by minutes since 1970: the limit outlives the process.
CREATE TABLE model_call (minute INTEGER PRIMARY KEY, calls INTEGER NOT NULL);
`,
  `
-- Repositories that are no longer served, until all that is stored of them is deleted. deleted: how many issues were so far.
CREATE TABLE removed_repository (
  id TEXT PRIMARY KEY, owner TEXT, name TEXT, removed_at INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
`,
  `
-- A wait that GitHub asked for, as start and length: an end alone is wrong if the clock was ahead.
ALTER TABLE account RENAME COLUMN held_until TO held_since;
ALTER TABLE account ADD COLUMN held_for INTEGER NOT NULL DEFAULT 0;
`,
  `
-- A person's choice on a page: who chose, and the text that was shown, as JSON.
ALTER TABLE "order" ADD COLUMN chooser TEXT;
`,
  `
-- Whether the installation may not change workflow files, and so cannot merge what changes one.
ALTER TABLE repository ADD COLUMN lacks_workflows INTEGER NOT NULL DEFAULT 0;
`,
];
