/**
 * Actions that people take at GitHub and that no API offers: pressing a check run's button, replying to a
 * notification by mail. They run with the rights of the token's owner.
 */
import { z } from "zod";
import type { HubCore } from "../core.ts";
import type { Actor } from "../ops/access/actor.ts";
import { requestAction } from "../ops/checks/check-runs.ts";
import { createComment } from "../ops/issues/comments.ts";
import type { OpResult } from "../ops/result.ts";
import { findIssue, findRepository } from "../ops/search/find.ts";
import { presentComment } from "../present/issues/comment.ts";
import type { Comment } from "../state/issues/comments.ts";
import { failure, type HttpResponse, json, noContent, toResponse } from "./response.ts";
import { coreOf, type Runtime } from "./runtime.ts";

const press = z.strictObject({ identifier: z.string() });
const pressed = /^\/_hub\/repos\/([^/]+)\/([^/]+)\/check-runs\/(\d{1,15})\/actions$/;
const mailed = /^\/_hub\/repos\/([^/]+)\/([^/]+)\/issues\/(\d{1,9})\/mail$/;
const mail = z.strictObject({ body: z.string() });

/** @returns undefined if the path is not one of these */
export function controlPages(
  hub: Runtime,
  actor: Actor,
  path: string,
  body: unknown,
): HttpResponse | undefined {
  const core = coreOf(hub);
  const button = pressed.exec(path);
  if (button !== null) {
    const read = press.safeParse(body);
    if (!read.success) return failure(422, z.prettifyError(read.error));
    return toResponse(pressButton(core, actor, button, read.data.identifier), () => noContent);
  }
  const reply = mailed.exec(path);
  if (reply === null) return undefined;
  const read = mail.safeParse(body);
  if (!read.success) return failure(422, z.prettifyError(read.error));
  return toResponse(replyByMail(core, actor, reply, read.data.body), (comment) =>
    json(201, presentComment(core, comment)),
  );
}

function pressButton(
  core: HubCore,
  actor: Actor,
  [, owner = "", name = "", id]: RegExpExecArray,
  identifier: string,
) {
  const repository = findRepository(core, actor, owner, name);
  if (repository.kind !== "ok") return repository;
  return requestAction(core, actor, { repositoryId: repository.value.id, runId: Number(id), identifier });
}

function replyByMail(
  core: HubCore,
  actor: Actor,
  [, owner = "", name = "", number]: RegExpExecArray,
  body: string,
): OpResult<Comment> {
  const repository = findRepository(core, actor, owner, name);
  if (repository.kind !== "ok") return repository;
  const issue = findIssue(core, actor, repository.value, Number(number));
  return issue.kind === "ok"
    ? createComment(core, actor, { issueId: issue.value.id, body, byMail: true })
    : issue;
}
