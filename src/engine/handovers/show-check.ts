/**
 * Proposes our check run on the head commit of the pull request that a handover reports. A check run stays on
 * its own commit: the head after a push, and the commit that a merge queue tries, begin without one.
 */
import type { OwnCheck } from "../../handover/evidence.ts";
import type { CheckShown } from "../model/effect.ts";
import { lookAgain, nothing, type ShowRule, type Situation, type Wish } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { homeName } from "../wording/issue-name.ts";
import { signedShows } from "./check-shown.ts";
import { checkTitle } from "./check-title.ts";
import { sayingOf, speakerAt } from "./gate.ts";
import { handoverIn, handoverStanding } from "./handovers.ts";
import { reasonLines, taskTold } from "./reason-lines.ts";

export const showCheck: ShowRule = { name: "show-check", show };

/** GitHub's limit for one request. */
const mostAnnotations = 50;

function show(situation: Situation) {
  const { record } = situation;
  const { pullRequest, ownCheck, queued } = record.evidence ?? {};
  if (pullRequest?.state !== "open") return nothing;
  const speaker = speakerAt(situation);
  if (speaker.seen.id !== record.seen.id) return leaveTo(situation, speaker);
  const { headSha } = pullRequest;
  const shown = checkShown(situation);
  const because = `Its pull request #${pullRequest.number} stands at ${headSha.slice(0, 7)}: ${shown.title}.`;
  const wish = (
    type: "check" | "merge-queue-check",
    sha: string,
    own: OwnCheck | undefined,
  ): readonly Wish[] => {
    if (own?.headSha === sha && own.shows === shown.shows) return [];
    const effect = { type: "ShowCheck", headSha: sha, ...shown } as const;
    const reason = { rule: showCheck.name, because };
    return [{ slot: { type }, key: { type: "check", headSha: sha, shows: shown.shows }, effect, reason }];
  };
  const inQueue = queued === undefined ? [] : wish("merge-queue-check", queued.headSha, queued.ownCheck);
  return { wishes: [...wish("check", headSha, ownCheck), ...inQueue] };
}

/** Another handover of the same pull request speaks. It is refreshed if our check does not say so yet. */
function leaveTo({ view, record, context }: Situation, speaker: IssueRecord) {
  const { shows } = checkShown({ view, record: speaker, context });
  if (record.evidence?.ownCheck?.shows === shows) return nothing;
  return { looks: [lookAgain(speaker, 0, "Another handover of its pull request stands otherwise.")] };
}

function checkShown(situation: Situation): CheckShown {
  const { record, context } = situation;
  const standing = handoverStanding(situation);
  const saying = sayingOf(situation, standing);
  const { conclusion, reasons } = saying;
  const told = {
    handover: `#${record.seen.number}`,
    task: taskTold(situation),
    outcome: handoverIn(record)?.status ?? "",
  };
  const title = checkTitle(record, saying, told);
  const commit = record.evidence?.pullRequest?.headSha ?? "";
  const data = { standing: saying.is, ...told, commit, home: homeName(situation), ...reasonLines(reasons) };
  const summary = context.render({ name: "check-handover", data });
  const annotations = reasons
    .flatMap(({ parts }) => parts)
    .flatMap(({ path, sentence }) =>
      path === undefined ? [] : [{ path, text: context.render({ name: "check-note", data: { sentence } }) }],
    )
    .slice(0, mostAnnotations);
  const offersAccept = standing.is === "judged" && conclusion !== "success";
  const shown = { conclusion, title, summary, annotations, offersAccept };
  return { ...shown, shows: signedShows(shown) };
}
