/** A question as the gates and the search read it. */
import type { Question } from "../protocol/kinds/question.ts";

export interface WrittenQuestion {
  readonly title: string;
  /** The question's context, as plain Markdown. */
  readonly body: string;
  /** As the asker wrote them. */
  readonly decisionClass?: string | undefined;
  readonly options?: string | undefined;
}

export type AskedQuestion = WrittenQuestion & { readonly message: Question };
