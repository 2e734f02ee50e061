/**
 * Which version of GitHub's REST API we speak (https://docs.github.com/en/rest/about-the-rest-api/api-versions). Each host has
 * its own: one that does not know a version refuses it with 400, and one that no longer serves it with 410, which without
 * this would be taken for an issue that was deleted. docs/enterprise.md lists what differs for us.
 */

/** Served by every host so far; the next one by github.com since March 2026 and by enterprise hosts since 3.21. */
const usual = "2022-11-28";
const next = "2026-03-10";

/** The hosts that have announced or reached the end of the usual version, by origin. */
const moved = new Set<string>();

export function apiVersionFor(url: string): string {
  return moved.has(originOf(url)) ? next : usual;
}

/**
 * What to ask again with, if the refusal may be about the version spoken. What was refused so did nothing, so that a write
 * may be repeated as well.
 */
export function otherVersionAfter(response: Response, spoken: string): string | undefined {
  return response.status === 410 && spoken === usual ? next : undefined;
}

/** Learns from an answer: the newer version is spoken once the host says when the usual one ends, or answers only the newer. */
export function learnVersion(url: string, spoken: string, response: Response, isSecondTry: boolean): void {
  const announcesEnd = spoken === usual && response.ok && response.headers.has("sunset");
  const answersOnlyNext = isSecondTry && spoken === next && response.ok;
  if (announcesEnd || answersOnlyNext) moved.add(originOf(url));
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
