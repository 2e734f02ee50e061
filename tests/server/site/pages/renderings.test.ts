/** Who gets a page that was rendered for somebody else. */
import { expect, test } from "vitest";
import { createRenderings } from "../../../../src/server/site/pages/renderings.ts";
import type { Session } from "../../../../src/server/site/session/sessions.ts";
import { manualClock } from "../../../support/manual-clock.ts";

const person = (login: string, formToken: string): Session => ({
  id: formToken,
  caller: { type: "person", login, nodeId: `U_${login}` },
  formToken,
  userToken: "ghu_1",
  expiresAt: 0,
});

function rig() {
  const clock = manualClock(0);
  const state = { version: 1, isReady: true, rendered: 0, sights: new Map([["maria", ["R_1", "R_2"]]]) };
  const renderings = createRenderings({
    clock,
    board: { version: async () => state.version },
    isReady: () => state.isReady,
    sightOf: async ({ caller }) =>
      new Set(state.sights.get(caller.type === "person" ? caller.login : "") ?? ["R_1"]),
  });
  const show = async (session: Session, path = "/board", theme: "light" | "dark" = "light") => {
    const page = await renderings.of(
      { session, theme, url: new URL(path, "http://127.0.0.1") },
      async (formToken) => {
        state.rendered += 1;
        return { type: "page", html: `<p>${state.rendered}</p><input value="${formToken}">` };
      },
    );
    return page.type === "page" ? page.html : undefined;
  };
  return { clock, state, show };
}

test("the sessions of a person share a page, each with the token of its own forms", async () => {
  const { show } = rig();
  const [one, other] = await Promise.all([show(person("maria", "one")), show(person("maria", "other"))]);
  expect([one, other]).toEqual([`<p>1</p><input value="one">`, `<p>1</p><input value="other">`]);
});

test("another person, address, theme, sight, version or time is a page of its own", async () => {
  const { state, clock, show } = rig();
  const maria = person("maria", "one");
  await show(maria);
  await show(person("alice", "two"));
  await show(maria, "/board?only=ready");
  await show(maria, "/board", "dark");
  state.sights.set("maria", ["R_1"]);
  await show(maria);
  state.version = 2;
  await show(maria);
  state.isReady = false;
  await show(maria);
  clock.advance(10_000);
  await show(maria);
  expect(state.rendered).toBe(8);
  await show(maria);
  expect(state.rendered).toBe(8);
});
