/**
 * Looks up roles before deciding, a few at a time. A user whose role cannot be read is `unknown`, which
 * denies.
 */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { actorsToCheck } from "../../engine/admission/actors.ts";
import { repositoriesToStaff } from "../../engine/escalations/reminders/assignees.ts";
import { actorsOfAssignments } from "../../engine/leases/assignments/assignment-roles.ts";
import type { Fact, NodeId } from "../../engine/model/fact.ts";
import type { View } from "../../engine/model/view.ts";
import { actorsOfMentions } from "../../engine/notes/mentions.ts";
import { repositoriesToType } from "../../engine/presentation/native-types.ts";
import type { Pace } from "../pace.ts";
import type { SettingsOf } from "../ports/settings.ts";
import type { Tracker } from "../ports/tracker.ts";
import { RequestFailed } from "../request-failed.ts";

/** Resolves to the roles, admins and issue types that a decision about these issues needs. */
export type AskRoles = (view: View, ids: readonly NodeId[]) => Promise<readonly Fact[]>;

interface ActorNeeds {
  readonly tracker: Pick<Tracker, "roleOf" | "aheadMs">;
  readonly clock: Pick<Clock, "now">;
  readonly pace: Pick<Pace, "rolesAtOnce">;
  readonly botId: NodeId;
  readonly settingsOf: SettingsOf;
}

/**
 * Resolves to roles alone. They are remembered for a minute, so a pass may look them up as soon as it knows whose
 * it needs.
 */
export function createActorRoles({ tracker, clock, pace, botId, settingsOf }: ActorNeeds): AskRoles {
  return async (view, ids) => {
    // Our bot is not a collaborator, and its permissions do not depend on a role.
    const all = [
      ...actorsToCheck(view, ids),
      ...actorsOfAssignments(view, ids, settingsOf),
      ...actorsOfMentions(view, ids, settingsOf, clock.now() - tracker.aheadMs()),
    ].filter(({ actorId }) => actorId !== botId);
    const queue = new Map(all.map((each) => [`${each.repositoryId} ${each.actorId}`, each])).values();
    const roles: Fact[] = [];
    const ask = async (): Promise<void> => {
      for (const { repositoryId, actorId, login } of queue) {
        const repository = view.repositories.get(repositoryId);
        const role =
          repository === undefined
            ? "unknown"
            : await tracker.roleOf(repository, { id: actorId, login }, false);
        roles.push({ type: "RoleSeen", repositoryId, actorId, role });
      }
    };
    await Promise.all(Array.from({ length: pace.rolesAtOnce }, ask));
    return roles;
  };
}

interface Needs {
  readonly askActorRoles: AskRoles;
  readonly tracker: Pick<Tracker, "adminsOf" | "issueTypesOf">;
  readonly logger: Logger;
}

export function createRoleReader({ askActorRoles, tracker, logger }: Needs): AskRoles {
  /** If the admins cannot be read, no one is assigned. */
  async function askAdmins(view: View, ids: readonly NodeId[]): Promise<readonly Fact[]> {
    const facts: Fact[] = [];
    for (const repositoryId of repositoriesToStaff(view, ids)) {
      const repository = view.repositories.get(repositoryId);
      if (repository === undefined) continue;
      try {
        facts.push({ type: "AdminsSeen", repositoryId, people: await tracker.adminsOf(repository) });
      } catch (thrown) {
        if (!(thrown instanceof RequestFailed)) throw thrown;
        const { message } = thrown.failure;
        logger.warn({ repositoryId, message }, "a repository's admins cannot be read");
      }
    }
    return facts;
  }

  /** If the issue types cannot be read, none is set. */
  async function askTypes(view: View, ids: readonly NodeId[]): Promise<readonly Fact[]> {
    const facts: Fact[] = [];
    for (const repositoryId of repositoriesToType(view, ids)) {
      const repository = view.repositories.get(repositoryId);
      if (repository === undefined) continue;
      try {
        facts.push({ type: "TypesSeen", repositoryId, types: await tracker.issueTypesOf(repository) });
      } catch (thrown) {
        if (!(thrown instanceof RequestFailed)) throw thrown;
        logger.warn({ repositoryId, message: thrown.failure.message }, "issue types cannot be read");
      }
    }
    return facts;
  }

  return async (view, ids) => [
    ...(await askActorRoles(view, ids)),
    ...(await askAdmins(view, ids)),
    ...(await askTypes(view, ids)),
  ];
}
