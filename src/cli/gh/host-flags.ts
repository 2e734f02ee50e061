/** The flags by which a person chooses the GitHub host of a command. Loads nothing: most commands never read GitHub. */

export interface HostFlags {
  readonly hostname?: string;
  /** A user of the hub. */
  readonly as?: string;
  readonly home?: string;
}

export const hostnameFlag = [
  "--hostname <host>",
  "GitHub host (default: GH_HOST, GHE_HOST or github.com)",
] as const;
export const asFlag = ["--as <login>", "use the hub instead, as maria, alice, bob or mallory"] as const;
