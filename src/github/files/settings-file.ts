/**
 * Reads the head of the default branch, and the settings file at a commit. The branch may move between two reads, so the
 * commit is read first and everything else from that commit.
 */
import { z } from "zod";
import type { SettingsFile } from "../../dispatcher/ports/settings.ts";
import type { SettingsHistory } from "../../dispatcher/ports/settings-history.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import { maxSettingsBytes, settingsPath } from "../../protocol/settings/config.ts";
import type { Client } from "../transport/client.ts";

export const headQuery = `query Head($id: ID!) {
  node(id: $id) { ... on Repository { defaultBranchRef { name target { oid } } } }
}`;

export const settingsFileQuery = `query SettingsFile($id: ID!, $commit: String!, $folder: String!, $file: String!) {
  node(id: $id) {
    ... on Repository {
      commit: object(expression: $commit) { oid }
      folder: object(expression: $folder) { ... on Tree { entries { name mode } } }
      file: object(expression: $file) { ... on Blob { byteSize isBinary isTruncated text } }
    }
  }
}`;

const headShape = z.object({
  node: z.object({
    defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: z.string() }) }).nullable(),
  }),
});
const fileShape = z.object({
  node: z.object({
    commit: z.object({ oid: z.string() }).nullish(),
    folder: z
      .object({ entries: z.array(z.object({ name: z.string(), mode: z.number() })).optional() })
      .nullable(),
    file: z
      .object({
        byteSize: z.number(),
        isBinary: z.boolean().nullable(),
        isTruncated: z.boolean(),
        text: z.string().nullable(),
      })
      .partial()
      .nullable(),
  }),
});

/** Git's modes of a regular file; a symlink has another. */
const plainModes = [0o100644, 0o100755];
const [folder = "", name = ""] = settingsPath.split("/");

type Ask = <T>(as: number, query: string, variables: object, shape: z.ZodType<T>) => Promise<T>;

function asking(client: Client): Ask {
  return async (as, query, variables, shape) => {
    const { data } = await client.query(as, query, { ...variables });
    const result = shape.safeParse(data);
    if (!result.success)
      throw new RequestFailed({
        type: "refused",
        message: "GitHub returned an unexpected response for the settings file.",
      });
    return result.data;
  };
}

export function createHeadSince(client: Client): Tracker["headSince"] {
  const ask = asking(client);
  return async ({ id, installationId }, known, knownBranch) => {
    const { node } = await ask(installationId, headQuery, { id }, headShape);
    const { name: branch, target } = node.defaultBranchRef ?? {};
    const commit = target?.oid;
    if (commit === undefined) return known === undefined ? undefined : { commit };
    if (commit === known && (knownBranch ?? branch) === branch) return undefined;
    return { commit, branch };
  };
}

/** The settings file at any commit. */
export function createSettingsFileAt(client: Client): SettingsHistory["fileAt"] {
  const ask = asking(client);
  return async ({ id, installationId }, commit) => {
    const paths = { commit, folder: `${commit}:${folder}`, file: `${commit}:${settingsPath}` };
    const answer = await ask(installationId, settingsFileQuery, { id, ...paths }, fileShape);
    return fileOf(answer.node);
  };
}

function fileOf({ commit, folder, file }: z.infer<typeof fileShape>["node"]): SettingsFile {
  const why = (reason: string): SettingsFile => ({ type: "unreadable", why: reason });
  // Otherwise the settings of a commit that was force-pushed away and deleted would be the defaults.
  if (!commit) return why("GitHub no longer has its commit");
  const entry = folder?.entries?.find((each) => each.name === name);
  if (entry === undefined) return { type: "absent" };
  if (!plainModes.includes(entry.mode)) return why("it is a symlink or a folder");
  if ((file?.byteSize ?? 0) > maxSettingsBytes) return why(`it is larger than ${maxSettingsBytes} bytes`);
  if (file?.isBinary !== false || file.isTruncated !== false || typeof file.text !== "string")
    return why("it is not text");
  return { type: "text", text: file.text };
}
