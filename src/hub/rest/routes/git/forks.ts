/** Forks of a repository. */
import { z } from "zod";
import { json, toResponse } from "../../../http/response.ts";
import { canSee } from "../../../ops/access/access.ts";
import { forkRepository } from "../../../ops/git/forks.ts";
import { presentFullRepository, presentRepository } from "../../../present/repository.ts";
import { forksOf } from "../../../state/repositories.ts";
import { pagedList, withBody, withRepository } from "../../reading.ts";
import { type Route, route } from "../../route.ts";

const newFork = z.object({
  name: z
    .string()
    .regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/)
    .optional(),
  default_branch_only: z.boolean().optional(),
});
const forks = "/repos/{owner}/{repo}/forks";

export const forkRoutes: readonly Route[] = [
  route("GET", forks, (request) =>
    withRepository(request, (repository) => {
      const { state, site } = request.viewing;
      const visible = forksOf(state, repository.id).filter((fork) => canSee(state, request.actor, fork));
      return pagedList(request, visible, (fork) => presentRepository(state, site, fork));
    }),
  ),
  route("POST", forks, (request) =>
    withRepository(request, (repository) =>
      withBody(request, newFork, ({ name }) => {
        const { state, site } = request.viewing;
        const made = forkRepository(request.core, request.actor, { repositoryId: repository.id, name });
        return toResponse(made, (fork) => json(202, presentFullRepository(state, site, fork, "admin")));
      }),
    ),
  ),
];
