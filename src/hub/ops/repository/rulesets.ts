/** Rulesets: administrators write them, everyone reads them. */
import type { HubCore } from "../../core.ts";
import {
  deleteRulesetRow,
  insertRuleset,
  type Ruleset,
  type RulesetContent,
  rulesetById,
  saveRuleset,
} from "../../state/rulesets.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { notFound, type OpResult, ok } from "../result.ts";
import { nowOf, write } from "../write.ts";

/** @param id of the one to change; undefined creates one. Fields that `content` omits stay unchanged. */
export function putRuleset(
  core: HubCore,
  actor: Actor,
  { repositoryId, id }: { readonly repositoryId: number; readonly id?: number | undefined },
  content: Partial<RulesetContent>,
): OpResult<Ruleset> {
  return write(core, () => {
    const found = writableFor(core.state, actor, repositoryId, needs.administer);
    if (found.kind !== "ok") return found;
    const known = id === undefined ? undefined : rulesetById(core.state, repositoryId, id);
    if (id !== undefined && known === undefined) return notFound;
    const whole: RulesetContent = { ...empty, ...known, ...content };
    if (known !== undefined) saveRuleset(core.state, known.id, whole, nowOf(core));
    const madeId = known?.id ?? insertRuleset(core.state, repositoryId, whole, nowOf(core));
    const ruleset = rulesetById(core.state, repositoryId, madeId);
    return ruleset === undefined ? notFound : ok(ruleset);
  });
}

export function deleteRuleset(
  core: HubCore,
  actor: Actor,
  { repositoryId, id }: { readonly repositoryId: number; readonly id: number },
): OpResult<undefined> {
  return write(core, () => {
    const found = writableFor(core.state, actor, repositoryId, needs.administer);
    if (found.kind !== "ok") return found;
    if (rulesetById(core.state, repositoryId, id) === undefined) return notFound;
    deleteRulesetRow(core.state, id);
    return ok(undefined);
  });
}

const empty: RulesetContent = {
  name: "",
  enforcement: "active",
  include: [],
  exclude: [],
  rules: [],
  bypass: [],
};
