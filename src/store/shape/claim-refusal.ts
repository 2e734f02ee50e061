/** Why a claim of an agent would be refused, judged by the index. */
import type { Millis } from "../../base/clock.ts";
import { whyNotHold } from "../../engine/leases/may-hold.ts";
import { faultOf, type Refusal, sayRefusal } from "../../engine/leases/refusal.ts";
import { filesInUse } from "../../engine/locks/files-in-use.ts";
import type { Context } from "../../engine/model/rule.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import type { ClaimRefusal } from "../../operations/ports.ts";
import { agentNamed } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";

/** The agent that claims, and the reason if claims are paused in the repository. */
export interface Claimant extends Pick<Context, "claimsPaused"> {
  readonly agent: string;
}

/** @param view with the tasks that agents hold, for their limits */
export function claimRefusal(
  view: View,
  record: IssueRecord,
  settings: Settings,
  { agent, claimsPaused }: Claimant,
): ClaimRefusal | undefined {
  const named = agentNamed(settings, agent);
  if (named === undefined) return said({ type: "unknown-agent", name: agent });
  // GitHub assigns no App, so our bot, whose id the index does not have, is not among the assignees.
  const context = { settings, botId: "", claimsPaused };
  const refusal = whyNotHold({ view, record, context }, { agent: named.name, account: named.account });
  return refusal && said(refusal);
}

/** Whether the locks of the task would have to wait for those of others. */
export function claimWaits(
  view: View,
  record: IssueRecord,
  settings: Settings,
  { agent, now }: { readonly agent: string; readonly now: Millis },
): boolean {
  const named = agentNamed(settings, agent);
  if (named === undefined) return false;
  const holder = { agent: named.name, account: named.account };
  return filesInUse(view, record, holder, { settings, now }).length > 0;
}

function said(refusal: Refusal): ClaimRefusal {
  return { because: sayRefusal(refusal), fault: faultOf(refusal) };
}
