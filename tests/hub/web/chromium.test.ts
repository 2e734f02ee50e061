/** The hub's pages in a real browser: without a script, by keyboard, on a narrow screen, in both themes. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsOn } from "../../support/axe.ts";
import { describeInChromium, launchChromium, openPage, type View } from "../../support/chromium.ts";
import { hostileCorpus } from "../../support/hostile-corpus.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

describeInChromium("the hub's pages in Chromium", () => {
  let bus: TestHub;
  let browser: Browser;
  beforeAll(async () => {
    [bus, browser] = await Promise.all([startTestHub(), launchChromium()]);
    const alice = bus.as("alice");
    const body =
      "### Goal\n\n- [x] one\n\n|a|b|\n|-|-|\n|1|2|\n\n```\ncode\n```\n\n> #1 <details><summary>Why</summary>x</details>";
    await alice("POST", "/repos/acme/demo/issues", { title: "A task", body, labels: ["kind:task", "p0"] });
    await alice("POST", "/repos/acme/demo/issues/1/comments", { body: "A comment" });
  });
  afterAll(async () => {
    await browser.close();
    await bus.close();
  });

  async function signedIn(to: string, view: View = {}) {
    const watched = await openPage(browser, view);
    await watched.page.goto(bus.hub.entryLink(to));
    await watched.page.getByRole("button", { name: "Continue as maria" }).click();
    return watched;
  }

  test("a person enters by the printed address, comments and closes, by keyboard alone and without scripts", async () => {
    const { page, complaints, foreign } = await signedIn("/acme/demo/issues/1", { hasScripts: false });
    const box = page.getByLabel("Add a comment");
    await tabTo(page, "body");
    await page.keyboard.type("Done by keyboard");
    expect(await box.inputValue()).toBe("Done by keyboard");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Done by keyboard").waitFor();
    await page.getByRole("button", { name: "Close as completed" }).press("Enter");
    await page.getByText("closed this as completed").waitFor();
    await page.getByRole("button", { name: "Reopen" }).press("Space");
    await page.getByText("reopened this").waitFor();
    expect([complaints, foreign]).toEqual([[], []]);
    await page.context().close();
  });

  test.each([1280, 390])(
    "axe finds nothing and nothing is cut off at %d px, in both themes",
    async (width) => {
      const { page, complaints } = await signedIn("/acme/demo/issues/1", { width });
      for (const path of [
        "/",
        "/acme/demo",
        "/acme/demo/issues",
        "/acme/demo/labels",
        "/acme/demo/issues/1",
        "/_hub/people",
      ]) {
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(bus.hub.url + path);
        // Which levels of headings follow each other is up to those who wrote the texts.
        expect([path, await violationsOn(page, ["heading-order"])]).toEqual([path, []]);
        expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width]);
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  test("hostile titles and bodies run nothing, load nothing and break no policy", async () => {
    const hostile = hostileCorpus().filter(
      ({ subject, text }) => ["html", "injections"].includes(subject) && text.trim() !== "",
    );
    const attacks = [
      "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">",
      "<style>body{display:none}</style><svg onload=\"document.title='owned'\">",
      "![x](https://evil.test/pixel.png) <img src='https://evil.test/pixel.png'>",
    ];
    const bob = bus.as("bob");
    const numbers: number[] = [];
    for (const text of [...attacks, ...hostile.map(({ text }) => text.slice(0, 5_000))]) {
      const title = text.replaceAll(/\s+/g, " ").trim().slice(0, 200);
      const { body } = await bob("POST", "/repos/acme/demo/issues", { title, body: text });
      numbers.push(body.number);
    }
    const { page, complaints, foreign } = await signedIn("/acme/demo/issues");
    for (const number of numbers) {
      await page.goto(`${bus.hub.url}/acme/demo/issues/${number}`);
      expect(await page.title()).toContain("· hub");
      expect(await page.locator("form").count()).toBe(3);
    }
    expect([complaints, foreign]).toEqual([[], []]);
    await page.context().close();
  }, 120_000);

  test("a page of another site cannot frame a page, nor send its forms", async () => {
    const { page } = await signedIn("/acme/demo/issues/1");
    const form = `<form method="post" action="${bus.hub.url}/acme/demo/issues/1/comments"><input name="body" value="forged"><button>Go</button></form>`;
    await page.route("http://127.0.0.1:1/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<iframe src="${bus.hub.url}/acme/demo"></iframe>${form}`,
      }),
    );
    await page.goto("http://127.0.0.1:1/attack");
    expect(page.frames()).toHaveLength(2);
    expect(await page.frames()[1]?.getByText("Signed in as").count()).toBe(0);
    await page.getByRole("button", { name: "Go" }).click();
    await page.getByText("This form was sent by a page of another site.").waitFor();
    const { body } = await bus.as("bob")("GET", "/repos/acme/demo/issues/1/comments");
    expect(body.map((comment: { body: string }) => comment.body)).not.toContain("forged");
    await page.context().close();
  });

  /** Presses Tab until the element with this id has the focus. */
  async function tabTo(page: Page, id: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      if ((await page.locator(`#${id}:focus`).count()) > 0) return;
    }
    throw new Error(`#${id} cannot be reached by keyboard.`);
  }
});
