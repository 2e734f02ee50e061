/** Every GraphQL document that we send, with the variables that make it as large as it gets. */
import { readDocuments } from "../../../src/cli/rehearse/read-documents.ts";
import type { Query } from "../../../src/github/read/queries.ts";
import { currentSchema } from "../../../src/github/transport/schema-features.ts";
import { batchQuery } from "../../../src/github/write/batch/batch.ts";
import { toMutations } from "../../../src/github/write/mutation.ts";
import { enqueueMutation } from "../../../src/github/write/write-pull.ts";
import { everyEffect } from "../../github/effects.ts";
import { ourselves } from "../../github/world.ts";

const labelIds = new Map([
  ["status:ready", "LA_1"],
  ["status:blocked", "LA_2"],
]);
const prepared = everyEffect.map((queued) => {
  const mutations = toMutations(ourselves, queued, labelIds);
  return { queued, size: mutations.length, mutations };
});

const plain = (document: string, variables: Query["variables"] = {}): Query => ({ document, variables });

/** By what they are for. */
export const documents: Readonly<Record<string, Query>> = {
  ...readDocuments,
  "a batch of every kind of effect": batchQuery(prepared, currentSchema) ?? plain(""),
  "a pull request for a merge queue": plain(enqueueMutation, { id: "PR_1", head: "0".repeat(40) }),
};
