/**
 * Opens an escalation, an issue with options, where only a person can say how to continue; once for each
 * reason.
 */

import { type Millis, toMinuteUtc } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import { isAdmitted } from "../admission/trust.ts";
import type { EscalationDraft, Trigger } from "../asking/trigger.ts";
import { openIssue } from "../messages/open-issue.ts";
import type { Sealed } from "../model/persisted-state.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../model/rule.ts";

const minuteMs = 60_000;
/** With its prefix a title has 80 characters. */
const maxTitle = 68;

const name = "raise-escalation";

/** @param triggers each names what people have to be asked about an issue */
export function raiseEscalation(triggers: readonly Trigger[]): ProjectionRule {
  return { name, project: (input) => project(triggers, input) };
}

function project(triggers: readonly Trigger[], input: RuleInput) {
  if (!isAdmitted(input.record)) return nothing;
  const needs = triggers.flatMap((trigger) => trigger(input));
  return { effects: needs.flatMap((need) => raise(input, need)) };
}

function raise(input: RuleInput, need: EscalationDraft): readonly ProposedEffect[] {
  const { openingReason, title, data, because } = need;
  const { render, settings, now } = input.context;
  const { deadline } = settings.escalations;
  return openIssue(input, {
    openingReason,
    kind: "escalation",
    title: `Escalation: ${shorten(title, maxTitle)}`,
    ...sealedIn(need),
    labels: [`urgency:${data.urgency}`],
    body: render({ name: "opened-escalation", data: { ...data, deadline: dueAt(deadline, now) } }),
    reason: { rule: name, because },
  });
}

/** `2026-11-22 16:00 UTC`, at a full minute; empty for none. */
function dueAt(length: string, now: Millis): string {
  const ms = parseDuration(length);
  if (ms === undefined) return "";
  return toMinuteUtc(Math.ceil((now + ms) / minuteMs) * minuteMs);
}

/** A marker is part of every body, so an empty seal is left out. */
function sealedIn({ actions, links }: Pick<EscalationDraft, "actions" | "links">): {
  readonly sealed?: Sealed;
} {
  if (actions === undefined && links === undefined) return {};
  return {
    sealed: {
      ...(actions === undefined ? {} : { actions: [...actions] }),
      ...(links === undefined ? {} : { links: [...links] }),
    },
  };
}
