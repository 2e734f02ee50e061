/** Where a running server takes requests of commands on its machine. Here alone, so that a command that sends one loads no more. */
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
  runs: "/control/runs",
  reads: "/control/reads",
} as const;
