/**
 * The settings of the coordinator and of what it reads. `paths` are globs over the default branch's listing
 * rather than folders, so that nothing outside the listing can be named.
 */
import { z } from "zod";
import { repositorySource } from "../../base/login.ts";

/**
 * How far the coordinator acts on its own: not at all; suggests, and a person approves each suggestion;
 * suggests until enough suggestions were approved; answers.
 */
export const coordinatorModes = ["off", "suggest", "suggest-until-proven", "auto"] as const;
export type CoordinatorMode = (typeof coordinatorModes)[number];

export const coordinatorSchema = z
  .strictObject({
    mode: z
      .enum(coordinatorModes)
      .default("suggest-until-proven")
      .describe(
        "`suggest` waits for `/approve`, `suggest-until-proven` does so until enough answers have been approved, `auto` never does",
      ),
  })
  .prefault({})
  .describe("The routine that answers questions from the context store or escalates them");

/** A file path with `*`, `**` and `?`. A leading slash or a `..` would match nothing. */
const glob = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(text), "write a path below the repository's root");

/** `owner/name`. */
const repository = z.string().regex(new RegExp(`^${repositorySource}$`), "write `owner/name`");

export const contextSchema = z
  .strictObject({
    paths: z
      .array(glob)
      .max(50)
      .default([
        "context/architecture.md",
        "context/decisions.md",
        "context/constraints.md",
        "context/contracts/*.md",
        "context/tracks/*.md",
        "docs/adr/*",
        "README*",
        "docs/**/*.md",
      ])
      .describe("Files of the default branch that answers may be quoted from"),
    also: z
      .array(repository)
      .max(10)
      .default([])
      .describe("Other repositories whose files count here too, if their own settings share them"),
    shareable: z
      .boolean()
      .default(false)
      .describe("Whether other repositories' questions, public ones too, may be answered from these files"),
    open_tasks: z
      .boolean()
      .default(true)
      .describe("Whether signalbox opens a task when a large handover changed files that a page is about"),
  })
  .prefault({})
  .describe("The context store: what the coordinator reads");
