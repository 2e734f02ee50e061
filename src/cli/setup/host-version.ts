/** Reads which version of GitHub Enterprise Server a host is: it says so itself, github.com never does. */
import { Octokit } from "@octokit/rest";
import { z } from "zod";
import { type EnterpriseVersion, readEnterpriseVersion } from "../../base/enterprise-version.ts";

const shape = z.object({ installed_version: z.string() });
const header = "x-github-enterprise-version";
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const timeoutMs = 15_000;

/**
 * From `GET /meta` (https://docs.github.com/en/enterprise-server@3.19/rest/meta/meta); a host in private mode refuses that, but
 * has a header.
 * @param baseUrl of an enterprise host's API; undefined for github.com
 * @returns undefined for github.com, and where the host does not say
 */
export async function readHostVersion(baseUrl: string | undefined): Promise<EnterpriseVersion | undefined> {
  if (baseUrl === undefined) return undefined;
  const octokit = new Octokit({ log: quiet, baseUrl });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { data, headers } = await octokit.request("GET /meta", { request: { signal } });
    const said = shape.safeParse(data);
    return readEnterpriseVersion(said.success ? said.data.installed_version : String(headers[header] ?? ""));
  } catch (thrown) {
    const refused = z
      .object({ response: z.object({ headers: z.record(z.string(), z.unknown()) }) })
      .safeParse(thrown);
    return refused.success
      ? readEnterpriseVersion(String(refused.data.response.headers[header] ?? ""))
      : undefined;
  }
}
