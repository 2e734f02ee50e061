/** Decides what people are asked to decide: when, who, how they are reminded, and what a decision does. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { carryOutDecision } from "./decisions/carry-out-decision.ts";
import { decide, decideByAnswer } from "./decisions/decide-command.ts";
import { hintAtCommand } from "./decisions/hint-at-command.ts";
import { noteCarriedOut } from "./decisions/note-carried-out.ts";
import { noteHint } from "./decisions/note-hint.ts";
import { escalationStatusText } from "./escalation-status-text.ts";
import { forgetLost } from "./forget-lost.ts";
import { letRemovalsStand } from "./let-removals-stand.ts";
import { noteRegarded } from "./note-regarded.ts";
import { raiseEscalation } from "./raise-escalation.ts";
import { refreshReplaced } from "./refresh-replaced.ts";
import { assignPeople } from "./reminders/assign-people.ts";
import { restoreAssignees } from "./reminders/changed-assignees.ts";
import { noteReminders } from "./reminders/note-reminders.ts";
import { remindPeople } from "./reminders/remind-people.ts";
import { noteSilence } from "./silence.ts";
import { takeDefault } from "./take-default.ts";
import { contradiction } from "./triggers/contradiction.ts";
import { overdue } from "./triggers/overdue.ts";
import { proposedEscalations } from "./triggers/proposed.ts";

/** Comes before answers are accepted: a default that applies is one of them. */
export const defaults: Feature = { name: "defaults", stateRules: () => [noteRegarded, takeDefault] };

export const escalations: Feature = {
  name: "escalations",
  stateRules: () => [
    forgetLost,
    letRemovalsStand,
    restoreAssignees,
    noteCarriedOut,
    noteReminders,
    noteHint,
    noteSilence,
  ],
  projectionRules: ({ triggers }) => [
    raiseEscalation(triggers),
    assignPeople,
    remindPeople,
    hintAtCommand,
    carryOutDecision,
    refreshReplaced,
  ],
  commands: [
    handlerOf("decide", decide),
    handlerOf("answer", decideByAnswer, ({ reading }) => reading.kind === "escalation"),
  ],
  triggers: [proposedEscalations, overdue, contradiction],
  status: { escalation: escalationStatusText },
};
