/**
 * Who may have the App post to a commit what `verify` found there. The owner of the data folder answers for an agent's token; a
 * person has to have write access, or a reader of a private repository would write on its commits as the App.
 */
import type { Role } from "../../../engine/model/fact.ts";
import type { Served } from "../../../operations/ports.ts";
import type { ApiToken } from "../../../store/shape/api-token.ts";
import type { RoleOf } from "./role-visibility.ts";

const writing: ReadonlySet<Role> = new Set<Role>(["write", "maintain", "admin"]);

/** A sentence; undefined if the token may. */
export async function whyNoReport(
  { kind, mayOrder, login, nodeId }: Pick<ApiToken, "kind" | "mayOrder" | "login" | "nodeId">,
  place: Served,
  roleOf: RoleOf,
): Promise<string | undefined> {
  if (!mayOrder) return "The token only reads: nothing was posted. Use one that names an agent.";
  if (kind === "owner") return undefined;
  const person = login === undefined || nodeId === undefined ? undefined : { login, id: nodeId };
  const role = person && (await roleOf(place.id, person))?.role;
  if (role !== undefined && writing.has(role)) return undefined;
  const where = `${place.owner}/${place.repo}`;
  if (role === "unknown")
    return `GitHub does not say now what ${login} may in ${where}, so nothing was posted. Try again later.`;
  return `${login ?? "The account of the token"} has no write access in ${where}, so nothing was posted. Ask somebody who has it to run verify.`;
}
