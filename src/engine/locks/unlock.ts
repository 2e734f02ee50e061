/** Handles `/unlock`: gives up paths of the task. A person may give up those of its holder too. */
import type { UnlockCommand } from "../../protocol/commands/lock.ts";
import { type CommandAction, declined } from "../commands/order.ts";
import { declineFor } from "../leases/refusal.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { refreshesFor } from "./freed.ts";
import { askingFor } from "./lock.ts";
import { isSameGlob, locksElsewhere, type PathRequest, withoutGlobs } from "./requests.ts";

export const unlock: CommandAction<UnlockCommand> = (input, { as, globs }, comment) => {
  const { view, record, context } = input;
  if (context.isPassive === true) return { type: "elsewhere" };
  const asking = askingFor(input, as, comment);
  if ("type" in asking) return declineFor(asking);
  const { locks: before = [], ...rest } = record.persisted;
  const isIts = (request: PathRequest) => asking.by !== undefined || request.token === asking.token;
  const isNamed = (glob: string) => globs.length === 0 || globs.some((each) => isSameGlob(each, glob));
  const had = before.filter(isIts).flatMap((request) => request.globs);
  const unknown = globs.filter((glob) => !had.some((each) => isSameGlob(each, glob)));
  if (unknown.length > 0) return declined(`it has no lock on ${unknown.slice(0, 5).join(", ")}`, "words");
  const isGone = (glob: string, request: PathRequest) => isIts(request) && isNamed(glob);
  const locks = withoutGlobs(before, isGone);
  const persisted = locks.length === 0 ? rest : { ...rest, locks };
  const files = before.filter(({ isFromTask }) => isFromTask === true).flatMap((request) => request.globs);
  return {
    type: "done",
    persisted: withGivenUp(persisted, files.filter(isNamed)),
    refreshes: refreshesFor(record, before, locks, locksElsewhere(view, record)),
  };
};

/** Otherwise the section *Files* would ask for them again. */
function withGivenUp(persisted: PersistedState, files: readonly string[]): PersistedState {
  const { lease, pathsGivenUp } = persisted;
  if (lease === undefined || files.length === 0) return persisted;
  const earlier = pathsGivenUp?.token === lease.token ? pathsGivenUp.globs : [];
  return { ...persisted, pathsGivenUp: { token: lease.token, globs: [...earlier, ...files] } };
}
