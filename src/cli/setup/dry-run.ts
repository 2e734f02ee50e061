/** Says what `setup` would register at GitHub and write on this machine, from the same values, and does neither. */
import type { Manifest } from "./manifest.ts";

export interface PlannedRegistration {
  readonly manifest: Manifest;
  /** Where the browser would send it. */
  readonly formUrl: string;
  /** The organisation; undefined for the person who is logged in there. */
  readonly org: string | undefined;
  readonly out: string;
  /** The variables of the settings file; those that only GitHub can give are empty. */
  readonly settings: Readonly<Record<string, string>>;
}

export function describeDryRun({ manifest, formUrl, org, out, settings }: PlannedRegistration): string {
  const { hook_attributes: hook, callback_urls, default_permissions, default_events } = manifest;
  const permissions = Object.entries(default_permissions).map(([name, access]) => `${name}: ${access}`);
  const rows = [
    ["name", manifest.name],
    ["owner", org ?? "the account that is logged in there"],
    ["deliveries", hook.active ? hook.url : "none: it would be run with --poll"],
    ["sign-in", callback_urls.join(", ")],
    ["permissions", permissions.join(", ")],
    ["events", default_events.join(", ")],
  ];
  const variables = Object.entries(settings).map(([name, value]) =>
    value === "" ? name : `${name}=${value}`,
  );
  return `Nothing was registered and nothing was written.

At GitHub: one App, at ${formUrl}, once you confirm it there:
${rows.map(([name = "", value = ""]) => `  ${name.padEnd(12)} ${value}\n`).join("")}
On this machine: the file ${out}, readable only by you, with ${variables.join(", ")}.

The manifest, as a page on this machine would send it through your browser:

${JSON.stringify(manifest, undefined, 2)}

To register it, run the same command without --dry-run.
`;
}
