/**
 * Accounts: people, organisations and bots share one table and one sequence of ids, as on GitHub. An App's
 * account is a `Bot` whose login ends in `[bot]` in REST; GraphQL omits the suffix.
 */
import { Defect } from "../../../base/errors.ts";
import { encodeNodeId } from "../node-id.ts";
import { integer, oneOf, type Row, text, textOrNull } from "../row.ts";
import type { State } from "../state.ts";

const userTypes = ["User", "Bot", "Organization"] as const;
const memberRoles = ["admin", "member"] as const;

export type UserType = (typeof userTypes)[number];
export type MemberRole = (typeof memberRoles)[number];

export interface User {
  readonly id: number;
  readonly nodeId: string;
  readonly login: string;
  readonly type: UserType;
  readonly name: string | null;
  readonly email: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const nodePrefix = { User: "U", Bot: "BOT", Organization: "O" } as const;

function toUser(row: Row): User {
  const id = integer(row, "id");
  const type = oneOf(row, "type", userTypes);
  return {
    id,
    nodeId: encodeNodeId(nodePrefix[type], id),
    login: text(row, "login"),
    type,
    name: textOrNull(row, "name"),
    email: textOrNull(row, "email"),
    createdAt: text(row, "created_at"),
    updatedAt: text(row, "updated_at"),
  };
}

export function userById(state: State, id: number): User | undefined {
  const row = state.byId("SELECT * FROM users WHERE id = ?", id);
  return row && toUser(row);
}

/** Finds an account by login, case-insensitive. */
export function userByLogin(state: State, login: string): User | undefined {
  const row = state.get("SELECT * FROM users WHERE login = ?", login);
  return row && toUser(row);
}

/** The account whose commits carry this e-mail address: a configured one, or an account's noreply address. */
export function userByEmail(state: State, email: string): User | undefined {
  const id = /^(\d{1,15})\+[^@]+@users\.noreply\.github\.com$/.exec(email)?.[1];
  if (id !== undefined) return userById(state, Number(id));
  const row = state.get("SELECT * FROM users WHERE email = ?", email);
  return row && toUser(row);
}

export function insertUser(
  state: State,
  user: { readonly login: string; readonly type: UserType; readonly name: string | null },
  at: string,
): number {
  return state.run(
    "INSERT INTO users (login, type, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
    user.login,
    user.type,
    user.name,
    at,
    at,
  ).id;
}

/** The administrator of the hub itself: the first person of its seed. */
export function firstPerson(state: State): User {
  const row = state.get("SELECT * FROM users WHERE type = 'User' ORDER BY id LIMIT 1");
  if (row === undefined) throw new Defect("The hub has no people.");
  return toUser(row);
}

/** Whether a person owns an account: it is their own, or an organisation that they are an owner of. */
export function ownsAccount(state: State, userId: number, accountId: number): boolean {
  return userId === accountId || memberRole(state, accountId, userId) === "admin";
}

export function setMember(state: State, organizationId: number, userId: number, role: MemberRole): void {
  state.run("INSERT OR REPLACE INTO members VALUES (?, ?, ?)", organizationId, userId, role);
}

export function memberRole(state: State, organizationId: number, userId: number): MemberRole | undefined {
  const row = state.get(
    "SELECT role FROM members WHERE organization_id = ? AND user_id = ?",
    organizationId,
    userId,
  );
  return row && oneOf(row, "role", memberRoles);
}

export function organizationsOf(state: State, userId: number): readonly User[] {
  return state
    .all(
      "SELECT users.* FROM users JOIN members ON members.organization_id = users.id WHERE user_id = ? ORDER BY users.id",
      userId,
    )
    .map(toUser);
}

export function membersOf(state: State, organizationId: number): readonly User[] {
  return state
    .all(
      "SELECT users.* FROM users JOIN members ON members.user_id = users.id WHERE organization_id = ? ORDER BY users.id",
      organizationId,
    )
    .map(toUser);
}
