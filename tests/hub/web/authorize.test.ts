/** The page of the stand-in on which a person lets an App act for them, in a real browser, from the App and back to it. */
import type { Browser as Chromium } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startBus, type TestBus } from "../../support/bus.ts";
import { describeInChromium, launchChromium, openPage, type View } from "../../support/chromium.ts";

describeInChromium("signing in at the App in Chromium", () => {
  let bus: TestBus;
  let chromium: Chromium;
  let app: string;
  beforeAll(async () => {
    [bus, chromium] = await Promise.all([startBus(), launchChromium()]);
    app = bus.server().url;
  });
  afterAll(async () => {
    await chromium.close();
    await bus.stop();
  });

  async function open(view: View = {}) {
    const watched = await openPage(chromium, view);
    onTestFinished(() => watched.context.close());
    return watched;
  }
  /** As `npm start` prints it. */
  async function atTheHub(login: string, view: View = {}) {
    const watched = await open(view);
    await watched.page.goto(bus.hub.entryLink("/acme/demo/issues"));
    await watched.page.getByRole("button", { name: `Continue as ${login}` }).click();
    await watched.page.waitForURL("**/acme/demo/issues");
    return watched;
  }

  test.each([{ hasScripts: true }, { hasScripts: false }])(
    "a person is asked first, and comes to the page that they wanted as who they chose (%j)",
    async (view) => {
      const { page, complaints, foreign } = await atTheHub("maria", view);
      await page.goto(`${app}/board`);
      await page.getByRole("link", { name: "Sign in with GitHub" }).click();
      await page.waitForURL(`${bus.hub.url}/login/oauth/authorize?*`);
      expect(await page.locator("h1").textContent()).toContain("Sign in to");
      const people = await page.getByRole("button", { name: /^Continue as/ }).allTextContents();
      expect(people[0]).toBe("Continue as maria");
      expect(people.join()).not.toContain("[bot]");
      await page.getByRole("button", { name: "Continue as maria" }).click();
      await page.waitForURL(`${app}/board`);
      expect(await page.locator(".account").textContent()).toContain("maria");
      expect([complaints, foreign]).toEqual([[], []]);
    },
  );

  test("who may choose comes in as another person, once that button is pressed", async () => {
    const { page } = await atTheHub("maria");
    await page.goto(`${app}/sign-in/github?to=/escalations`);
    await page.getByRole("button", { name: "Continue as bob" }).click();
    await page.waitForURL(`${app}/escalations`);
    expect(await page.locator(".account").textContent()).toContain("bob");
  });

  test("IF27 a browser that was not let into the stand-in is nobody there", async () => {
    const { page } = await open();
    await page.goto(`${app}/sign-in/github?to=/board`);
    expect(await page.locator("main").textContent()).toContain("Open the printed address");
    expect(await page.getByRole("button", { name: /^Continue as/ }).count()).toBe(0);
  });

  test("IF27 an address to come back to that the App did not register gets no code", async () => {
    const { page } = await atTheHub("maria");
    const query = new URLSearchParams({
      client_id: bus.hub.app.clientId,
      redirect_uri: "http://127.0.0.1:9/",
    });
    const response = await page.goto(`${bus.hub.url}/login/oauth/authorize?${query}`);
    expect(response?.status()).toBe(422);
    expect(await page.getByRole("button", { name: /^Continue as/ }).count()).toBe(0);
    expect(page.url()).not.toContain("code=");
  });
});
