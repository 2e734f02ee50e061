/** What happens to one file. */
export interface Change {
  readonly path: string;
  /** `keep`: it differs, and is left alone for the given reason. */
  readonly action: "create" | "update" | "remove" | "keep" | "same";
  readonly before: string | undefined;
  /** The new content, undefined for none; for `keep`, what it would be with `--force`. */
  readonly after: string | undefined;
  readonly why?: string;
}
