/**
 * Who may vote: agents by the names of the settings, people and bots by `@login`, and groups. Whether such agents exist
 * is not known here.
 */

import { loginSource } from "../../base/login.ts";
import type { Section } from "../kinds/kind.ts";
import { inCode } from "../render/code.ts";
import { shorten } from "../render/shorten.ts";
import { itemsOf, parsed, refused, type SectionHeading, section } from "../sections/section-types.ts";
import { agentNamePattern } from "../settings/agents/agents-settings.ts";

export type Voter =
  | { readonly type: "agent"; readonly name: string }
  /** Or an App's bot that the settings give no name, with its suffix: `renovate[bot]`. */
  | { readonly type: "person"; readonly login: string }
  /** Agents with this role. */
  | { readonly type: "role"; readonly role: string }
  /** All agents; the holders of the tasks that the vote blocks; everyone with write access. */
  | { readonly type: "group"; readonly group: VoterGroup };

export type VoterGroup = (typeof groups)[number];

const groups = ["agents", "holders", "people"] as const;
const maxVoters = 50;
/** GitHub lets nobody register brackets, so an App's bot is never taken for a person of the same name. */
const login = new RegExp(`^@(${loginSource}(?:\\[bot\\])?)$`);
const role = /^role:\s*([a-z][a-z0-9-]{0,49})$/;

/** `ada, bob, @maria, @renovate[bot], role:reviewer, agents, holders, people`, separated by commas or one per line. */
export function voters(heading: SectionHeading): Section<readonly Voter[]> {
  return section<readonly Voter[]>(
    heading,
    { type: "input" },
    (found) => {
      const items = itemsOf(found);
      const unclear = items.find((item) => voterIn(item) === undefined);
      const all = items.flatMap((item) => voterIn(item) ?? []);
      if (unclear === undefined && all.length > 0 && all.length <= maxVoters) return parsed(all);
      const message =
        unclear === undefined
          ? `${heading.label} names ${all.length === 0 ? "no one" : `more than ${maxVoters} voters`}.`
          : `${heading.label}: ${inCode(shorten(unclear.slice(0, 80), 40))} is neither an agent's name nor a person's \`@login\`.`;
      return refused({
        section: heading.label,
        message,
        fix: "Write names of agents, people as `@maria`, `role:reviewer`, `agents`, `holders` or `people`.",
      });
    },
    (all) => all.map(written).join(", "),
  );
}

function voterIn(item: string): Voter | undefined {
  const [, person] = login.exec(item) ?? [];
  if (person !== undefined) return { type: "person", login: person };
  const word = item.toLowerCase();
  const group = groups.find((each) => each === word);
  if (group !== undefined) return { type: "group", group };
  const [, named] = role.exec(word) ?? [];
  if (named !== undefined) return { type: "role", role: named };
  return agentNamePattern.test(word) ? { type: "agent", name: word } : undefined;
}

function written(voter: Voter): string {
  switch (voter.type) {
    case "agent":
      return voter.name;
    case "person":
      return `@${voter.login}`;
    case "role":
      return `role:${voter.role}`;
    case "group":
      return voter.group;
  }
}
