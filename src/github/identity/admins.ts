/**
 * Lists the people who administer a repository: the users with the role, not its owner, as an organisation's
 * repository is run by them. Machine accounts are left out, since they do not make decisions.
 */
import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import type { Tracker } from "../../dispatcher/ports/tracker.ts";
import type { Actor } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";

const freshForMs = 10 * 60_000;
const maxRemembered = 1_000;
/** One page: no decision is put to a hundred people. */
const pageSize = 100;

/** An organisation may name a role of its own that is based on admin: `permissions` shows the base. */
const collaborators = z.array(
  z.object({
    node_id: z.string(),
    login: z.string(),
    type: z.string(),
    permissions: z.object({ admin: z.boolean() }).optional(),
    role_name: z.string().optional().catch(undefined),
  }),
);

export function createAdmins(client: Client, clock: Clock): Tracker["adminsOf"] {
  const remembered = new Map<string, { readonly people: readonly Actor[]; readonly readAt: Millis }>();
  return async ({ id, owner, name: repo, installationId }) => {
    const known = remembered.get(id);
    const ageMs = clock.now() - (known?.readAt ?? 0);
    if (known !== undefined && ageMs >= 0 && ageMs < freshForMs) return known.people;
    const readAt = clock.now();
    const parameters = { owner, repo, permission: "admin", per_page: pageSize };
    const route = "/repos/{owner}/{repo}/collaborators";
    const answer = await client.get(installationId, route, parameters, collaborators);
    const people = answer.type === "fresh" ? answer.data.flatMap(personIn) : [];
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(id, { people, readAt });
    return people;
  };
}

function personIn(found: z.infer<typeof collaborators>[number]): readonly Actor[] {
  const isAdmin = found.permissions?.admin ?? found.role_name === "admin";
  const isPerson = found.type === "User" && isAdmin;
  return isPerson ? [{ id: found.node_id, login: found.login, type: "User" }] : [];
}
