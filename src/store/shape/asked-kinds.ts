/** The kinds whose changes raise a repository's edition: the coordinator then considers its questions again. */
export const askedKinds: readonly string[] = ["question", "answer", "contract"];
