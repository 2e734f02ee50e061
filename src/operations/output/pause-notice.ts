/** Says that a repository is paused, and what that means for what was just written there. */
import { toMinuteUtc } from "../../base/clock.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { settingsPath } from "../../protocol/settings/config.ts";
import type { OperationPorts } from "../operation.ts";
import type { PausedRepository } from "../ports.ts";
import { oneLine } from "./terminal-text.ts";

/** How to end a pause: follows "until" or "after". */
export function endOfPause(pause: PausedRepository): string {
  const { owner, repo } = pause;
  switch (pause.by) {
    case "everything":
      return "`signalbox resume`";
    case "repository":
      return `\`signalbox resume --repo ${owner}/${repo}\``;
    case "settings":
      return `an admin has taken \`paused: true\` out of \`${settingsPath}\``;
    case "limit":
      return `GitHub's limit has ended, at ${toMinuteUtc(pause.until + minuteMs)}`;
  }
}

/** Rounded up to what is shown. */
const minuteMs = 60_000;

function reasonFor(pause: PausedRepository): string {
  if (pause.by === "limit") return " (GitHub asked signalbox to wait)";
  return pause.reason === undefined ? "" : ` (${oneLine(pause.reason, 200)})`;
}

/** A sentence for the person or agent who wrote there; undefined while it is not paused, or if that cannot be read. */
export async function pauseNotice(
  { board, clock }: Pick<OperationPorts, "board" | "clock">,
  { owner, repo }: RepositoryName,
): Promise<string | undefined> {
  const name = `${owner}/${repo}`.toLowerCase();
  // The text is written by now: a damaged file of pauses, which the server and doctor name, takes nothing back.
  const paused = await board.paused(clock.now()).catch(() => []);
  const here = paused.find((each) => `${each.owner}/${each.repo}`.toLowerCase() === name);
  if (here === undefined) return undefined;
  const why = reasonFor(here);
  return `Everything is paused in ${here.owner}/${here.repo}${why}: signalbox writes nothing to GitHub there. What you wrote is kept and counts; labels, replies and notices follow after ${endOfPause(here)}.`;
}
