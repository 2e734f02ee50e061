/**
 * The list of all operations. To add one: a file and a line here. Commands, tools and routes are generated
 * from it.
 */
import { agents } from "./agents.ts";
import { board } from "./board/board.ts";
import { brief } from "./brief/brief.ts";
import { changes } from "./changes/changes.ts";
import { accept } from "./commands/accept.ts";
import { ack, object } from "./commands/agree.ts";
import { approve } from "./commands/approve.ts";
import { block, unblock } from "./commands/block.ts";
import { decide } from "./commands/decide.ts";
import { refuse } from "./commands/refuse.ts";
import { urgency } from "./commands/urgency.ts";
import { vote } from "./commands/vote.ts";
import { contracts } from "./contracts.ts";
import { escalations } from "./escalations.ts";
import { explain } from "./explain.ts";
import { exportIssues } from "./export/export.ts";
import { metrics } from "./figures/metrics.ts";
import { graph } from "./graph/graph.ts";
import { beat } from "./holding/beat.ts";
import { claim } from "./holding/claim.ts";
import { release } from "./holding/release.ts";
import { list } from "./list.ts";
import { lock } from "./locks/lock.ts";
import { locks } from "./locks/locks.ts";
import { unlock } from "./locks/unlock.ts";
import { inbox } from "./notes/inbox.ts";
import type { Operation } from "./operation.ts";
import { questions } from "./questions.ts";
import { ready } from "./ready.ts";
import { show } from "./show.ts";
import { spaceClose, spaceResume } from "./spaces/close.ts";
import { spaceList } from "./spaces/list.ts";
import { spaceShow } from "./spaces/show.ts";
import { spaceStart } from "./spaces/start.ts";
import { timeline } from "./timeline/timeline.ts";
import { votes } from "./votes.ts";
import { wait } from "./wait.ts";
import { answer } from "./writes/answer.ts";
import { ask } from "./writes/ask.ts";
import { callVote } from "./writes/call-vote.ts";
import { contract } from "./writes/contract.ts";
import { discover } from "./writes/discover.ts";
import { escalate } from "./writes/escalate.ts";
import { handOver } from "./writes/hand-over.ts";
import { task } from "./writes/task.ts";

export const catalogue: readonly Operation[] = [
  ready,
  claim,
  release,
  beat,
  wait,
  show,
  brief,
  list,
  inbox,
  ask,
  answer,
  discover,
  escalate,
  task,
  handOver,
  lock,
  unlock,
  locks,
  callVote,
  vote,
  votes,
  contract,
  ack,
  object,
  contracts,
  board,
  graph,
  timeline,
  explain,
  escalations,
  questions,
  agents,
  changes,
  metrics,
  exportIssues,
  spaceStart,
  spaceClose,
  spaceResume,
  spaceList,
  spaceShow,
  decide,
  approve,
  refuse,
  accept,
  urgency,
  block,
  unblock,
];
