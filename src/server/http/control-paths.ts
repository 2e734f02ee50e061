/** Where a running server takes requests of its owner. Here alone, so that a command that sends one loads no more. */
export const controlPaths = {
  rebuild: "/control/rebuild",
  look: "/control/look",
  pause: "/control/pause",
  coordinate: "/control/coordinate",
  invariants: "/control/invariants",
  order: "/control/order",
  beat: "/control/beat",
  acknowledge: "/control/acknowledge",
  open: "/control/open",
  tokens: "/control/tokens",
} as const;
