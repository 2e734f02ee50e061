/**
 * What GitHub lets a login be. The accounts of an enterprise that manages its users end in `_` and its short code, such as
 * `mona_octo`, and may own repositories:
 * https://docs.github.com/en/enterprise-cloud@latest/admin/managing-iam/iam-configuration-reference/username-considerations-for-external-authentication
 */

/**
 * For a longer pattern: the login of a user or an organization, without the `[bot]` of an App. It also matches some that
 * GitHub no longer gives away, such as `a--b`, which older accounts have.
 */
export const loginSource = "[A-Za-z\\d][A-Za-z\\d_-]{0,38}";

/** The same of `owner/name`. */
export const repositorySource = `${loginSource}/[\\w.-]{1,100}`;
