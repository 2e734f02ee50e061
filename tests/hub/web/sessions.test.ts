/** Sessions of browsers at the hub: links that work once, and who a session may be. */
import { expect, test } from "vitest";
import type { User } from "../../../src/hub/state/accounts/users.ts";
import { WebSessions } from "../../../src/hub/web/sessions.ts";

const personCalled = (id: number, login: string): User => ({
  id,
  nodeId: `U_${id}`,
  login,
  type: "User",
  name: null,
  email: null,
  createdAt: "",
  updatedAt: "",
});
const maria = personCalled(1, "maria");
const alice = personCalled(2, "alice");
const anyone = { to: "/", userId: undefined };

function sessionsAt(start = 0) {
  let now = start;
  const sessions = new WebSessions({ now: () => now });
  const wait = (ms: number): void => {
    now += ms;
  };
  return { sessions, wait };
}

test("a link lets one browser in, and no second", () => {
  const { sessions } = sessionsAt();
  const secret = sessions.createLink(anyone, undefined);
  const cookie = sessions.enter(secret, maria) ?? "";
  expect(sessions.find(cookie)).toMatchObject({ userId: maria.id, mayBeAnyone: true });
  expect(sessions.enter(secret, maria)).toBeUndefined();
  expect(sessions.findLink(secret)).toBeUndefined();
});

test("a link with a lifetime ends with it, and one without does not", () => {
  const { sessions, wait } = sessionsAt();
  const short = sessions.createLink(anyone, 60_000);
  const long = sessions.createLink(anyone, undefined);
  wait(60_000);
  expect(sessions.enter(short, maria)).toBeUndefined();
  expect(sessions.enter(long, maria)).toBeDefined();
});

test("a link for one user lets in nobody else, and its session cannot become anyone", () => {
  const { sessions } = sessionsAt();
  const secret = sessions.createLink({ to: "/", userId: alice.id }, undefined);
  expect(sessions.enter(secret, maria)).toBeUndefined();
  const cookie = sessions.enter(secret, alice) ?? "";
  expect(sessions.become(cookie, maria)).toBeUndefined();
  expect(sessions.find(cookie)).toMatchObject({ userId: alice.id, mayBeAnyone: false });
});

test("becoming someone else ends the session before", () => {
  const { sessions } = sessionsAt();
  const before = sessions.enter(sessions.createLink(anyone, undefined), maria) ?? "";
  const after = sessions.become(before, alice) ?? "";
  expect(sessions.find(before)).toBeUndefined();
  expect(sessions.find(after)).toMatchObject({ userId: alice.id });
});

test("a session ends when it is left, and after twelve hours without a request", () => {
  const { sessions, wait } = sessionsAt();
  const enter = () => sessions.enter(sessions.createLink(anyone, undefined), maria) ?? "";
  const left = enter();
  const idle = enter();
  const used = enter();
  sessions.end(left);
  wait(11 * 3_600_000);
  sessions.find(used);
  wait(2 * 3_600_000);
  expect([left, idle, used].map((cookie) => sessions.find(cookie) !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
});

test("more links and sessions than anyone needs replace the oldest", () => {
  const { sessions } = sessionsAt();
  const links = Array.from({ length: 101 }, () => sessions.createLink(anyone, undefined));
  expect(links.map((secret) => sessions.findLink(secret) !== undefined).indexOf(true)).toBe(1);
});
