/** What signalbox writes itself, and what `init` installed, is never used as an answer. */
import { describe, expect, test } from "vitest";
import { isInstalled, withoutGenerated } from "../../../src/coordinator/context/generated.ts";
import { withRows } from "../../../src/coordinator/records/decisions-page.ts";
import { withTrackPart } from "../../../src/coordinator/records/track-page.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { readMessage } from "../../../src/protocol/message.ts";
import { installedPages } from "../../../src/texts/installed-pages.ts";
import { demo, issue, maria } from "../../support/issues.ts";
import { documentOf } from "../context-store.ts";
import { coordinatorDesk } from "../desk.ts";

describe("N19 what signalbox generates is not a source for a decision", () => {
  test("N19 the part of a track's page that people wrote is read, with the same line numbers", () => {
    const part = "## Tasks\n\n| #12 | Retry after 9 minutes |";
    const page = withTrackPart("# login\n\nTokens end after an hour.\n", "login", part) ?? "";
    const text = withoutGenerated(
      documentOf("context/tracks/login.md", `${page}\nSessions are kept.\n`),
    ).text;
    expect(text).not.toMatch(/Retry|signalbox/);
    expect(text.split("\n")[2]).toBe("Tokens end after an hour.");
    expect(text.split("\n").indexOf("Sessions are kept.")).toBe(page.split("\n").length);
  });

  test("N19 the generated part of a page is not read, and what people wrote below it is", () => {
    const block = "<!-- signalbox:auto 0123456789abcdef -->\n- **Stack:** Go\n<!-- signalbox:auto end -->\n";
    const { text } = withoutGenerated(documentOf("README.md", `# Demo\n${block}Tokens end after an hour.\n`));
    expect(text).toBe("# Demo\n\n\n\nTokens end after an hour.\n");
  });

  test("N19 our rows in the page of decisions are not read, and people's rows are", () => {
    const own = {
      question: 40,
      line: "| [Use UTC](../docs/adr/question-40.md) | #40 | maria | 2026-01-01 |",
    };
    const page = withRows("# Decisions\n\nMoney is whole cents.\n", [own]) ?? "";
    const { text } = withoutGenerated(documentOf("context/decisions.md", page));
    expect(text).toContain("Money is whole cents.");
    expect(text).not.toContain("Use UTC");
  });

  test("N19 an unchanged page from init is not read, whatever its line endings", async () => {
    const installed = installedPages();
    expect(installed.length).toBe(5);
    for (const page of installed) expect(isInstalled(page.replaceAll("\n", "\r\n"), installed)).toBe(true);
    expect(isInstalled(`${installed[0]}\nThe ledger is written in UTC.\n`, installed)).toBe(false);
    const desk = coordinatorDesk();
    desk.push({
      "context/architecture.md": installed[0] ?? "",
      "context/constraints.md": installed[1] ?? "",
    });
    const id = desk.ask(40, "Which parts may a part call, and what does it own?");
    await desk.pass();
    expect(desk.proposal(id)?.proposed).toMatchObject({
      type: "rest",
      because: "There is no context store.",
    });
  });
});

describe("N19 a question about a track", () => {
  function deskWithTrack() {
    const desk = coordinatorDesk();
    desk.push({
      "context/tracks/login.md": "# login\n\nThe status of the track login is fine, all is done.\n",
    });
    const body = "### Goal\n\nShow a form.\n\n### Track\n\nlogin\n";
    const labels = ["kind:task", "status:blocked", "track:login"];
    const seen = issue(12, { title: "Login form", labels, body, repositoryId: demo.id });
    const reading = readMessage({ title: seen.title, body, labels });
    const persisted = { ...emptyPersistedState, admitted: { hash: seen.textHash, by: maria.id } };
    desk.put({ seen, reading, persisted, readAt: 0, edgeMadeAt: {}, reactedTo: [] });
    return desk;
  }

  test.each(["What is the status of track login?", "Which tasks of the login track are blocked?"])(
    "N19 a question about a track's status is answered from the index, not from a page: %s",
    async (title) => {
      const desk = deskWithTrack();
      const id = desk.ask(40, title);
      await desk.pass();
      const proposed = desk.proposal(id)?.proposed;
      expect(proposed).toMatchObject({ type: "answer", answerer: "index", quotes: [] });
      expect(proposed?.type === "answer" && proposed.decision).toContain("#12 Login form: blocked");
    },
  );

  test("N19 a track question that people answered before is answered from the index, for a person to approve", async () => {
    const desk = deskWithTrack();
    const title = "What is the status of track login this week?";
    desk.ask(30, title, { decision: "All is done." });
    const id = desk.ask(40, title);
    await desk.pass();
    expect(desk.proposal(id)).toMatchObject({
      isSuggestion: true,
      proposed: { answerer: "index", isCertain: false },
    });
  });

  test("N19 a question that names no track, or a longer name, is an ordinary question", async () => {
    const desk = deskWithTrack();
    const id = desk.ask(40, "What is the status of track login-v2?");
    await desk.pass();
    expect(desk.proposal(id)?.proposed).not.toMatchObject({ answerer: "index" });
  });
});
