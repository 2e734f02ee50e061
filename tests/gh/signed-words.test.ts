/** The real gh posts what `signalbox sign` prints, and the bus takes it as the agent's. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask, questionText } from "../support/freeing.ts";
import { type Gh, ghAs } from "../support/gh.ts";
import { settingsStory } from "../support/settings-story.ts";
import { createKeyRing, whyNoSshKeygen } from "../support/ssh-keys.ts";
import { versions } from "./stage.ts";

describe.each(versions)("gh $version", (binary) => {
  const isSkipped = binary.isMissing || whyNoSshKeygen !== undefined;
  describe.skipIf(isSkipped)(`signs${whyNoSshKeygen ? ` (skipped: ${whyNoSshKeygen})` : ""}`, () => {
    let bus: TestBus;
    let alice: Gh;
    const ring = createKeyRing();
    const folder = mkdtempSync(join(tmpdir(), "signalbox-gh-signs-"));
    beforeAll(async () => {
      bus = await startBus();
      alice = ghAs(binary, bus.hub, bus.hub.tokenOf("alice"), "github.localhost/acme/demo");
    });
    afterAll(async () => {
      alice.close();
      rmSync(folder, { recursive: true });
      ring.remove();
      await bus.stop();
    });

    test("AG02 an agent on a person's login asks by gh, no comment of the login answers, and the person answers on the page", async () => {
      const ada = ring.make("ada");
      const id = await alice.ok(["api", "user", "--jq", ".node_id"]);
      const agent = `{ account: ${id}, key: "${ada.publicKey}", with_person: true }`;
      await settingsStory(bus).put(bus.as("maria"), `agents:\n  ada: ${agent}\n`);
      const task = await openTask(bus.as("bob"));
      await bus.settled();

      const body = join(folder, "question.md");
      writeFileSync(body, questionText(task));
      const title = "Q: Which kind of token?";
      const env = {
        GH_REPO: "github.localhost/acme/demo",
        SIGNALBOX_AGENT: "ada",
        SIGNALBOX_AGENT_KEY: ada.privateFile,
      };
      const opening = ["--kind", "question", "--title", title, "--body-file", body];
      const { out: signed } = await signalbox(["sign", ...opening], env);
      const made = ["issue", "create", "--title", title, "--label", "kind:question", "--body-file", "-"];
      const url = await alice.ok(made, signed);
      const question = Number(/\d+$/.exec(url)?.[0]);
      await bus.settled();
      expect((await bus.as("bob").see(task)).labels).toContain("status:blocked");

      writeFileSync(body, "/answer Ada herself.");
      const { out: own } = await signalbox(["sign", "--on", String(question), "--body-file", body], env);
      await alice.ok(["issue", "comment", String(question), "--body-file", "-"], own);
      await bus.settled();
      expect(await bus.as("bob").see(question)).toMatchObject({ state: "open" });

      await alice.ok(["issue", "comment", String(question), "--body", "/answer Opaque tokens."]);
      await bus.settled();
      expect(await bus.as("bob").see(question)).toMatchObject({ state: "open" });

      const browser = await signIn(bus.server().url, bus.hub, "alice");
      const path = `/issues/acme/demo/${question}`;
      const { text: page } = await browser.ask(path);
      const valueIn = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
      const hidden = { formToken: valueIn("formToken"), textHash: valueIn("textHash") };
      await browser.post(path, { ...hidden, operation: "answer", decision: "Opaque tokens.", why: "Short." });
      await bus.settled();
      expect(await bus.as("bob").see(question)).toMatchObject({ state: "closed", reason: "completed" });
      expect((await bus.as("bob").see(task)).labels).toContain("status:ready");
    });
  });
});
