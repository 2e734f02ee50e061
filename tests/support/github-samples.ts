/**
 * Answers and payloads as GitHub sends them, copied by hand from its documentation, so that the contract is
 * tested with valid samples that our code did not produce. Tests modify copies of them; nothing else may use
 * them.
 */

const api = "https://api.github.com";
const web = "https://github.com";

/** URLs `<name>_url` below one base, some with GitHub's URI template appended. */
function addresses(base: string, paths: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [`${name}_url`, base + path]));
}

export const octocat = {
  login: "octocat",
  id: 583231,
  node_id: "MDQ6VXNlcjU4MzIzMQ==",
  avatar_url: "https://avatars.githubusercontent.com/u/583231?v=4",
  gravatar_id: "",
  url: `${api}/users/octocat`,
  html_url: `${web}/octocat`,
  ...addresses(`${api}/users/octocat`, {
    followers: "/followers",
    following: "/following{/other_user}",
    gists: "/gists{/gist_id}",
    starred: "/starred{/owner}{/repo}",
    subscriptions: "/subscriptions",
    organizations: "/orgs",
    repos: "/repos",
    events: "/events{/privacy}",
    received_events: "/received_events",
  }),
  type: "User",
  user_view_type: "public",
  site_admin: false,
};

const repositoryUrl = `${api}/repos/octocat/Hello-World`;

export const bugLabel = {
  id: 208045946,
  node_id: "MDU6TGFiZWwyMDgwNDU5NDY=",
  url: `${repositoryUrl}/labels/bug`,
  name: "bug",
  description: "Something isn't working",
  color: "f29513",
  default: true,
};

const reactions = {
  url: `${repositoryUrl}/issues/1347/reactions`,
  total_count: 1,
  "+1": 1,
  "-1": 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 0,
  rocket: 0,
  eyes: 0,
};

export const issue = {
  url: `${repositoryUrl}/issues/1347`,
  repository_url: repositoryUrl,
  ...addresses(`${repositoryUrl}/issues/1347`, {
    labels: "/labels{/name}",
    comments: "/comments",
    events: "/events",
  }),
  html_url: `${web}/octocat/Hello-World/issues/1347`,
  id: 1,
  node_id: "MDU6SXNzdWUx",
  number: 1347,
  title: "Found a bug",
  user: octocat,
  labels: [bugLabel],
  state: "open",
  locked: false,
  assignee: null,
  assignees: [],
  milestone: null,
  comments: 0,
  created_at: "2026-04-22T13:33:48Z",
  updated_at: "2026-04-22T13:33:48Z",
  closed_at: null,
  author_association: "COLLABORATOR",
  active_lock_reason: null,
  body: "I'm having a problem with this.",
  closed_by: null,
  reactions,
  timeline_url: `${repositoryUrl}/issues/1347/timeline`,
  performed_via_github_app: null,
  state_reason: null,
  sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
  issue_dependencies_summary: { blocked_by: 0, total_blocked_by: 0, blocking: 0, total_blocking: 0 },
};

export const refusal = {
  message: "Not Found",
  documentation_url: "https://docs.github.com/rest/issues/issues#get-an-issue",
  status: "404",
};

const repository = {
  id: 1296269,
  node_id: "MDEwOlJlcG9zaXRvcnkxMjk2MjY5",
  name: "Hello-World",
  full_name: "octocat/Hello-World",
  private: false,
  owner: octocat,
  html_url: `${web}/octocat/Hello-World`,
  description: null,
  fork: false,
  url: repositoryUrl,
  ...addresses(repositoryUrl, {
    archive: "/{archive_format}{/ref}",
    assignees: "/assignees{/user}",
    blobs: "/git/blobs{/sha}",
    branches: "/branches{/branch}",
    collaborators: "/collaborators{/collaborator}",
    hooks: "/hooks",
    comments: "/comments{/number}",
    commits: "/commits{/sha}",
    compare: "/compare/{base}...{head}",
    contents: "/contents/{+path}",
    contributors: "/contributors",
    deployments: "/deployments",
    downloads: "/downloads",
    events: "/events",
    forks: "/forks",
    git_commits: "/git/commits{/sha}",
    git_refs: "/git/refs{/sha}",
    git_tags: "/git/tags{/sha}",
    issue_comment: "/issues/comments{/number}",
    issue_events: "/issues/events{/number}",
    issues: "/issues{/number}",
    keys: "/keys{/key_id}",
    labels: "/labels{/name}",
    languages: "/languages",
    merges: "/merges",
    teams: "/teams",
    milestones: "/milestones{/number}",
    pulls: "/pulls{/number}",
    releases: "/releases{/id}",
    notifications: "/notifications{?since,all,participating}",
    stargazers: "/stargazers",
    statuses: "/statuses/{sha}",
    subscribers: "/subscribers",
    subscription: "/subscription",
    tags: "/tags",
    trees: "/git/trees{/sha}",
  }),
  created_at: "2026-01-26T19:01:12Z",
  updated_at: "2026-01-26T19:14:43Z",
  pushed_at: "2026-01-26T19:06:43Z",
  git_url: "git://github.com/octocat/Hello-World.git",
  ssh_url: "git@github.com:octocat/Hello-World.git",
  clone_url: `${web}/octocat/Hello-World.git`,
  svn_url: `${web}/octocat/Hello-World`,
  mirror_url: null,
  homepage: null,
  language: null,
  license: null,
  size: 108,
  stargazers_count: 80,
  watchers_count: 9,
  forks_count: 9,
  open_issues_count: 1,
  forks: 9,
  open_issues: 1,
  watchers: 80,
  visibility: "public",
  default_branch: "main",
  topics: [],
  has_issues: true,
  has_projects: true,
  has_downloads: true,
  has_wiki: true,
  has_pages: false,
  has_discussions: false,
  archived: false,
  disabled: false,
  allow_forking: true,
  is_template: false,
  web_commit_signoff_required: false,
};

/** The payload of `issues.labeled`. */
export const issueLabeled = {
  action: "labeled",
  issue,
  label: bugLabel,
  repository,
  installation: { id: 2, node_id: "MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9uMg==" },
  sender: octocat,
};
