/** Accounts in REST and webhooks: GitHub's "simple user", with all of its links. */
import type { Site } from "../core.ts";
import type { User } from "../state/accounts/users.ts";

export function presentUser(site: Site, user: User) {
  const url = `${site.api}/users/${encodeURIComponent(user.login)}`;
  const page = user.type === "Bot" ? `/apps/${user.login.replace(/\[bot\]$/, "")}` : `/${user.login}`;
  return {
    login: user.login,
    id: user.id,
    node_id: user.nodeId,
    avatar_url: `${site.web}/avatars/u/${user.id}`,
    gravatar_id: "",
    url,
    html_url: `${site.web}${page}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    user_view_type: "public",
    site_admin: false,
  };
}

/** The longer form of `GET /user` and `GET /users/{login}`. */
export function presentFullUser(site: Site, user: User) {
  return {
    ...presentUser(site, user),
    name: user.name,
    company: null,
    blog: "",
    location: null,
    email: user.email,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}

/** An organisation in webhooks and lists. */
export function presentOrganization(site: Site, organization: User) {
  const url = `${site.api}/orgs/${encodeURIComponent(organization.login)}`;
  return {
    login: organization.login,
    id: organization.id,
    node_id: organization.nodeId,
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${site.web}/avatars/u/${organization.id}`,
    description: "",
  };
}
