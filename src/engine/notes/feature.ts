/** Tells agents what concerns them. To add an occasion: a file in `sources/` and a line here. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { weighMentions } from "./mentions.ts";
import { recheckMissing } from "./recheck-missing.ts";
import { showNotes } from "./show-notes.ts";
import { answerRefused, answerUnused } from "./sources/answer-news.ts";
import { discoveryForEveryone, discoveryForTask } from "./sources/discovery-news.ts";
import {
  handoverAccepted,
  handoverRefused,
  handoverUnmergeable,
  handoverUnreadable,
  taskHandedOver,
} from "./sources/handover-news.ts";
import { leaseAwarded, leaseEnded } from "./sources/lease-news.ts";
import { pathFree, pathWanted } from "./sources/lock-news.ts";
import { questionAnswered, questionClosed, questionEscalated } from "./sources/question-news.ts";
import { questionToSettle } from "./sources/question-to-settle.ts";
import { mentioned, told } from "./sources/spoken.ts";
import { decisionChanged, taskFree } from "./sources/task-news.ts";
import { textNeedsFix } from "./sources/text-news.ts";
import { tell } from "./tell.ts";

export const notes: Feature = {
  name: "notes",
  stateRules: () => [weighMentions, recheckMissing],
  commands: [handlerOf("tell", tell)],
  projectionRules: ({ notes: sources }) => [showNotes(sources)],
  notes: [
    taskFree,
    decisionChanged,
    leaseAwarded,
    leaseEnded,
    questionAnswered,
    questionClosed,
    questionEscalated,
    questionToSettle,
    answerRefused,
    answerUnused,
    textNeedsFix,
    handoverAccepted,
    handoverRefused,
    handoverUnreadable,
    handoverUnmergeable,
    taskHandedOver,
    discoveryForTask,
    discoveryForEveryone,
    told,
    mentioned,
    pathWanted,
    pathFree,
  ],
};
