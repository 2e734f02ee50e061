/**
 * Rulesets of a repository, and the rules that they put on a branch. Unsupported kinds of rules are refused.
 */
import { z } from "zod";
import { failure, type HttpResponse, json, noContent, toResponse } from "../../http/response.ts";
import { needs } from "../../ops/access/access.ts";
import { rulesOn } from "../../ops/repository/branch-rules.ts";
import { deleteRuleset, putRuleset } from "../../ops/repository/rulesets.ts";
import { fullName, repositoryUrl } from "../../present/repository.ts";
import type { Repository } from "../../state/repositories.ts";
import {
  enforcements,
  type Ruleset,
  type RulesetContent,
  rulesetById,
  rulesetsOf,
} from "../../state/rulesets.ts";
import { numberParam, pagedList, textParam, withAllowed, withBody, withRepository } from "../reading.ts";
import { type RestRequest, type Route, route } from "../route.ts";

const rule = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["deletion", "non_fast_forward", "update"]) }),
  // The stand-in waits for nothing: of the queue's sizes and times it keeps only what was set.
  z.object({
    type: z.literal("merge_queue"),
    parameters: z.object({
      check_response_timeout_minutes: z.number().int().min(1).max(360),
      grouping_strategy: z.enum(["ALLGREEN", "HEADGREEN"]),
      max_entries_to_build: z.number().int().min(0).max(100),
      max_entries_to_merge: z.number().int().min(0).max(100),
      merge_method: z.literal("MERGE"),
      min_entries_to_merge: z.number().int().min(0).max(100),
      min_entries_to_merge_wait_minutes: z.number().int().min(0).max(360),
    }),
  }),
  z.object({
    type: z.literal("pull_request"),
    parameters: z
      .object({
        required_approving_review_count: z.number().int().min(0).max(10).default(0),
        required_review_thread_resolution: z.boolean().default(false),
        dismiss_stale_reviews_on_push: z.literal(false).default(false),
        require_code_owner_review: z.literal(false).default(false),
        require_last_push_approval: z.literal(false).default(false),
      })
      .prefault({}),
  }),
  z.object({
    type: z.literal("required_status_checks"),
    parameters: z.object({
      required_status_checks: z
        .array(z.object({ context: z.string(), integration_id: z.number().int().optional() }))
        .max(100),
      strict_required_status_checks_policy: z.boolean(),
    }),
  }),
]);
const bypass = z.object({
  actor_id: z.number().int().nullable(),
  actor_type: z.enum(["Integration", "RepositoryRole", "OrganizationAdmin"]),
  bypass_mode: z.enum(["always", "pull_request"]).default("always"),
});
const patterns = z.array(z.string().max(200)).max(50);
const content = z.object({
  name: z.string().min(1).max(100),
  target: z.literal("branch").optional(),
  enforcement: z.enum(enforcements),
  conditions: z
    .object({ ref_name: z.object({ include: patterns, exclude: patterns.default([]) }) })
    .optional(),
  rules: z.array(rule).max(20).optional(),
  bypass_actors: z.array(bypass).max(50).optional(),
});
const changes = content.partial();

const all = "/repos/{owner}/{repo}/rulesets";
const one = `${all}/{ruleset_id}`;

export const rulesetRoutes: readonly Route[] = [
  route("GET", all, (request) =>
    withAllowed(request, needs.see, (repository) =>
      pagedList(request, rulesetsOf(request.viewing.state, repository.id), (ruleset) =>
        presentBriefly(request, repository, ruleset),
      ),
    ),
  ),
  route("POST", all, (request) =>
    withRepository(request, (repository) =>
      withBody(request, content, (given) =>
        toResponse(
          putRuleset(request.core, request.actor, { repositoryId: repository.id }, contentOf(given)),
          (ruleset) => json(201, present(request, repository, ruleset)),
        ),
      ),
    ),
  ),
  route("GET", one, (request) =>
    withAllowed(request, needs.see, (repository) => {
      const ruleset = rulesetById(request.viewing.state, repository.id, numberParam(request, "ruleset_id"));
      return ruleset === undefined
        ? failure(404, "Not Found")
        : json(200, present(request, repository, ruleset));
    }),
  ),
  route("PUT", one, (request) =>
    withRepository(request, (repository) =>
      withBody(request, changes, (given) => {
        const asked = { repositoryId: repository.id, id: numberParam(request, "ruleset_id") };
        return toResponse(putRuleset(request.core, request.actor, asked, contentOf(given)), (ruleset) =>
          json(200, present(request, repository, ruleset)),
        );
      }),
    ),
  ),
  route("DELETE", one, (request) =>
    withRepository(request, (repository) => {
      const asked = { repositoryId: repository.id, id: numberParam(request, "ruleset_id") };
      return toResponse(deleteRuleset(request.core, request.actor, asked), () => noContent);
    }),
  ),
  route("GET", "/repos/{owner}/{repo}/rules/branches/{branch}", listBranchRules),
];

function listBranchRules(request: RestRequest): HttpResponse {
  return withAllowed(request, needs.see, (repository) => {
    const { state } = request.viewing;
    const found = rulesOn(state, repository, textParam(request, "branch"));
    return pagedList(request, found, ({ rule: one, ruleset }) => ({
      ...one,
      ruleset_source_type: "Repository",
      ruleset_source: fullName(state, repository),
      ruleset_id: ruleset.id,
    }));
  });
}

function contentOf(given: z.output<typeof changes>): Partial<RulesetContent> {
  const { name, enforcement, rules, bypass_actors: actors, conditions } = given;
  return {
    ...(name === undefined ? {} : { name }),
    ...(enforcement === undefined ? {} : { enforcement }),
    ...(conditions === undefined ? {} : conditions.ref_name),
    ...(rules === undefined ? {} : { rules }),
    ...(actors === undefined ? {} : { bypass: actors }),
  };
}

function presentBriefly({ viewing: { state, site } }: RestRequest, repository: Repository, ruleset: Ruleset) {
  const page = `${site.web}/${fullName(state, repository)}/rules/${ruleset.id}`;
  return {
    id: ruleset.id,
    name: ruleset.name,
    target: "branch",
    source_type: "Repository",
    source: fullName(state, repository),
    enforcement: ruleset.enforcement,
    node_id: ruleset.nodeId,
    _links: {
      self: { href: `${repositoryUrl(state, site, repository)}/rulesets/${ruleset.id}` },
      html: { href: page },
    },
    created_at: ruleset.createdAt,
    updated_at: ruleset.updatedAt,
  };
}

function present(request: RestRequest, repository: Repository, ruleset: Ruleset) {
  return {
    ...presentBriefly(request, repository, ruleset),
    conditions: { ref_name: { include: ruleset.include, exclude: ruleset.exclude } },
    rules: ruleset.rules,
    bypass_actors: ruleset.bypass,
  };
}
