/**
 * The schema on PostgreSQL, as one step for each release that changes it. Never edit a released step, since existing
 * databases have run it: append another.
 *
 * As on SQLite, `record` has everything of an issue, as text: PostgreSQL's JSON types refuse characters that GitHub's
 * texts may contain. What queries need of it are columns of their own. Flags are numbers, times are milliseconds.
 */

export interface OldestRelease {
  readonly release: string;
  /** How many of the steps it knows. */
  readonly schema: number;
}

/**
 * The oldest release that may run against this schema. A step only adds, since processes of the previous release run while
 * it runs. What is to go is removed one release later, and that step raises this to the release that no longer uses it.
 */
export const oldestRelease: OldestRelease = { release: "0.1.0", schema: 9 };

/** Compared and sorted by bytes on every server, whatever its locale. */
const text = 'text COLLATE "C"';

/** Step n brings a database from version n to n + 1 (the table `schema_step`). */
export const steps: readonly string[] = [
  `
-- For each installation, the version of what readers see of it, and the last numbers of its ledger and of its notes. A
-- transaction that changes any of it locks the row before it takes a number, so numbers become visible in their order.
-- Installation 0 has what belongs to none.
CREATE TABLE version (
  installation_id bigint PRIMARY KEY, number bigint NOT NULL DEFAULT 0, line bigint NOT NULL DEFAULT 0,
  note bigint NOT NULL DEFAULT 0) WITH (fillfactor = 50);
INSERT INTO version (installation_id) VALUES (0);
-- Raised by each server that begins to write, so that the one before it is refused.
CREATE TABLE writer (token bigint NOT NULL);
INSERT INTO writer VALUES (0);
-- Who serves each installation: raised by each process that begins to. A write under an older token is refused.
CREATE TABLE fence (
  installation_id bigint PRIMARY KEY, token bigint NOT NULL, job uuid, taken_at timestamptz NOT NULL) WITH (fillfactor = 50);
-- When each installation is to be served next, how often that was asked for, and how often in a row serving it failed. By
-- PostgreSQL's clock, as several machines compare it.
CREATE TABLE due (
  installation_id bigint PRIMARY KEY, due_at timestamptz NOT NULL, knocks bigint NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT '-infinity', failures int NOT NULL DEFAULT 0) WITH (fillfactor = 50);
CREATE INDEX due_first ON due (due_at);
-- What each process that served an installation leaves to the next; is_open while one serves it.
CREATE TABLE carryover (installation_id bigint PRIMARY KEY, is_open int NOT NULL, text ${text});
-- Names this index, so that a place in another one is not mistaken for one here.
CREATE TABLE epoch (id ${text} NOT NULL);
INSERT INTO epoch VALUES ('n' || substr(md5(random()::text || clock_timestamp()::text), 1, 6));

-- Deliveries. The row outlives its payload: a GUID or a body seen once is known until it is pruned. owner: the installation
-- that works it off, 0 if there is none.
CREATE TABLE delivery (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, guid ${text} NOT NULL UNIQUE, event ${text} NOT NULL, action ${text},
  repository_id ${text} NOT NULL, installation_id bigint, owner bigint NOT NULL, body_hash ${text} NOT NULL,
  received_at bigint NOT NULL, source ${text} NOT NULL, state ${text} NOT NULL CHECK (state IN ('pending', 'settled', 'dead')),
  attempts int NOT NULL, due_at bigint NOT NULL, error ${text});
CREATE INDEX delivery_by_body ON delivery (body_hash);
CREATE INDEX delivery_by_time ON delivery (received_at);
CREATE INDEX delivery_pending ON delivery (repository_id, due_at, seq) WHERE state = 'pending';
CREATE INDEX delivery_pending_of ON delivery (owner, repository_id, due_at, seq) WHERE state = 'pending';
CREATE INDEX delivery_dead ON delivery (seq) WHERE state = 'dead';
-- Compressed by us before it is sent here. Deleted when the delivery is processed.
CREATE TABLE payload (seq bigint PRIMARY KEY REFERENCES delivery ON DELETE CASCADE, body bytea NOT NULL);
ALTER TABLE payload ALTER COLUMN body SET STORAGE EXTERNAL;

-- Refresh requests: one row for each target and strength.
CREATE TABLE refresh (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, repository_id ${text} NOT NULL, target ${text} NOT NULL,
  unless_fresh int NOT NULL DEFAULT 0, due_at bigint NOT NULL, because ${text} NOT NULL,
  UNIQUE (repository_id, target, unless_fresh));
CREATE INDEX refresh_by_time ON refresh (repository_id, due_at, id);

-- seen: the order in which repositories were last seen. Two may have one name; the one seen last has it.
CREATE TABLE repository (
  id ${text} PRIMARY KEY, seen bigint GENERATED ALWAYS AS IDENTITY, owner ${text} NOT NULL, name ${text} NOT NULL,
  installation_id bigint NOT NULL, is_private int NOT NULL, is_archived int NOT NULL,
  lacks_permission int NOT NULL DEFAULT 0, asked_edition bigint NOT NULL DEFAULT 0);
CREATE INDEX repository_by_name ON repository (lower(owner), lower(name), seen);
CREATE INDEX repository_of ON repository (installation_id);
CREATE TABLE cursor (repository_id ${text} PRIMARY KEY, at bigint NOT NULL);
CREATE TABLE settings (
  repository_id ${text} PRIMARY KEY, commit_id ${text}, text ${text}, problem ${text}, authority ${text});
CREATE TABLE label (
  repository_id ${text} NOT NULL, shipped ${text} NOT NULL, id ${text} NOT NULL, name ${text} NOT NULL,
  PRIMARY KEY (repository_id, shipped));

-- awaits: of an open escalation or question that nobody has decided, its own id; of an answer of ours that waits for
-- approval, the question's. requires: what a task requires, in lower case, a line each. folded_title: for searches.
-- author, closed_as, is_followed, awaits_merge, own_since: of the record, as are all columns. serial orders rows that
-- were written in one transaction; edition is the version of the installation then.
CREATE TABLE issue (
  id ${text} PRIMARY KEY, serial bigint GENERATED ALWAYS AS IDENTITY, edition bigint NOT NULL, repository_id ${text} NOT NULL,
  number int NOT NULL, kind ${text}, state ${text} NOT NULL, status ${text}, priority ${text}, urgency int NOT NULL,
  track ${text}, assignees ${text} NOT NULL, holder ${text}, locks ${text}, starts ${text}, skill ${text}, pages ${text},
  parent_number int, title ${text} NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
  read_at bigint NOT NULL, pull_number int, head_sha ${text}, trace_at bigint, has_foreign int NOT NULL,
  awaits ${text}, requires ${text}, author ${text}, pressure ${text}, folded_title ${text} NOT NULL,
  author_id ${text}, closed_as ${text}, is_followed int NOT NULL, merge_base ${text}, commented_at bigint,
  record ${text} NOT NULL);
CREATE INDEX issue_by_number ON issue (repository_id, number, read_at);
CREATE INDEX issue_unread ON issue (repository_id, read_at) WHERE state = 'open' AND kind IS NOT NULL;
CREATE INDEX issue_followed ON issue (repository_id, read_at) WHERE is_followed = 1;
CREATE INDEX issue_ready ON issue (repository_id, urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND status = 'ready';
CREATE INDEX issue_ready_anywhere ON issue (urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND status = 'ready';
CREATE INDEX issue_ready_on_track ON issue (repository_id, lower(track), urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND status = 'ready';
CREATE INDEX issue_ready_on_track_anywhere ON issue (lower(track), urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND status = 'ready';
CREATE INDEX issue_ready_unassigned ON issue (urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND status = 'ready' AND assignees = ' ';
-- Not in lists that wait to be sorted in: a reader would have to search them whole.
CREATE INDEX issue_assigned ON issue USING gin (string_to_array(lower(assignees), ' ')) WITH (fastupdate = off)
  WHERE state = 'open' AND kind = 'task';
CREATE INDEX issue_track_names ON issue (repository_id, track) WHERE state = 'open' AND kind = 'task' AND track IS NOT NULL;
CREATE INDEX issue_on_board ON issue (repository_id, status, urgency, created_at, id) WHERE state = 'open' AND kind = 'task';
CREATE INDEX issue_on_track ON issue (repository_id, lower(track), created_at) WHERE state = 'open' AND kind = 'task';
CREATE INDEX issue_awaiting ON issue (kind, urgency, created_at, id) WHERE awaits IS NOT NULL;
CREATE INDEX issue_handed_over ON issue (repository_id, state, pull_number, head_sha) WHERE kind = 'handover';
CREATE INDEX issue_by_kind ON issue (repository_id, kind, number) WHERE kind IS NOT NULL;
CREATE INDEX issue_listed ON issue (updated_at DESC, id) WHERE kind IS NOT NULL;
CREATE INDEX issue_listed_in ON issue (repository_id, updated_at DESC, id) WHERE kind IS NOT NULL;
CREATE INDEX issue_opened ON issue (created_at, id) WHERE kind IS NOT NULL;
CREATE INDEX issue_opened_in ON issue (repository_id, created_at, id) WHERE kind IS NOT NULL;
CREATE INDEX issue_questions ON issue ((state = 'open') DESC, created_at DESC, id) WHERE kind = 'question';
CREATE INDEX issue_spaces ON issue (created_at DESC, id) WHERE kind = 'space';
CREATE INDEX issue_first_trace ON issue (repository_id, trace_at) WHERE trace_at IS NOT NULL;
CREATE INDEX issue_with_foreign ON issue (repository_id) WHERE has_foreign = 1;
CREATE INDEX issue_held ON issue (repository_id, holder, number) WHERE holder IS NOT NULL;
CREATE INDEX issue_locked ON issue (repository_id, number) WHERE locks IS NOT NULL;
CREATE INDEX issue_started ON issue (repository_id, number) WHERE starts IS NOT NULL;
CREATE INDEX issue_with_skill ON issue (repository_id, skill) WHERE skill IS NOT NULL;
CREATE INDEX issue_with_pages ON issue (repository_id, number) WHERE pages IS NOT NULL;
CREATE INDEX issue_by_parent ON issue (repository_id, parent_number, kind, state, status, id) WHERE parent_number IS NOT NULL;
CREATE INDEX issue_changed ON issue (repository_id, edition, serial);
CREATE INDEX issue_asked ON issue (repository_id, kind, number, id, edition) WHERE kind IN ('question', 'answer');
CREATE INDEX issue_commented ON issue (repository_id, commented_at) WHERE commented_at IS NOT NULL;

-- A blocked issue's own list is what counts, so an edge lives and dies with the record of blocked_id.
CREATE TABLE edge (blocked_id ${text} NOT NULL, blocker_id ${text} NOT NULL, PRIMARY KEY (blocked_id, blocker_id));
CREATE INDEX edge_by_blocker ON edge (blocker_id, blocked_id);
-- What texts name: a number of the text's own repository, or of owner/repo.
CREATE TABLE name (
  from_id ${text} NOT NULL, repository_id ${text}, owner ${text}, repo ${text}, number bigint NOT NULL);
CREATE INDEX name_by_text ON name (from_id);
CREATE INDEX name_within ON name (repository_id, number, from_id) WHERE repository_id IS NOT NULL;
CREATE INDEX name_across ON name (lower(owner), lower(repo), number, from_id) WHERE owner IS NOT NULL;
-- The tracks that a discovery is for.
CREATE TABLE interest (from_id ${text} NOT NULL, repository_id ${text} NOT NULL, track ${text} NOT NULL);
CREATE INDEX interest_by_text ON interest (from_id);
CREATE INDEX interest_by_track ON interest (repository_id, lower(track), from_id);
-- Which message an issue says it is: the same id from the same author is the same message.
CREATE TABLE message (from_id ${text} NOT NULL, key ${text} NOT NULL, envelope_id ${text});
CREATE INDEX message_by_text ON message (from_id);
CREATE INDEX message_by_key ON message (key, from_id);
CREATE INDEX message_by_id ON message (envelope_id, from_id);
-- The first issue with each signed message. It outlives the issue: once that is deleted, a copy is no second chance.
CREATE TABLE signed_message (key ${text} PRIMARY KEY, issue_id ${text} NOT NULL, number int NOT NULL);
-- Readers of changes go by the editions of issues, and by what was removed since.
CREATE TABLE gone (
  id ${text} PRIMARY KEY, serial bigint GENERATED ALWAYS AS IDENTITY, repository_id ${text} NOT NULL,
  installation_id bigint NOT NULL, owner ${text} NOT NULL, name ${text} NOT NULL, number int NOT NULL, changed bigint NOT NULL);
CREATE INDEX gone_by_change ON gone (installation_id, changed, serial);
-- What happened to an issue, and when, as its record shows it: figures are counted from it. Without a time while it lasts.
CREATE TABLE moment (
  issue_id ${text} NOT NULL, place int NOT NULL, repository_id ${text} NOT NULL, type ${text} NOT NULL, at bigint,
  since bigint, by_id ${text}, about ${text}, PRIMARY KEY (issue_id, place));
CREATE INDEX moment_by_time ON moment (repository_id, at, type);
CREATE INDEX moment_lasting ON moment (type, repository_id, since) WHERE at IS NULL;
CREATE INDEX moment_about ON moment (about, type) WHERE about IS NOT NULL;
-- By which version of the code the moments of an installation's issues were derived.
CREATE TABLE moments_derived (installation_id bigint PRIMARY KEY, version int NOT NULL);

CREATE TABLE effect (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, issue_id ${text} NOT NULL, repository_id ${text} NOT NULL,
  installation_id bigint, slot ${text} NOT NULL, rank int NOT NULL, priority int NOT NULL DEFAULT 1, key ${text} NOT NULL,
  effect ${text} NOT NULL, reason ${text} NOT NULL, state ${text} NOT NULL CHECK (state IN ('waiting', 'sending', 'refused')),
  is_wished int NOT NULL, attempts int NOT NULL, due_at bigint NOT NULL, sent_at bigint, error ${text});
CREATE UNIQUE INDEX effect_waiting_slot ON effect (issue_id, slot) WHERE state = 'waiting';
CREATE INDEX effect_by_issue ON effect (issue_id, state, rank, id);
CREATE INDEX effect_due ON effect (installation_id, priority, due_at, id) WHERE state = 'waiting';
CREATE INDEX effect_by_repository ON effect (repository_id);
CREATE INDEX effect_under_way ON effect (state, installation_id) WHERE state <> 'waiting';
-- What we created in the last hour, or may have: GitHub counts it, whatever becomes of the effect and of this process.
-- Without an effect, the record of the issue showed it. Without an author, it takes nobody's share.
CREATE TABLE creation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, effect_id bigint UNIQUE, installation_id bigint NOT NULL,
  repository_id ${text} NOT NULL, at bigint NOT NULL, author ${text}, is_stranger int NOT NULL);
CREATE INDEX creation_by_time ON creation (installation_id, at);
-- Until when GitHub asked us to leave an installation alone, how often in a row, and whether creation is counted for it.
CREATE TABLE account (
  installation_id bigint PRIMARY KEY, held_until bigint NOT NULL DEFAULT 0, holds int NOT NULL DEFAULT 0,
  is_open int NOT NULL DEFAULT 0);

-- line numbers the rows of one installation; id tells all apart, and orders them for readers who go back.
CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, installation_id bigint NOT NULL, line bigint NOT NULL,
  at bigint NOT NULL, repository_id ${text}, issue_id ${text}, kind ${text} NOT NULL, rule ${text} NOT NULL,
  because ${text} NOT NULL, what ${text} NOT NULL, delivery ${text}, actor_id ${text}, actor_login ${text},
  actor_role ${text}, UNIQUE (installation_id, line));
CREATE INDEX ledger_by_issue ON ledger (issue_id, id) WHERE issue_id IS NOT NULL;
CREATE INDEX ledger_by_repository ON ledger (repository_id, id) WHERE repository_id IS NOT NULL;
CREATE INDEX ledger_by_time ON ledger (at);
CREATE INDEX ledger_of_leases ON ledger (at) WHERE kind = 'lease';

-- What agents asked for, and how they were answered.
CREATE TABLE agent_order (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id ${text} NOT NULL UNIQUE, repository_id ${text} NOT NULL,
  agent ${text} NOT NULL, issue bigint, track ${text}, space bigint, text ${text} NOT NULL, session ${text},
  arrived_at bigint NOT NULL, until bigint NOT NULL, due_at bigint NOT NULL, tried ${text} NOT NULL, answer ${text});
CREATE INDEX agent_order_waiting ON agent_order (until, repository_id, due_at) WHERE answer IS NULL;
CREATE INDEX agent_order_waiting_in ON agent_order (repository_id, until) WHERE answer IS NULL;
CREATE INDEX agent_order_by_agent ON agent_order (repository_id, agent, arrived_at);
CREATE INDEX agent_order_by_time ON agent_order (arrived_at);
-- When agents were heard from, in which session and repository; both are empty if they did not say.
CREATE TABLE session (
  agent ${text} NOT NULL, id ${text} NOT NULL, repository_id ${text} NOT NULL, first_heard_at bigint NOT NULL,
  heard_at bigint NOT NULL, ended_at bigint, doing ${text}, issue bigint, leases ${text} NOT NULL,
  PRIMARY KEY (agent, id, repository_id));
CREATE INDEX session_by_time ON session (heard_at);
CREATE INDEX session_of ON session (repository_id, heard_at);
-- What agents should know as things are now, and what each has read. seq numbers the notes of one installation; id tells
-- all apart, and is in the order of commits among those of one, as its counters are locked before. tx and horizon tell
-- what had been committed before a note of another one.
CREATE TABLE note (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE, installation_id bigint NOT NULL, seq bigint NOT NULL,
  repository_id ${text} NOT NULL, issue_id ${text} NOT NULL, receiver ${text} NOT NULL, kind ${text} NOT NULL, key ${text} NOT NULL, priority ${text} NOT NULL,
  at bigint NOT NULL, text ${text} NOT NULL, sender ${text}, proof ${text}, refs ${text} NOT NULL, until bigint,
  is_excess int NOT NULL, dropped_at bigint, read_at bigint, tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  horizon xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  PRIMARY KEY (installation_id, seq), UNIQUE (issue_id, kind, key, receiver));
CREATE INDEX note_of ON note (installation_id, id);
CREATE INDEX note_unread ON note (receiver, at, id) WHERE read_at IS NULL AND dropped_at IS NULL;
CREATE INDEX note_by_receiver ON note (receiver, id);
CREATE INDEX note_by_sender ON note (receiver, sender, at) WHERE sender IS NOT NULL;
CREATE INDEX note_dropped ON note (dropped_at) WHERE dropped_at IS NOT NULL;
CREATE INDEX note_expiring ON note (until) WHERE until IS NOT NULL;
-- Open pull requests: the files at their head, and what our check about locks last said there, as JSON.
CREATE TABLE pull (
  repository_id ${text} NOT NULL, number int NOT NULL, pull ${text} NOT NULL, PRIMARY KEY (repository_id, number));

-- What web processes ask of the process that serves an installation, and its answers. All times of these tables are by
-- PostgreSQL's clock, as several machines compare them. taken_by: the token under which it was begun; heard_at: when the
-- one that works on it last said so.
CREATE TABLE request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, installation_id bigint NOT NULL, kind ${text} NOT NULL,
  body ${text} NOT NULL, asked_at bigint NOT NULL, until bigint NOT NULL, taken_by bigint, heard_at bigint,
  answer ${text}, answered_at bigint);
CREATE INDEX request_open ON request (installation_id, id) WHERE answer IS NULL;
CREATE INDEX request_by_time ON request (asked_at);
-- The processes that share the database. listens_since: since when a web process has heard all that agents say; one that
-- could not write its row for a while missed some of it. says: what it tells of itself, as JSON.
CREATE TABLE process (
  id ${text} PRIMARY KEY, role ${text} NOT NULL, release ${text} NOT NULL, started_at bigint NOT NULL,
  listens_since bigint NOT NULL, seen_at bigint NOT NULL, says ${text} NOT NULL);
-- What the last process that served an installation said of it.
CREATE TABLE standing (
  installation_id bigint PRIMARY KEY, is_denied int NOT NULL, passive int NOT NULL, said_at bigint NOT NULL);
-- Pauses that the operator asked for: of writing, or of giving tasks to agents; of everything if repository_id is empty.
CREATE TABLE pause (
  of ${text} NOT NULL CHECK (of IN ('writing', 'claims')), repository_id ${text} NOT NULL, name ${text} NOT NULL,
  reason ${text}, since bigint NOT NULL, PRIMARY KEY (of, repository_id));

-- Who may use the site: the hash of a session, and whose session it is.
CREATE TABLE site_grant (
  id ${text} PRIMARY KEY, kind ${text} NOT NULL, login ${text}, node_id ${text},
  created_at bigint NOT NULL, expires_at bigint NOT NULL);
CREATE INDEX site_grant_of ON site_grant (node_id) WHERE node_id IS NOT NULL;
CREATE INDEX site_grant_expiring ON site_grant (expires_at);
-- Tokens by which programs use the site: the hash of each, whose it is, and the most that it may show (all if null).
CREATE TABLE api_token (
  id ${text} PRIMARY KEY, kind ${text} NOT NULL, login ${text}, node_id ${text}, agent ${text}, may_order int NOT NULL,
  repositories ${text}, audience ${text} NOT NULL, created_at bigint NOT NULL, used_at bigint, expires_at bigint NOT NULL);
CREATE INDEX api_token_of ON api_token (node_id);
CREATE INDEX api_token_expiring ON api_token (expires_at);

-- What the coordinator reads and works out. A cache: it may be deleted, and is made again.
CREATE TABLE context (repository_id ${text} PRIMARY KEY, commit_id ${text} NOT NULL, paths ${text} NOT NULL);
CREATE TABLE context_file (
  repository_id ${text} NOT NULL, path ${text} NOT NULL, oid ${text} NOT NULL, use ${text} NOT NULL, text ${text} NOT NULL);
-- Not by path: one may be too long for an index.
CREATE INDEX context_file_of ON context_file (repository_id);
CREATE TABLE proposal (question_id ${text} PRIMARY KEY, proposal ${text} NOT NULL);
-- Profiles of agents, and skills, as last read, as JSON; and what they were read for.
CREATE TABLE guide (
  repository_id ${text} NOT NULL, kind ${text} NOT NULL, name ${text} NOT NULL, guide ${text} NOT NULL,
  PRIMARY KEY (repository_id, kind, name));
CREATE TABLE guides_read (repository_id ${text} PRIMARY KEY, made ${text} NOT NULL);
-- Which pages the coordinator found that a handover may have made stale, as JSON.
CREATE TABLE page_finding (handover_id ${text} PRIMARY KEY, finding ${text} NOT NULL);
`,
  `
-- Whether the installation may not write contents, and so cannot merge.
ALTER TABLE repository ADD COLUMN lacks_contents int NOT NULL DEFAULT 0;
`,
  `
-- The open tasks of an assignee in the order of lists, by the place of the login in assignees.
CREATE INDEX issue_of_first_assignee ON issue (split_part(lower(assignees), ' ', 2), status, urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND assignees <> ' ';
CREATE INDEX issue_of_first_assignee_in ON issue
  (repository_id, split_part(lower(assignees), ' ', 2), status, urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND assignees <> ' ';
CREATE INDEX issue_of_second_assignee ON issue (split_part(lower(assignees), ' ', 3), status, urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND assignees LIKE '% % % %';
CREATE INDEX issue_of_third_assignee ON issue (split_part(lower(assignees), ' ', 4), status, urgency, created_at, id)
  WHERE state = 'open' AND kind = 'task' AND assignees LIKE '% % % % %';
CREATE INDEX issue_of_many_assignees ON issue USING gin (string_to_array(lower(assignees), ' ')) WITH (fastupdate = off)
  WHERE state = 'open' AND kind = 'task' AND assignees LIKE '% % % % % %';
-- How many tasks each has: of an index with a condition PostgreSQL does not use what it knows.
CREATE STATISTICS issue_first_assignee ON (split_part(lower(assignees), ' ', 2)) FROM issue;
CREATE STATISTICS issue_second_assignee ON (split_part(lower(assignees), ' ', 3)) FROM issue;
CREATE STATISTICS issue_third_assignee ON (split_part(lower(assignees), ' ', 4)) FROM issue;
ANALYZE issue (assignees);
`,
  `
-- Requests for issues of which the index does not have yet what GitHub shows of earlier decisions.
CREATE INDEX refresh_adopting ON refresh (repository_id) WHERE unless_fresh >= 3;
`,
  `
-- What changes with nearly every write of an issue and orders lists of them. While none of the columns that the indexes of
-- issue have changes, PostgreSQL leaves these alone and writes the row alone.
CREATE TABLE issue_order (
  id ${text} PRIMARY KEY, serial bigint NOT NULL, repository_id ${text} NOT NULL, number int NOT NULL, kind ${text},
  state ${text} NOT NULL, is_followed int NOT NULL, edition bigint NOT NULL, updated_at bigint NOT NULL,
  read_at bigint NOT NULL) WITH (fillfactor = 80);
INSERT INTO issue_order
  SELECT id, serial, repository_id, number, kind, state, is_followed, edition, updated_at, read_at FROM issue;
CREATE INDEX issue_order_changed ON issue_order (repository_id, edition, serial);
CREATE INDEX issue_order_listed ON issue_order (updated_at DESC, id) WHERE kind IS NOT NULL;
CREATE INDEX issue_order_listed_in ON issue_order (repository_id, updated_at DESC, id) WHERE kind IS NOT NULL;
CREATE INDEX issue_order_unread ON issue_order (repository_id, read_at) WHERE state = 'open' AND kind IS NOT NULL;
CREATE INDEX issue_order_followed ON issue_order (repository_id, read_at) WHERE is_followed = 1;
CREATE INDEX issue_order_asked ON issue_order (repository_id, kind, number, id, edition) WHERE kind IN ('question', 'answer');
DROP INDEX issue_changed, issue_listed, issue_listed_in, issue_unread, issue_followed, issue_asked, issue_by_number;
CREATE INDEX issue_numbered ON issue (repository_id, number);
-- Room for the next version of a row on the same page.
ALTER TABLE issue SET (fillfactor = 80);
`,
  `
-- How often a model was called, by minutes since 1970: the limit is for all processes together.
CREATE TABLE model_call (minute bigint PRIMARY KEY, calls int NOT NULL);
`,
  `
-- Repositories that are no longer served, until all that is stored of them is deleted. deleted: how many issues were so far.
CREATE TABLE removed_repository (
  id ${text} PRIMARY KEY, owner ${text}, name ${text}, removed_at bigint NOT NULL, deleted int NOT NULL DEFAULT 0);
`,
  `
-- How often what people may see has changed: web processes drop the lists that they keep when it rises.
CREATE TABLE access_change (number bigint NOT NULL);
INSERT INTO access_change VALUES (0);
`,
  `
-- A wait that GitHub asked for, as start and length: an end alone is wrong if the clock was ahead.
ALTER TABLE account RENAME COLUMN held_until TO held_since;
ALTER TABLE account ADD COLUMN held_for bigint NOT NULL DEFAULT 0;
`,
  `
-- A person's choice on a page: who chose, and the text that was shown, as JSON.
ALTER TABLE agent_order ADD COLUMN chooser ${text};
`,
  `
-- Whether the installation may not change workflow files, and so cannot merge what changes one.
ALTER TABLE repository ADD COLUMN lacks_workflows int NOT NULL DEFAULT 0;
`,
];
