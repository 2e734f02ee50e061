/** What an App was granted, by GitHub's names with underscores (`pull_requests`). `write` includes `read`. */

export type PermissionLevel = "read" | "write" | "admin";
export type PermissionName =
  | "administration"
  | "checks"
  | "contents"
  | "issues"
  | "members"
  | "metadata"
  | "pull_requests";
export type Permissions = Readonly<Partial<Record<PermissionName, PermissionLevel>>>;

const levels = ["read", "write", "admin"] as const;

export function grants(permissions: Permissions, name: PermissionName, level: PermissionLevel): boolean {
  const granted = permissions[name];
  return granted !== undefined && levels.indexOf(granted) >= levels.indexOf(level);
}
