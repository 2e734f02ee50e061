/** What people wrote, as GitHub shows it. */
import { raw } from "hono/html";
import type { Reference } from "../../../markdown/reference.ts";
import { renderMarkdown } from "../../../markdown/render-markdown.ts";
import { findIssue, findRepository } from "../../ops/search/find.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Html, SignedInRequest } from "../page-request.ts";
import { pathOfIssue } from "./small.ts";

/** @param name different for each text of a page */
export function textShown(
  request: SignedInRequest,
  repository: Repository,
  text: string,
  name: string,
): Html {
  return raw(
    renderMarkdown(text, {
      idPrefix: `${name}-`,
      headingShift: 2,
      hrefOf: (reference) => hrefOf(request, repository, reference),
    }),
  );
}

/** Undefined for what its reader may not know to exist. */
function hrefOf(
  { core, actor }: SignedInRequest,
  near: Repository,
  reference: Reference,
): string | undefined {
  // The hub has no page of a person.
  if (reference.kind === "user") return undefined;
  const { repository: named, number } = reference;
  const found = named === undefined ? undefined : findRepository(core, actor, named.owner, named.name);
  const repository = found === undefined ? near : found.kind === "ok" ? found.value : undefined;
  if (repository === undefined) return undefined;
  const issue = findIssue(core, actor, repository, number);
  return issue.kind === "ok" ? pathOfIssue(core.state, issue.value) : undefined;
}
