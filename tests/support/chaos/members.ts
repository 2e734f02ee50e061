/** The twenty agents of a chaos run: some with accounts of their own, some that share one, some on a person's. */
import type { Crew } from "../crew.ts";

/** How an agent asks for a task. Only an account of its own can ask by an assignment, which names no agent. */
export type Channel = "order" | "comment" | "assignment";

export interface Member {
  readonly name: string;
  readonly login: string;
  /** Follows `/claim` and `/release` in its comments. */
  readonly saysWho: string;
  readonly channels: readonly Channel[];
}

/** The login of the account that six agents share. */
const sharedLogin = "crew";
/** A person's login, which four agents use too. */
export const personLogin = "alice";

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}-${at + 1}`);

export const members: readonly Member[] = [
  ...numbered("own", 10).map((name): Member => {
    return { name, login: name, saysWho: "", channels: ["order", "comment", "assignment"] };
  }),
  ...numbered("shared", 6).map((name): Member => {
    return { name, login: sharedLogin, saysWho: ` as ${name}`, channels: ["order", "comment"] };
  }),
  ...numbered("guest", 4).map((name): Member => {
    return { name, login: personLogin, saysWho: ` as ${name}`, channels: ["order", "comment"] };
  }),
];

export const crew: Crew = Object.fromEntries(
  members.map(({ name, login }) => [
    name,
    login === personLogin ? { login, with_person: true } : { login, parallel: 4 },
  ]),
);
