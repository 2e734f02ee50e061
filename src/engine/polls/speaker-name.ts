/** Who of a login said a word, where that is proven, and what texts call them. */
import { keyedName, type Voice } from "../admission/speaking/voice.ts";
import type { Ballot } from "../model/persisted-state.ts";

const keyed = "agent ";
const person = "person";

/** What a ballot keeps of its speaker; undefined if others of the login may have said it. */
export function provenSpeaker(voice: Voice): string | undefined {
  const { speaker } = voice;
  if (speaker?.type === "person") return speaker.mayBeAgent === true ? undefined : person;
  return keyedName(voice);
}

/** Whether it is proven that a person said it, and no agent of the same login. */
export function isSaidByPerson({ speaker }: Pick<Ballot, "speaker">): boolean {
  return speaker === person;
}

/** An agent that signed by its name, everyone else by the login. */
export function agentNameIn({ speaker, by }: Pick<Ballot, "speaker" | "by">): string {
  return speaker?.startsWith(keyed) === true ? speaker.slice(keyed.length) : by.login;
}
