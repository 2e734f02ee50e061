/** Versions of GitHub Enterprise Server. */

/** Such as `3.17`. */
export type EnterpriseVersion = `3.${number}`;

/** @returns undefined if it is no version as GitHub writes them: `3.17` or `3.17.2` */
export function readEnterpriseVersion(text: string): EnterpriseVersion | undefined {
  const [, minor] = /^3\.(\d{1,2})(?:\.\d{1,3})?$/.exec(text) ?? [];
  return minor === undefined ? undefined : `3.${Number(minor)}`;
}

export function isAtLeast(version: EnterpriseVersion, other: EnterpriseVersion): boolean {
  return minorOf(version) >= minorOf(other);
}

const minorOf = (version: EnterpriseVersion): number => Number(version.slice(2));
