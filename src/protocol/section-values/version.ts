/** A version of an interface, as semantic versioning counts it. */
import type { Section } from "../kinds/kind.ts";
import { inCode } from "../render/code.ts";
import { shorten } from "../render/shorten.ts";
import { parsed, refused, type SectionHeading, section } from "../sections/section-types.ts";

export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

const form = /^v?(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?$/i;

export function version(heading: SectionHeading): Section<Version> {
  return section<Version>(
    heading,
    { type: "input" },
    (found) => {
      const read = parseVersion(found);
      if (read !== undefined) return parsed(read);
      return refused({
        section: heading.label,
        message: `${heading.label}: ${inCode(shorten(found.slice(0, 80), 40))} is not a version.`,
        fix: "Write three numbers, such as `1.2.0`.",
      });
    },
    formatVersion,
  );
}

export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch = "0"] = form.exec(text.trim()) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  return { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

export function formatVersion({ major, minor, patch }: Version): string {
  return `${major}.${minor}.${patch}`;
}

/** Negative if `a` is the earlier one. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** Whether the numbers say that what used the first may not work with the second. Before 1.0.0, minor versions say it. */
export function isBreaking(from: Version, to: Version): boolean {
  return from.major !== to.major || (to.major === 0 && from.minor !== to.minor);
}
