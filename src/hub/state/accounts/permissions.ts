/** An App's permissions, by GitHub's names with underscores (`pull_requests`). `write` includes `read`. */

export type PermissionLevel = "read" | "write" | "admin";
export type PermissionName =
  | "administration"
  | "checks"
  | "contents"
  | "issues"
  | "members"
  | "merge_queues"
  | "metadata"
  | "pull_requests"
  | "statuses"
  | "workflows";
export type Permissions = Readonly<Partial<Record<PermissionName, PermissionLevel>>>;

const levels = ["read", "write", "admin"] as const;
const names: readonly string[] = [
  "administration",
  "checks",
  "contents",
  "issues",
  "members",
  "merge_queues",
  "metadata",
  "pull_requests",
  "statuses",
  "workflows",
] satisfies readonly PermissionName[];

export function isPermissionName(name: string): name is PermissionName {
  return names.includes(name);
}

/** A token's effective permissions: those it was created with that are still granted. */
export function atMost(wanted: Permissions, granted: Permissions): Permissions {
  const kept: Partial<Record<PermissionName, PermissionLevel>> = {};
  for (const [name, level] of Object.entries(wanted)) {
    if (!isPermissionName(name)) continue;
    const allowed = levels.findLast(
      (each) => levels.indexOf(each) <= levels.indexOf(level) && grants(granted, name, each),
    );
    if (allowed !== undefined) kept[name] = allowed;
  }
  return kept;
}

export function grants(permissions: Permissions, name: PermissionName, level: PermissionLevel): boolean {
  const granted = permissions[name];
  return granted !== undefined && levels.indexOf(granted) >= levels.indexOf(level);
}
