/** One move of a branch in the repository's activity. */

import type { Site } from "../core.ts";
import { userById } from "../state/accounts/users.ts";
import type { Activity } from "../state/activities.ts";
import type { State } from "../state/state.ts";
import { presentUser } from "./account.ts";

const noCommit = "0".repeat(40);

export function presentActivity(
  { state, site }: { readonly state: State; readonly site: Site },
  activity: Activity,
) {
  const actor = userById(state, activity.actorId);
  return {
    id: activity.id,
    node_id: activity.nodeId,
    before: activity.before ?? noCommit,
    after: activity.after ?? noCommit,
    ref: activity.ref,
    timestamp: activity.at,
    activity_type: activity.type,
    actor: actor === undefined ? null : presentUser(site, actor),
  };
}
