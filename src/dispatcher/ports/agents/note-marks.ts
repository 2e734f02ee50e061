/** Records what agents have read. Local: a rebuilt index knows nothing of it. */

export type Acknowledgement =
  | { readonly type: "notes"; readonly seqs: readonly number[] }
  /** What one sender wrote beyond the number that is shown, up to a note. */
  | { readonly type: "excess"; readonly from: string; readonly through: number }
  /** Everything up to a note. */
  | { readonly type: "all"; readonly through: number };

export interface NoteMarks {
  /** Resolves to how many notes to the agent are read now and were not before. */
  readonly acknowledge: (agent: string, read: readonly Acknowledgement[]) => Promise<number>;
}
