/**
 * The durable steps of a delivery, in order: a kill at any of them must neither lose nor duplicate anything.
 * The tests kill the process at each, so a step added here is tested automatically. The names must be
 * repeatable.
 */
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

/** The steps that only an order has. */
export const orderSteps = ["order stored"] as const;

export type DurableStep = (typeof durableSteps)[number] | (typeof orderSteps)[number];

export type OnStep = (step: DurableStep) => void;
