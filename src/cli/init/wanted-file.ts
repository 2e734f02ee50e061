/** What the installation knows of a file. */

/** A file to install. */
export interface WantedFile {
  /** With forward slashes, from the repository's root. */
  readonly path: string;
  readonly text: string;
  /**
   * `form`: updated as long as no one has changed it. `once`: belongs to the repository after installation.
   * `section`: a part of a file that belongs to the repository. `entry`: one of the servers in its `.mcp.json`.
   * `hooks`: some of the hooks in its settings of a program.
   */
  readonly upkeep: "form" | "once" | "section" | "entry" | "hooks";
  /** A line that makes the section unnecessary if people wrote it. */
  readonly unlessLine?: string;
}
