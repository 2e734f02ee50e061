/** The App's labels in a repository. One that will not take them (archived, no permission) must not hold up its work. */
import type { RepositorySeen } from "../engine/fact.ts";
import type { Parts } from "./parts.ts";
import { RequestFailed } from "./request-failed.ts";

export async function ensureLabels(
  { writer, logger }: Pick<Parts, "writer" | "logger">,
  repository: RepositorySeen,
): Promise<void> {
  if (repository.isArchived) return;
  try {
    await writer.ensureLabels(repository);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { type, message } = thrown.failure;
    if (type !== "refused" && type !== "gone") throw thrown;
    logger.warn({ repository: `${repository.owner}/${repository.name}`, message }, "labels were refused");
  }
}
