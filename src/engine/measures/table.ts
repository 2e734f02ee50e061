/** The list of all measures, in the order in which they are shown. To add one: a file and a line here. */
import { agreement } from "./list/agreement.ts";
import { autonomyRate } from "./list/autonomy-rate.ts";
import { blockingTime } from "./list/blocking-time.ts";
import { contextLost } from "./list/context-lost.ts";
import { escalationPrecision } from "./list/escalation-precision.ts";
import { escalationRate } from "./list/escalation-rate.ts";
import { handoverCompleteness } from "./list/handover-completeness.ts";
import { handoverQuality } from "./list/handover-quality.ts";
import { humanActs } from "./list/human-acts.ts";
import { leadTime, throughput } from "./list/lead-time.ts";
import { missedEscalations } from "./list/missed-escalations.ts";
import { reworkRate } from "./list/rework-rate.ts";
import { timeToAnswer } from "./list/time-to-answer.ts";
import { wakeLatency } from "./list/wake-latency.ts";
import type { Measure } from "./measure.ts";

export const measures: readonly Measure[] = [
  timeToAnswer,
  blockingTime,
  autonomyRate,
  escalationRate,
  escalationPrecision,
  missedEscalations,
  agreement,
  humanActs,
  handoverCompleteness,
  handoverQuality,
  reworkRate,
  contextLost,
  wakeLatency,
  leadTime,
  throughput,
];
