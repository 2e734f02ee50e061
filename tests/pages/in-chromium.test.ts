/** The pages in a real browser: who can use them, what stays while they change, and what hostile texts do. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { boardPage } from "../../src/pages/board.ts";
import { escalationsPage } from "../../src/pages/escalations.ts";
import { issuePage } from "../../src/pages/issue.ts";
import { describeInChromium, launchChromium, openPage, type View } from "../support/chromium.ts";
import { hostileCorpus } from "../support/hostile-corpus.ts";
import { servePages, streamPath } from "../support/page-server.ts";
import { asked, escalationsView, everyPage, hash, issueView } from "./every-page.ts";
import { boardView, decision, frame, issueCard, noFilter, taskCard } from "./samples.ts";

const perPage = 20;
/** What no text of others may bring. */
const never = "script, style, iframe, object, embed, img, video, audio, base, meta, link";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Opening extends View {
  /** Stops the page's timers: the test runs them. */
  readonly hasOwnClock?: boolean;
}

async function at(path: string, view: Opening = {}, pageAt = (wanted: string) => everyPage[wanted]) {
  const server = await servePages(pageAt);
  const watched = await openPage(browser, view);
  if (view.hasOwnClock === true) await watched.page.clock.install();
  onTestFinished(async () => {
    await watched.context.close();
    server.close();
  });
  await watched.page.goto(`${server.url}${path}`);
  return { ...watched, server };
}

/** Has the page believe that it cannot, or can, be seen. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(`Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"))`);

describeInChromium("the pages in a browser", () => {
  test("IF30 the board is read and filtered, and a card opened, by keyboard alone", async () => {
    const { page } = await at("/person/board");
    const focused = () => page.evaluate("document.activeElement?.textContent");
    await page.keyboard.press("j");
    expect(await focused()).toContain("Store deliveries");
    await page.keyboard.press("j");
    expect(await focused()).toContain("Common header");
    await page.keyboard.press("k");
    expect(await focused()).toContain("Store deliveries");
    await page.keyboard.press("/");
    await page.keyboard.type("sign j k g b");
    expect(await page.inputValue("#filter")).toBe("sign j k g b");
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/issues/acme/demo/12");
  });

  test("IF30 an option is chosen by its number, and only Enter confirms it", async () => {
    const { page } = await at("/person/escalations");
    const sent: string[] = [];
    await page.route("**/escalations", (route) => {
      if (route.request().method() !== "POST") return route.continue();
      sent.push(route.request().postData() ?? "");
      return route.fulfill({ contentType: "text/html", body: "<p>sent</p>" });
    });
    await page.keyboard.press("j");
    await page.keyboard.press("2");
    expect(sent).toEqual([]);
    expect(await page.evaluate("document.activeElement?.textContent")).toBe("2That.");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=sent");
    expect(new URLSearchParams(sent[0]).get("option")).toBe("2");
    expect(new URLSearchParams(sent[0]).get("textHash")).toBe(hash);
  });

  test("IF30 with the keys switched off, letters do nothing, also after the next page", async () => {
    const { page } = await at("/person/board");
    await page.keyboard.press("?");
    await page.getByLabel("Use single keys in this browser").uncheck();
    await page.reload();
    const before = await page.evaluate("document.activeElement?.tagName");
    for (const key of ["j", "/", "?", "g", "e"]) await page.keyboard.press(key);
    expect(await page.evaluate("document.activeElement?.tagName")).toBe(before);
    expect(page.url()).toContain("/person/board");
  });

  test("IF30 without scripts every form and link is there", async () => {
    const { page } = await at("/person/escalations", { hasScripts: false });
    expect(await page.locator(".options button").count()).toBe(2);
    expect(await page.locator("label.switch").isVisible()).toBe(false);
  });

  test("IF31 typed text, an opened detail and the focus stay while fifty changes arrive", async () => {
    let changes = 0;
    const view = () => {
      const others = Array.from({ length: changes }, (_, place) => decision(100 + place, { textHash: hash }));
      const changed = {
        ...asked,
        urgency: changes > 0 ? "important" : "blocking",
        context: `${"Long. ".repeat(200)}`,
      };
      return escalationsPage({ ...escalationsView, decisions: [...others, changed] }, frame());
    };
    const { page, complaints } = await at("/escalations", { hasOwnClock: true }, (path) =>
      path === "/escalations" ? view() : undefined,
    );
    const article = page.locator("#acme-demo-24");
    await article.locator("summary").click();
    await article.locator("textarea").fill("They need a rel");
    await article.locator("textarea").press("End");
    const shown = () => page.clock.runFor(1_000).then(() => page.locator(".decision").count());
    for (changes = 1; changes < 50; changes += 7) await expect.poll(shown).toBeGreaterThan(changes);
    changes = 50;
    await expect.poll(shown).toBe(51);
    await page.keyboard.type("ease");
    expect(await article.locator("textarea").inputValue()).toBe("They need a release");
    expect(await article.locator("details").evaluate((node) => node.hasAttribute("open"))).toBe(true);
    expect(await article.locator(".urgency").textContent()).toBe("important");
    expect(complaints).toEqual([]);
  }, 180_000);

  test("IF31 nothing moves while the pointer is pressed, and the change comes once it is released", async () => {
    let isChanged = false;
    const first = taskCard(1, { title: "First" });
    const boardNow = () => {
      const cards = isChanged ? [taskCard(2, { title: "Before it" }), first] : [first];
      const view = boardView({ columns: [{ status: "ready", count: cards.length, cards }] });
      return boardPage(view, noFilter, frame());
    };
    const pageAt = (path: string) => (path === "/board" ? boardNow() : undefined);
    const { page, server } = await at("/board", { hasOwnClock: true }, pageAt);
    await page.locator("#ready-heading").hover();
    await page.mouse.down();
    isChanged = true;
    const fetched = server.asked.get("/board");
    await page.clock.runFor(20_000);
    expect(server.asked.get("/board")).toBe(fetched);
    expect(await page.locator(".card").count()).toBe(1);
    await page.mouse.up();
    await page.clock.runFor(5_000);
    // Waiting for a selector needs frames, which the stopped clock does not make.
    await expect.poll(() => page.locator(".card").count()).toBe(2);
  });

  test("a page asks for itself while it can be seen, at most once a second, and not while it is hidden", async () => {
    const { page, server } = await at("/person/board", { hasOwnClock: true });
    const times = () => server.asked.get("/person/board") ?? 0;
    await hide(page, true);
    await page.clock.runFor(30_000);
    expect(times()).toBe(1);
    await hide(page, false);
    await page.clock.runFor(500);
    await expect.poll(times).toBe(2);
    for (let turn = 0; turn < 20; turn++) await hide(page, false);
    await page.clock.runFor(900);
    expect(times()).toBeLessThanOrEqual(3);
  });

  const streamed = (path: string) =>
    path === "/board" ? boardPage(boardView(), noFilter, frame({ changes: streamPath })) : undefined;

  test("with a stream a page fetches itself when it is told to, at most once a second, and hardly otherwise", async () => {
    const { page, server, complaints } = await at("/board", { hasOwnClock: true }, streamed);
    const times = () => server.asked.get("/board") ?? 0;
    await expect.poll(server.streams).toBe(1);
    await page.clock.runFor(1_000);
    // The page may have changed before the stream was open.
    await expect.poll(times).toBe(2);
    await page.clock.runFor(20_000);
    expect(times()).toBe(2);
    for (let turn = 0; turn < 20; turn++) server.tell();
    await expect.poll(async () => page.clock.runFor(100).then(times)).toBe(3);
    for (let turn = 0; turn < 20; turn++) server.tell();
    await page.clock.runFor(500);
    expect(times()).toBe(3);
    await expect.poll(async () => page.clock.runFor(100).then(times)).toBe(4);
    await page.clock.runFor(35_000);
    await expect.poll(times).toBe(5);
    expect(complaints).toEqual([]);
  });

  test("a hidden page keeps no stream, and one that is shown again opens one and fetches itself", async () => {
    const { page, server } = await at("/board", {}, streamed);
    await expect.poll(server.streams).toBe(1);
    await hide(page, true);
    await expect.poll(server.streams).toBe(0);
    const before = server.asked.get("/board") ?? 0;
    await hide(page, false);
    await expect.poll(server.streams).toBe(1);
    await expect.poll(() => server.asked.get("/board")).toBeGreaterThan(before);
  });

  test("a page whose stream is refused asks every few seconds, and tries the stream again after a minute", async () => {
    let refused = 0;
    const { page, server } = await at("/elsewhere", { hasOwnClock: true }, (path) =>
      path === "/person/board" ? boardPage(boardView(), noFilter, frame({ changes: "/refused" })) : undefined,
    );
    await page.route("**/refused", (route) => {
      refused += 1;
      return route.fulfill({ status: 429, body: "{}" });
    });
    await page.goto(`${server.url}/person/board`);
    await expect.poll(() => refused).toBe(1);
    const before = server.asked.get("/person/board") ?? 0;
    for (let more = 1; more <= 3; more++) {
      await expect
        .poll(async () => page.clock.runFor(1_000).then(() => server.asked.get("/person/board") ?? 0))
        .toBeGreaterThanOrEqual(before + more);
    }
    expect(refused).toBe(1);
    await expect.poll(async () => page.clock.runFor(10_000).then(() => refused)).toBe(2);
  });

  test("a page whose server is away says so, and says so no more once it is back", async () => {
    const { page } = await at("/person/board", { hasOwnClock: true });
    await page.route("**/person/board", (route) => route.abort());
    await page.clock.runFor(5_000);
    await expect.poll(() => page.locator("#trouble").textContent()).not.toBe("");
    await page.unroute("**/person/board");
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return page.locator("#trouble").textContent();
      })
      .toBe("");
  });

  test("L01 IF25 hostile titles and texts are text on every page, and nothing runs or leaves the machine", async () => {
    const corpus = hostileCorpus();
    expect(corpus.length).toBeGreaterThan(50);
    const tasks = corpus.map(({ text }, place) =>
      taskCard(place + 1, { title: text.slice(0, 256), track: text.slice(0, 100) }),
    );
    const decisions = corpus.map(({ text }, place) =>
      decision(place + 1, {
        title: text.slice(0, 256),
        question: text,
        context: text,
        options: [text, text],
        textHash: hash,
      }),
    );
    const hostilePage = (path: string): string | undefined => {
      const [, name = "", number = ""] = /^\/(\w+)(?:\/(\d+))?$/.exec(path) ?? [];
      const text = corpus[Number(number)]?.text ?? "";
      if (name === "board") {
        const people = { count: 1, isCounted: true, cards: decisions };
        return boardPage(
          boardView({ columns: [{ status: "ready", count: 1, cards: tasks }], people }),
          noFilter,
          frame(),
        );
      }
      if (name === "decisions")
        return escalationsPage(
          { ...escalationsView, decisions: decisions.slice(Number(number), Number(number) + perPage) },
          frame(),
        );
      if (name !== "issue") return undefined;
      const card = issueCard({
        title: text.slice(0, 256),
        body: text,
        decision: text,
        author: text.slice(0, 40),
      });
      return issuePage({ ...issueView, explained: { ...issueView.explained, card } }, frame());
    };
    const { page, complaints, foreign, server } = await at("/board", {}, hostilePage);
    // Markdown renders each text alone; the rest is one template, so a page holds many of them.
    const shown = [
      ...corpus.flatMap((_, place) => (place % perPage === 0 ? [`decisions/${place}`] : [])),
      ...corpus.flatMap(({ text }, place) =>
        /<script|<img|javascript:/i.test(text) ? [`issue/${place}`] : [],
      ),
    ];
    for (const path of shown) {
      await page.goto(`${server.url}/${path}`, { waitUntil: "load" });
      const alien = await page.evaluate(
        `[...document.querySelectorAll("main :is(${never})")].map((node) => node.outerHTML.slice(0, 100))`,
      );
      expect(alien, path).toEqual([]);
    }
    expect([complaints, foreign]).toEqual([[], []]);
  }, 240_000);
});
