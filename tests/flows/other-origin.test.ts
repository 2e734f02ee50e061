/** What a page of another origin gets from the site with a browser in which somebody has signed in. */
import { createServer, type Server } from "node:http";
import type { BrowserContext, Browser as Chromium, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen } from "../../src/server/http/http-server.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { describeInChromium, launchChromium, openPage } from "../support/chromium.ts";
import { type PagesStory, playPagesStory } from "../support/pages-story.ts";

describeInChromium(
  "IF26 a page of another port of this machine, to which browsers send the site's cookies",
  () => {
    let bus: TestBus;
    let story: PagesStory;
    let chromium: Chromium;
    let context: BrowserContext;
    let page: Page;
    let evil: Server;
    let html: string;
    let elsewhere: string;
    let site: string;
    /** Every answer of the site, with its path. */
    let answers: string[];

    beforeEach(async () => {
      [bus, chromium] = await Promise.all([startBus(), launchChromium()]);
      story = await playPagesStory(bus);
      site = bus.server().url;
      ({ context, page } = await openPage(chromium));
      const { cookies } = await signIn(site, bus.hub, "maria");
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
      evil = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
      const { port } = await listen(evil, "127.0.0.1", 0, String);
      elsewhere = `http://127.0.0.1:${port}`;
      answers = [];
      // The page itself is told nothing of answers that it may not read.
      const inspector = await context.newCDPSession(page);
      await inspector.send("Network.enable");
      const paths = new Map<string, string>();
      inspector.on("Network.requestWillBeSent", ({ requestId, request }) => {
        if (request.url.startsWith(site)) paths.set(requestId, new URL(request.url).pathname);
      });
      inspector.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
        const path = paths.get(requestId);
        if (path !== undefined) answers.push(`${statusCode} ${path}`);
      });
    });
    afterEach(async () => {
      await chromium.close();
      evil.close();
      await bus.stop();
    });

    async function visit(text: string): Promise<void> {
      html = `<!doctype html><title>Elsewhere</title>${text}`;
      await page.goto(elsewhere);
    }
    const answered = () => expect.poll(() => answers);
    const written = async (): Promise<readonly string[]> =>
      (await bus.as("maria").comments(story.escalation))
        .filter(({ author }) => author === "maria")
        .map(({ body }) => body);

    test("has no form taken", async () => {
      const fields = { escalation: `acme/demo#${story.escalation}`, option: "1" };
      const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
      await visit(
        `<form method="post" action="${site}/escalations">${inputs.join("")}<button>Go</button></form>`,
      );
      await page.getByRole("button").click();
      await answered().toEqual(["403 /escalations"]);
      expect(await written()).toEqual([]);
    });

    test("reads nothing and writes nothing by fetch, with or without CORS", async () => {
      await visit("");
      const outcome = await page.evaluate(`(async () => {
      const asked = [
        ["${site}/api/v1/list", { credentials: "include" }],
        ["${site}/board", { credentials: "include", mode: "no-cors" }],
        ["${site}/api/v1/task", { method: "POST", credentials: "include", mode: "no-cors", body: "{}" }],
        ["${site}/api/v1/task", { method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: "{}" }],
      ];
      const texts = [];
      for (const [url, options] of asked)
        texts.push(await fetch(url, options).then((response) => response.text(), () => "refused"));
      return texts;
    })()`);
      expect(outcome).toEqual(["refused", "refused", "refused", "refused"]);
      await expect
        .poll(() => answers.toSorted())
        .toEqual(["403 /api/v1/list", "403 /api/v1/task", "403 /api/v1/task", "403 /board"]);
      expect(await written()).toEqual([]);
    });

    test("hears nothing by an EventSource", async () => {
      await visit("");
      const outcome = await page.evaluate(`new Promise((resolve) => {
      const stream = new EventSource("${site}/api/v1/changes", { withCredentials: true });
      for (const name of ["changes", "reset", "open"]) stream.addEventListener(name, () => resolve(name));
      stream.addEventListener("error", () => resolve("closed " + (stream.readyState === EventSource.CLOSED)));
    })`);
      expect(outcome).toBe("closed true");
      await answered().toEqual(["403 /api/v1/changes"]);
    });

    test("shows no page of the site in a frame", async () => {
      await visit(`<iframe src="${site}/board"></iframe>`);
      await answered().toEqual(["403 /board"]);
      const framed = page.frames().map((frame) => frame.url());
      expect(framed.filter((url) => url.startsWith(site))).toEqual([]);
    });

    test("may link to a page: the person who follows the link sees it", async () => {
      await visit(`<a href="${site}/board">board</a>`);
      await page.getByRole("link").click();
      await page.waitForSelector("text=Store deliveries");
      expect(answers[0]).toBe("200 /board");
    });
  },
);
