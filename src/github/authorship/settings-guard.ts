/** Checks whether a rule of the default branch requires a second person to review a changed settings file. */
import type { ProbotOctokit } from "probot";
import { z } from "zod";
import { ownersOf } from "../../handover/code-owners.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import { isHttpError } from "../transport/octokit-errors.ts";

export interface SettingsGuard {
  /** A rule asks for a review before anything reaches the default branch, or lets few write to it. */
  readonly byRule: boolean;
  /** CODEOWNERS names an owner of the file. */
  readonly hasOwner: boolean;
  /** A rule asks for the review of code owners. */
  readonly asksOwner: boolean;
  /** Names of the checks that a rule requires. */
  readonly requiredChecks: readonly string[];
}

const timeoutMs = 15_000;
const owners = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];
const branchShape = z.object({ default_branch: z.string() });
const rulesShape = z.array(
  z.object({
    type: z.string(),
    parameters: z
      .object({
        required_approving_review_count: z.number().optional(),
        require_code_owner_review: z.boolean().optional(),
        restricted_file_paths: z.array(z.string()).optional(),
        required_status_checks: z.array(z.object({ context: z.string() })).optional(),
      })
      .optional()
      .catch(undefined),
  }),
);

/**
 * Rejects with what GitHub refused.
 * @param repository `owner/name`
 */
export async function inspectSettingsGuard(
  octokit: ProbotOctokit,
  repository: string,
): Promise<SettingsGuard> {
  const { default_branch: branch } = branchShape.parse(await get(octokit, `/repos/${repository}`));
  const route = `/repos/${repository}/rules/branches/${encodeURIComponent(branch)}?per_page=100`;
  const rules = rulesShape.parse(await get(octokit, route));
  return {
    byRule: rules.some(
      ({ type, parameters }) =>
        type === "update" ||
        (parameters?.required_approving_review_count ?? 0) > 0 ||
        parameters?.restricted_file_paths?.includes(settingsPath) === true,
    ),
    hasOwner:
      ownersOf((await codeOwners(octokit, repository)) ?? "", [{ path: settingsPath }], false).length > 0,
    requiredChecks: rules.flatMap(({ parameters }) =>
      (parameters?.required_status_checks ?? []).map(({ context }) => context),
    ),
    asksOwner: rules.some(({ parameters }) => parameters?.require_code_owner_review === true),
  };
}

/** The first of the places where GitHub looks. */
async function codeOwners(octokit: ProbotOctokit, repository: string): Promise<string | undefined> {
  for (const path of owners) {
    try {
      const headers = { accept: "application/vnd.github.raw+json" };
      return String(await get(octokit, `/repos/${repository}/contents/${path}`, headers));
    } catch (thrown) {
      if (!isHttpError(thrown) || thrown.status !== 404) throw thrown;
    }
  }
  return undefined;
}

async function get(
  octokit: ProbotOctokit,
  route: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { data } = await octokit.request(`GET ${route}`, { headers, request: { signal } });
  return data;
}
