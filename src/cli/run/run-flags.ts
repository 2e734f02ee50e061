/** What `run` is told on its command line. */
import { UserError } from "../../base/errors.ts";
import type { HarnessName } from "../../harness/harness.ts";
import { issueInput } from "../../operations/issue.ts";
import type { Ref } from "../../protocol/references/ref.ts";

export interface RunFlags {
  readonly agent?: string;
  readonly next?: boolean;
  readonly issue?: string;
  readonly track?: string;
  readonly repo?: string;
  readonly harness?: HarnessName;
  readonly every?: boolean;
  readonly wait?: boolean;
  readonly max: string;
  readonly timeout: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly home?: string;
  readonly server?: string;
  readonly tokenFile?: string;
}

export interface RunLimits {
  readonly timeMs: number;
  readonly max: number;
}

/** The task that is named. @throws UserError if it cannot be read */
export function refIn({ issue }: RunFlags): Ref | undefined {
  if (issue === undefined) return undefined;
  const ref = issueInput.safeParse(issue);
  if (ref.success) return ref.data;
  throw new UserError(ref.error.issues.map(({ message }) => message).join("\n"));
}
