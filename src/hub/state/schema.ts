/**
 * The tables. Ids of each kind start at a different number, so that a client that confuses an issue's number,
 * its id and a comment's id fails here as it would on GitHub.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS users (
  id INTEGER PRIMARY KEY AUTOINCREMENT, login TEXT NOT NULL COLLATE NOCASE UNIQUE, type TEXT NOT NULL,
  name TEXT, email TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS members (
  organization_id INTEGER NOT NULL REFERENCES users, user_id INTEGER NOT NULL REFERENCES users, role TEXT NOT NULL,
  PRIMARY KEY (organization_id, user_id)) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS apps (
  id INTEGER PRIMARY KEY AUTOINCREMENT, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT,
  external_url TEXT NOT NULL, owner_id INTEGER NOT NULL REFERENCES users, bot_id INTEGER NOT NULL REFERENCES users,
  client_id TEXT NOT NULL, client_secret TEXT NOT NULL, private_key TEXT NOT NULL, public_key TEXT NOT NULL,
  webhook_secret TEXT NOT NULL, webhook_url TEXT, permissions TEXT NOT NULL, events TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS manifest_codes (
  code TEXT PRIMARY KEY, app_id INTEGER NOT NULL REFERENCES apps, expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS installations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, app_id INTEGER NOT NULL REFERENCES apps, account_id INTEGER NOT NULL REFERENCES users,
  selection TEXT NOT NULL, permissions TEXT NOT NULL, events TEXT NOT NULL, suspended_at TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (app_id, account_id));
CREATE TABLE IF NOT EXISTS callback_urls (
  app_id INTEGER NOT NULL REFERENCES apps, url TEXT NOT NULL, PRIMARY KEY (app_id, url)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS authorization_codes (
  code TEXT PRIMARY KEY, app_id INTEGER NOT NULL REFERENCES apps, user_id INTEGER NOT NULL REFERENCES users,
  redirect_uri TEXT NOT NULL, challenge TEXT, expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS user_access_tokens (
  token TEXT PRIMARY KEY, app_id INTEGER NOT NULL REFERENCES apps, user_id INTEGER NOT NULL REFERENCES users,
  expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS installation_repositories (
  installation_id INTEGER NOT NULL REFERENCES installations ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  PRIMARY KEY (installation_id, repository_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
  token TEXT PRIMARY KEY, user_id INTEGER REFERENCES users, installation_id INTEGER REFERENCES installations ON DELETE CASCADE,
  permissions TEXT, repository_ids TEXT, expires_at INTEGER, revoked INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS repositories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id INTEGER NOT NULL REFERENCES users, name TEXT NOT NULL COLLATE NOCASE,
  description TEXT, private INTEGER NOT NULL, archived INTEGER NOT NULL DEFAULT 0, has_issues INTEGER NOT NULL DEFAULT 1,
  default_branch TEXT NOT NULL, last_number INTEGER NOT NULL DEFAULT 0, open_issues INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, pushed_at TEXT NOT NULL, parent_id INTEGER, source_id INTEGER, UNIQUE (owner_id, name));
CREATE TABLE IF NOT EXISTS former_names (
  owner_id INTEGER NOT NULL REFERENCES users, name TEXT NOT NULL COLLATE NOCASE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, PRIMARY KEY (owner_id, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS collaborators (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES users,
  role TEXT NOT NULL, PRIMARY KEY (repository_id, user_id)) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, color TEXT NOT NULL, description TEXT, is_default INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (repository_id, name));
CREATE TABLE IF NOT EXISTS issues (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  number INTEGER NOT NULL, title TEXT NOT NULL, body TEXT, state TEXT NOT NULL, state_reason TEXT,
  author_id INTEGER NOT NULL REFERENCES users, app_id INTEGER REFERENCES apps, locked INTEGER NOT NULL DEFAULT 0, lock_reason TEXT,
  comments INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, closed_at TEXT,
  closed_by_id INTEGER REFERENCES users, last_edited_at TEXT, editor_id INTEGER REFERENCES users, pull_id INTEGER,
  type_id INTEGER, duplicate_of_id INTEGER, milestone_id INTEGER, UNIQUE (repository_id, number));
CREATE TABLE IF NOT EXISTS milestones (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, number INTEGER NOT NULL,
  title TEXT NOT NULL, description TEXT, state TEXT NOT NULL, creator_id INTEGER NOT NULL REFERENCES users, due_on TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, closed_at TEXT, UNIQUE (repository_id, number));
CREATE TABLE IF NOT EXISTS pinned_issues (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL UNIQUE REFERENCES issues ON DELETE CASCADE,
  pinned_by_id INTEGER NOT NULL REFERENCES users);
CREATE TABLE IF NOT EXISTS issue_types (
  id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id INTEGER NOT NULL REFERENCES users, name TEXT NOT NULL COLLATE NOCASE,
  is_enabled INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, UNIQUE (owner_id, name));
CREATE INDEX IF NOT EXISTS issues_by_creation ON issues (repository_id, state, created_at, id);
CREATE INDEX IF NOT EXISTS issues_by_update ON issues (repository_id, updated_at, id);
CREATE TRIGGER IF NOT EXISTS issue_made AFTER INSERT ON issues WHEN new.state = 'open' BEGIN
  UPDATE repositories SET open_issues = open_issues + 1 WHERE id = new.repository_id; END;
CREATE TRIGGER IF NOT EXISTS issue_gone AFTER DELETE ON issues WHEN old.state = 'open' BEGIN
  UPDATE repositories SET open_issues = open_issues - 1 WHERE id = old.repository_id; END;
CREATE TRIGGER IF NOT EXISTS issue_turned AFTER UPDATE OF state ON issues WHEN old.state <> new.state BEGIN
  UPDATE repositories SET open_issues = open_issues + (new.state = 'open') - (old.state = 'open')
  WHERE id = new.repository_id; END;
DROP TRIGGER IF EXISTS issue_moved;
CREATE TABLE IF NOT EXISTS former_issues (
  repository_id INTEGER NOT NULL, number INTEGER NOT NULL, moved_to INTEGER, PRIMARY KEY (repository_id, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS issue_labels (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE, label_id INTEGER NOT NULL REFERENCES labels ON DELETE CASCADE,
  PRIMARY KEY (issue_id, label_id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS issues_by_label ON issue_labels (label_id, issue_id);
CREATE TABLE IF NOT EXISTS issue_assignees (
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES users,
  PRIMARY KEY (issue_id, user_id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS issues_by_assignee ON issue_assignees (user_id, issue_id);
CREATE TABLE IF NOT EXISTS comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE, body TEXT NOT NULL,
  author_id INTEGER NOT NULL REFERENCES users, app_id INTEGER REFERENCES apps, minimized_reason TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, last_edited_at TEXT, editor_id INTEGER REFERENCES users,
  by_mail INTEGER);
CREATE INDEX IF NOT EXISTS comments_by_issue ON comments (issue_id, id);
CREATE INDEX IF NOT EXISTS comments_by_update ON comments (updated_at, id);
CREATE TABLE IF NOT EXISTS issue_edits (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  editor_id INTEGER NOT NULL REFERENCES users, body TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS issue_edits_by_issue ON issue_edits (issue_id, id);
CREATE TABLE IF NOT EXISTS issue_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE, event TEXT NOT NULL,
  actor_id INTEGER NOT NULL REFERENCES users, app_id INTEGER REFERENCES apps, detail TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS issue_events_by_issue ON issue_events (issue_id, id);
CREATE TABLE IF NOT EXISTS reactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL, subject_id INTEGER NOT NULL, user_id INTEGER NOT NULL REFERENCES users,
  content TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE (subject, subject_id, user_id, content));
CREATE TABLE IF NOT EXISTS dependencies (
  id INTEGER PRIMARY KEY AUTOINCREMENT, blocked_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  blocking_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE, created_at TEXT NOT NULL, UNIQUE (blocked_id, blocking_id));
CREATE INDEX IF NOT EXISTS dependencies_by_blocking ON dependencies (blocking_id, id);
CREATE TABLE IF NOT EXISTS sub_issues (
  child_id INTEGER PRIMARY KEY REFERENCES issues ON DELETE CASCADE,
  parent_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE, place INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS sub_issues_by_parent ON sub_issues (parent_id, place);

CREATE TABLE IF NOT EXISTS git_refs (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, name TEXT NOT NULL, sha TEXT NOT NULL,
  PRIMARY KEY (repository_id, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS activities (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, ref TEXT NOT NULL,
  before_sha TEXT, after_sha TEXT, type TEXT NOT NULL, actor_id INTEGER NOT NULL REFERENCES users, created_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS activities_by_repository ON activities (repository_id, id);

CREATE TABLE IF NOT EXISTS pulls (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL UNIQUE REFERENCES issues ON DELETE CASCADE,
  base_ref TEXT NOT NULL, base_sha TEXT NOT NULL, head_repository_id INTEGER REFERENCES repositories ON DELETE SET NULL,
  head_owner_id INTEGER NOT NULL REFERENCES users, head_ref TEXT NOT NULL, head_sha TEXT NOT NULL, draft INTEGER NOT NULL,
  maintainer_can_modify INTEGER NOT NULL, merged_at TEXT, merged_by_id INTEGER REFERENCES users, merge_commit_sha TEXT);
CREATE INDEX IF NOT EXISTS pulls_by_head ON pulls (head_repository_id, head_ref);
CREATE TABLE IF NOT EXISTS requested_reviewers (
  pull_id INTEGER NOT NULL REFERENCES pulls ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES users,
  PRIMARY KEY (pull_id, user_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT, pull_id INTEGER NOT NULL REFERENCES pulls ON DELETE CASCADE,
  author_id INTEGER NOT NULL REFERENCES users, body TEXT NOT NULL, state TEXT NOT NULL, commit_sha TEXT NOT NULL, submitted_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS reviews_by_pull ON reviews (pull_id, id);
CREATE TABLE IF NOT EXISTS review_threads (
  id INTEGER PRIMARY KEY AUTOINCREMENT, pull_id INTEGER NOT NULL REFERENCES pulls ON DELETE CASCADE,
  path TEXT NOT NULL, line INTEGER, side TEXT NOT NULL, resolved_by_id INTEGER REFERENCES users);
CREATE INDEX IF NOT EXISTS review_threads_by_pull ON review_threads (pull_id, id);
CREATE TABLE IF NOT EXISTS review_comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER NOT NULL REFERENCES review_threads ON DELETE CASCADE,
  review_id INTEGER NOT NULL REFERENCES reviews ON DELETE CASCADE, author_id INTEGER NOT NULL REFERENCES users, body TEXT NOT NULL,
  commit_sha TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS review_comments_by_thread ON review_comments (thread_id, id);

CREATE TABLE IF NOT EXISTS check_suites (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  app_id INTEGER NOT NULL REFERENCES apps, head_sha TEXT NOT NULL, head_branch TEXT, before_sha TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (repository_id, head_sha, app_id));
CREATE TABLE IF NOT EXISTS check_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, suite_id INTEGER NOT NULL REFERENCES check_suites ON DELETE CASCADE, name TEXT NOT NULL,
  status TEXT NOT NULL, conclusion TEXT, external_id TEXT NOT NULL, details_url TEXT, started_at TEXT, completed_at TEXT,
  title TEXT, summary TEXT, text TEXT, annotations TEXT NOT NULL, actions TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS check_runs_by_suite ON check_runs (suite_id, id);
CREATE TABLE IF NOT EXISTS statuses (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, sha TEXT NOT NULL,
  context TEXT NOT NULL COLLATE NOCASE, state TEXT NOT NULL, description TEXT, target_url TEXT,
  creator_id INTEGER NOT NULL REFERENCES users, app_id INTEGER REFERENCES apps, created_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS statuses_by_commit ON statuses (repository_id, sha, id);
CREATE TABLE IF NOT EXISTS rulesets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, name TEXT NOT NULL,
  enforcement TEXT NOT NULL, include TEXT NOT NULL, exclude TEXT NOT NULL, rules TEXT NOT NULL, bypass TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT NOT NULL, app_id INTEGER NOT NULL REFERENCES apps, event TEXT NOT NULL, action TEXT,
  installation_id INTEGER, repository_id INTEGER, redelivery INTEGER NOT NULL, payload TEXT NOT NULL, url TEXT NOT NULL,
  request_headers TEXT NOT NULL, pending INTEGER NOT NULL, created_at INTEGER NOT NULL, delivered_at INTEGER, duration_ms INTEGER,
  status TEXT, status_code INTEGER, response_headers TEXT, response_payload TEXT);
CREATE INDEX IF NOT EXISTS deliveries_pending ON deliveries (app_id, id) WHERE pending = 1;
CREATE INDEX IF NOT EXISTS deliveries_by_app ON deliveries (app_id, id);

INSERT INTO sqlite_sequence (name, seq)
SELECT column1, column2 FROM (VALUES
  ('users', 100000000), ('apps', 400000), ('installations', 50000000), ('repositories', 700000000), ('labels', 5000000000),
  ('issues', 2100000000), ('comments', 1800000000), ('issue_events', 11000000000), ('reactions', 200000000), ('deliveries', 170000000000),
  ('pulls', 1500000000), ('reviews', 2500000000), ('review_threads', 300000000), ('review_comments', 1300000000),
  ('check_suites', 20000000000), ('check_runs', 30000000000), ('statuses', 15000000000), ('rulesets', 9000000),
  ('issue_types', 24000000), ('milestones', 13000000), ('pinned_issues', 1600000), ('activities', 18000000000))
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE sqlite_sequence.name = column1);
`;
