/** The steps of one delivery's life at which a kill must lose and double nothing. A step added here is tested at once. */
/** Repeatable names of the durable steps, in the order of one delivery's life: tests kill the process at each. */
export const durableSteps = [
  "delivery admitted",
  "delivery acknowledged",
  "deliveries taken up",
  "cycle read",
  "cycle committed",
  "effects marked as sending",
  "effects sent",
  "receipt saved",
] as const;

export type DurableStep = (typeof durableSteps)[number];

export type OnStep = (step: DurableStep) => void;
