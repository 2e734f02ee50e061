/** Says to a speaker who may not vote why not, and who can. */
import { inCode } from "../../protocol/render/code.ts";
import { agentsAt } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { nameOfSpeaker, type Voice } from "../admission/speaking/voice.ts";
import { besideKey, type Electorate } from "../polls/electorate.ts";

export function whyNoVoter(electorate: Electorate, voice: Voice, settings: Settings): string {
  const who = nameBesideKey(voice, settings);
  if (who !== undefined)
    return `${besideKey(who)}, so its vote could be that agent's second. Once a person has added a key for it to the settings (\`key\`, see \`signalbox agents\`), it can vote if the vote is opened again; until then a person can decide: \`/decide 1\`.`;
  if (hasLeft(electorate, voice))
    return "The settings have changed since this vote began, and it cannot vote any more. Reopen the vote to let those vote who can now; or a person decides: `/decide 1`.";
  return `Only its voters can vote: ${votersIn(electorate)}.`;
}

/** What an agent without a key is called, if another one of its account has a key. */
function nameBesideKey({ id, speaker }: Voice, settings: Settings): string | undefined {
  const isUnproven = speaker?.type === "agents" || (speaker?.type === "agent" && speaker.proof === "said");
  if (!isUnproven || agentsAt(settings, id).every(({ keys }) => keys.length === 0)) return undefined;
  return speaker.type === "agent" ? inCode(speaker.name) : "The agent";
}

/** Whether it is, or may be, a member that can no longer vote: under this account, or before it had a key. */
function hasLeft({ members, left }: Electorate, voice: Voice): boolean {
  const { speaker } = voice;
  const name = speaker?.type === "agent" ? speaker.name : undefined;
  return members.some(
    ({ key, names }) =>
      left.includes(key) && (key === nameOfSpeaker(voice) || (name !== undefined && names.includes(name))),
  );
}

function votersIn({ members, left, hasPeople }: Electorate): string {
  const named = members
    .filter(({ key }) => !left.includes(key))
    .map(({ names }) => names.map((name) => inCode(name)).join(" or "));
  return (
    [...named, ...(hasPeople ? ["people with write access"] : [])].join(", ") || "no one that signalbox knows"
  );
}
