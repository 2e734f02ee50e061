/** Debian's Chromium, for tests of pages. Without it they are skipped, except where CI has to have it. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { describe } from "vitest";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);

/** A suite that needs a browser. */
export const describeInChromium =
  executablePath === undefined && process.env.CI === undefined
    ? (name: string, suite: () => void) => describe.skip(`${name} (Chromium is missing)`, suite)
    : (name: string, suite: () => void) => describe(name, suite);

export function launchChromium(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error("Chromium is missing. Install it: apt-get install chromium");
  // Containers run tests as root, where Chromium's sandbox does not start.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

export interface View {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  readonly hasScripts?: boolean;
}

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts and reports of the content security policy. */
  readonly complaints: readonly string[];
  /** Addresses outside of the machine that something asked for. */
  readonly foreign: readonly string[];
}

/** A page in an empty profile that reaches nothing but this machine. */
export async function openPage(browser: Browser, view: View = {}): Promise<WatchedPage> {
  const { width = 1280, theme = "light", hasScripts = true } = view;
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 844 : 800 },
    colorScheme: theme,
    javaScriptEnabled: hasScripts,
  });
  const [complaints, foreign]: [string[], string[]] = [[], []];
  await context.route("**", (route) => {
    const { hostname, href } = new URL(route.request().url());
    if (hostname === "127.0.0.1") return route.continue();
    foreign.push(href);
    return route.abort();
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { page, context, complaints, foreign };
}
