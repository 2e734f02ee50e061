/** The issue that the fields of a form name. */

/** A bare number belongs to the repository that is chosen. */
export function aboutIn({
  issue,
  repo,
}: {
  readonly issue: string | undefined;
  readonly repo: string | undefined;
}): string | undefined {
  const isNumber = issue !== undefined && /^#?\d+$/.test(issue);
  return isNumber && repo !== undefined ? `${repo}#${issue.replace("#", "")}` : issue;
}
