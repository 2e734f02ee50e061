/** Told what the process does, for figures of the machine. Every function returns at once and never throws. */
import type { Effect } from "../../engine/model/effect.ts";
import type { EffectEnd } from "../perform/receipt.ts";

export interface WorkObserver {
  /** A reconcile pass of one repository ended. */
  readonly passed: (tookMs: number) => void;
  readonly effectEnded: (kind: Effect["type"], outcome: EffectEnd["type"]) => void;
  readonly githubAnswered: (answer: GitHubAnswer) => void;
}

/** GitHub's answer to a request, as its headers tell. */
export interface GitHubAnswer {
  readonly api: "rest" | "graphql";
  /** Undefined if there was none. */
  readonly status: number | undefined;
  /** Undefined for requests of the App itself. */
  readonly installation: number | undefined;
  /** What is left of a quota; undefined where GitHub sets none. */
  readonly quota: { readonly resource: string; readonly remaining: number } | undefined;
}
