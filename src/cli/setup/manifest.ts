/**
 * What is asked of GitHub for the App: app.yml and what depends on this machine. A newcomer would add a permission
 * here: app.yml is the one place, and `--with-contents` the one exception (writing decision records, merging).
 */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const access = z.enum(["read", "write"]);
const shape = z.object({
  name: z.string(),
  description: z.string(),
  public: z.boolean(),
  default_permissions: z.record(z.string(), access),
  default_events: z.array(z.string()),
});

export interface Manifest extends Readonly<z.infer<typeof shape>> {
  readonly url: string;
  readonly redirect_url: string;
  readonly hook_attributes: { readonly url: string; readonly active: boolean };
}

export interface ManifestChoices {
  readonly name: string | undefined;
  /** Where GitHub posts deliveries; undefined for an App that only polls. */
  readonly webhookUrl: string | undefined;
  readonly redirectUrl: string;
  /** Any page: GitHub insists on one, also as the address of a webhook that is switched off. */
  readonly homepage: string;
  readonly withContents: boolean;
}

export function readManifest(choices: ManifestChoices): Manifest {
  const asked = shape.parse(parse(readFileSync(new URL("../../../app.yml", import.meta.url), "utf8")));
  const larger = { contents: "write", pull_requests: "write" } as const;
  return {
    ...asked,
    name: choices.name ?? asked.name,
    default_permissions: { ...asked.default_permissions, ...(choices.withContents ? larger : {}) },
    url: choices.homepage,
    redirect_url: choices.redirectUrl,
    hook_attributes: {
      url: choices.webhookUrl ?? choices.homepage,
      active: choices.webhookUrl !== undefined,
    },
  };
}
