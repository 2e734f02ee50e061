/**
 * Looks up roles before deciding, a few at a time. A user whose role cannot be read is `unknown`, which
 * denies.
 */

import { actorsToCheck } from "../../engine/admission/actors.ts";
import { repositoriesToStaff } from "../../engine/escalations/reminders/assignees.ts";
import { actorsOfEnds } from "../../engine/freeing/end-roles.ts";
import { actorsOfAssignments } from "../../engine/leases/assignments/assignment-roles.ts";
import type { Fact, NodeId } from "../../engine/model/fact.ts";
import type { View } from "../../engine/model/view.ts";
import { actorsOfMentions } from "../../engine/notes/mentions.ts";
import { repositoriesToType } from "../../engine/presentation/native-types.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import type { SettingsOf } from "../ports/settings.ts";
import { RequestFailed } from "../request-failed.ts";

export class RoleReader {
  readonly #ports: Pick<DispatcherPorts, "github" | "runtime" | "pace">;
  readonly #settingsOf: SettingsOf;

  constructor(ports: Pick<DispatcherPorts, "github" | "runtime" | "pace">, settingsOf: SettingsOf) {
    this.#ports = ports;
    this.#settingsOf = settingsOf;
  }

  /** Resolves to the roles, admins and issue types that a decision about these issues needs. */
  async read(view: View, ids: readonly NodeId[]): Promise<readonly Fact[]> {
    return [
      ...(await this.readActors(view, ids)),
      ...(await this.#readAdmins(view, ids)),
      ...(await this.#readTypes(view, ids)),
    ];
  }

  /**
   * Resolves to roles alone. They are remembered for a minute, so a pass may look them up as soon as it knows whose
   * it needs.
   */
  async readActors(view: View, ids: readonly NodeId[]): Promise<readonly Fact[]> {
    const { github, runtime, pace } = this.#ports;
    const { tracker, botId } = github;
    // Our bot is not a collaborator, and its permissions do not depend on a role.
    const all = [
      ...actorsToCheck(view, ids),
      ...actorsOfEnds(view, ids),
      ...actorsOfAssignments(view, ids, this.#settingsOf),
      ...actorsOfMentions(view, ids, this.#settingsOf, runtime.clock.now() - tracker.aheadMs()),
    ].filter(({ actorId }) => !isSameAccount(actorId, botId));
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
  }

  /** If the admins cannot be read, no one is assigned. */
  async #readAdmins(view: View, ids: readonly NodeId[]): Promise<readonly Fact[]> {
    const { github, runtime } = this.#ports;
    const facts: Fact[] = [];
    for (const repositoryId of repositoriesToStaff(view, ids, github.botId, this.#settingsOf)) {
      const repository = view.repositories.get(repositoryId);
      if (repository === undefined) continue;
      try {
        facts.push({ type: "AdminsSeen", repositoryId, people: await github.tracker.adminsOf(repository) });
      } catch (thrown) {
        if (!(thrown instanceof RequestFailed)) throw thrown;
        const { message } = thrown.failure;
        runtime.logger.warn({ repositoryId, message }, "a repository's admins cannot be read");
      }
    }
    return facts;
  }

  /** If the issue types cannot be read, none is set. */
  async #readTypes(view: View, ids: readonly NodeId[]): Promise<readonly Fact[]> {
    const { github, runtime } = this.#ports;
    const facts: Fact[] = [];
    for (const repositoryId of repositoriesToType(view, ids)) {
      const repository = view.repositories.get(repositoryId);
      if (repository === undefined) continue;
      try {
        facts.push({ type: "TypesSeen", repositoryId, types: await github.tracker.issueTypesOf(repository) });
      } catch (thrown) {
        if (!(thrown instanceof RequestFailed)) throw thrown;
        runtime.logger.warn({ repositoryId, message: thrown.failure.message }, "issue types cannot be read");
      }
    }
    return facts;
  }
}
