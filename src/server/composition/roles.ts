/** `all` in one process; or `web` for what comes from outside, and `worker` for the work that follows. */
export const roles = ["all", "web", "worker"] as const;
export type Role = (typeof roles)[number];
