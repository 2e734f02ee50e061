/** Says to a speaker who may not vote why not, and who can. */
import { inCode } from "../../protocol/render/code.ts";
import { keyOfLogin, type Voice } from "../admission/speaking/voice.ts";
import type { Electorate } from "../polls/electorate.ts";

export function whyNoVoter(electorate: Electorate, voice: Voice): string {
  if (hasLeft(electorate, voice))
    return "The settings have changed since this vote began, and it cannot vote any more. Reopen the vote to let those vote who can now; or a person decides: `/decide 1`.";
  return `Only its voters can vote: ${votersIn(electorate)}. Ask one of them, or a person to decide it: \`/decide 1\`.`;
}

/** Whether it is, or may be, a member that can no longer vote: under this login, or by a name that had another one. */
function hasLeft({ members, left }: Electorate, voice: Voice): boolean {
  const { speaker } = voice;
  const name = speaker?.type === "agent" ? speaker.name : undefined;
  return members.some(
    ({ key, names }) =>
      left.includes(key) && (key === keyOfLogin(voice) || (name !== undefined && names.includes(name))),
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
