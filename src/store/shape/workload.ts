/** Counts of open work. Their labels have few values, since they become labels of metrics. */

export interface Workload {
  /** Open tasks. */
  readonly tasks: readonly {
    /** `owner/name` */
    readonly repository: string;
    readonly status: string;
    readonly count: number;
  }[];
  readonly questionsOpen: ReadonlyMap<string, number>;
  readonly escalationsOpen: ReadonlyMap<string, number>;
  readonly grants: ReadonlyMap<string, number>;
}
