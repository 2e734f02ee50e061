/**
 * What the App requests from GitHub: app.yml plus what depends on this machine. Add permissions to app.yml
 * only; `--with-contents` (writing decision records, merging) and `--with-workflows` are the exceptions.
 */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { EnterpriseVersion } from "../../base/enterprise-version.ts";
import { lacksOf } from "./host-lacks.ts";

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
  readonly callback_urls: readonly string[];
  readonly hook_attributes: { readonly url: string; readonly active: boolean };
}

export interface ManifestChoices {
  readonly name: string | undefined;
  /** URL that GitHub posts deliveries to; undefined for an App that only polls. */
  readonly webhookUrl: string | undefined;
  readonly redirectUrl: string;
  /** Where GitHub sends people back to that have signed in. */
  readonly callbackUrls: readonly string[];
  /** Any page: GitHub requires one, even as the URL of a disabled webhook. */
  readonly homepage: string;
  readonly withContents: boolean;
  /** Beyond `withContents`: to merge what changes workflow files. */
  readonly withWorkflows: boolean;
  /** The version of the enterprise host; undefined for github.com. What it lacks is not asked for: it would refuse the whole manifest. */
  readonly hostVersion: EnterpriseVersion | undefined;
}

export function readManifest(choices: ManifestChoices): Manifest {
  const asked = shape.parse(parse(readFileSync(new URL("../../../app.yml", import.meta.url), "utf8")));
  const lacked = lacksOf(choices.hostVersion);
  const larger: Manifest["default_permissions"] = {
    ...(choices.withContents ? { contents: "write", pull_requests: "write", merge_queues: "write" } : {}),
    ...(choices.withWorkflows ? { workflows: "write" } : {}),
  };
  return {
    ...asked,
    name: choices.name ?? asked.name,
    default_permissions: Object.fromEntries(
      Object.entries({ ...asked.default_permissions, ...larger }).filter(([name]) =>
        lacked.every(({ permission }) => permission !== name),
      ),
    ),
    default_events: asked.default_events.filter((name) => lacked.every(({ event }) => event !== name)),
    url: choices.homepage,
    redirect_url: choices.redirectUrl,
    callback_urls: choices.callbackUrls,
    hook_attributes: {
      url: choices.webhookUrl ?? choices.homepage,
      active: choices.webhookUrl !== undefined,
    },
  };
}
