/**
 * Agents that share logins, against the running bus: what they sign is theirs, what they do not prove has no
 * effect, and a person who shares the login keeps their own words.
 */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { toIsoSeconds } from "../../src/base/clock.ts";
import { signIn } from "../server/site/sign-in.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, ledgerOf, openTask, questionText } from "../support/freeing.ts";
import { type SettingsStory, settingsStory } from "../support/settings-story.ts";
import {
  type AgentKey,
  createKeyRing,
  signedPost,
  type ToSign,
  whyNoSshKeygen,
} from "../support/ssh-keys.ts";

const minute = 60_000;
const title = "Q: Which kind of token?";
let counter = 0;
const nextId = () => `01JDB3Z5M7Q8R9S0T1V2W3${String(++counter).padStart(4, "0")}`;

describe.skipIf(whyNoSshKeygen !== undefined)(
  `signed words${whyNoSshKeygen ? `: ${whyNoSshKeygen}` : ""}`,
  () => {
    const ring = createKeyRing();
    afterAll(ring.remove);
    const adaKey = ring.make("ada");
    const beaKey = ring.make("bea");

    let bus: TestBus;
    let story: SettingsStory;
    let alice: Actor;
    let bob: Actor;
    let task: number;
    beforeEach(async () => {
      bus = await startBus();
      story = settingsStory(bus);
      alice = bus.as("alice");
      bob = bus.as("bob");
    });
    afterEach(() => bus.stop());

    /** The effective roster: ada and bea on alice's login, which is hers too unless `isShared` is false. */
    async function roster(isShared: boolean): Promise<void> {
      const { data } = await alice.octokit.rest.users.getAuthenticated();
      const agent = (key: AgentKey) =>
        `{ account: ${data.node_id}, key: "${key.publicKey}", with_person: ${isShared} }`;
      const text = `agents:\n  ada: ${agent(adaKey)}\n  bea: ${agent(beaKey)}\npolicy:\n  - { name: people, who: [people] }\n  - { name: helpers, who: [agents] }\n`;
      await story.put(bus.as("maria"), text);
      expect(story.effectiveText()).toBe(text);
      task = await openTask(bob);
      await bus.settled();
    }

    const until = (fromNow: number) => toIsoSeconds(bus.clock.now() + fromNow);
    const host = "github.localhost";
    const place = (number?: number) => ({ host, owner: "acme", name: "demo", number });

    function words(issue: number, changes: Partial<ToSign> = {}): ToSign {
      const text = "/answer Opaque tokens.";
      return { place: place(issue), from: "ada", id: nextId(), until: until(10 * minute), text, ...changes };
    }

    /** Asked by bob, a person, about his task. */
    async function asked(): Promise<number> {
      const number = await bob.open(title, questionText(task), ["kind:question"]);
      await bus.settled();
      return number;
    }

    async function reactionsTo(comment: number): Promise<readonly string[]> {
      const { data } = await bob.octokit.rest.reactions.listForIssueComment({
        ...bob.repository,
        comment_id: comment,
      });
      return data.map(({ content, user }) => `${user?.login} ${content}`);
    }

    const explained = async (issue: number) => (await ledgerOf(bus, issue)).map(({ because }) => because);

    test("AG02 what an agent of a shared account signs with ssh-keygen is its own", async () => {
      await roster(true);
      const question = await asked();
      await alice.comment(question, signedPost(adaKey, words(question)));
      await bus.settled();
      expect(await alice.see(question)).toMatchObject({ state: "closed", reason: "completed" });
      const status = (await alice.comments(question)).find(({ author }) => author === botLogin);
      expect(status?.body).toContain("Opaque tokens.");
      expect(status?.body).toContain("helpers");
    });

    test("AG01 an agent of an own account needs no signature, and neither does the person of a shared one", async () => {
      await roster(true);
      const question = await asked();
      await alice.comment(question, "/answer Mine.");
      await bus.settled();
      const status = (await alice.comments(question)).find(({ author }) => author === botLogin);
      expect(status?.body).toContain("people");
      expect(await alice.see(question)).toMatchObject({ state: "closed" });
    });

    test("G18 AG03 forged, late, early, repeated and misplaced signatures have no effect, and the ledger says why", async () => {
      await roster(true);
      const question = await asked();
      const other = await asked();
      const earlier = words(question, { text: "/urgency important" });
      await alice.comment(question, signedPost(adaKey, earlier));
      await bus.settled();
      const cases: readonly (readonly [string, string])[] = [
        [
          signedPost(ring.make(`stranger${nextId()}`), words(question)),
          "signed by a key that no agent of the settings has",
        ],
        [signedPost(beaKey, words(question)), "another agent's key signed it"],
        [
          signedPost(adaKey, words(question, { until: until(-5 * minute) })),
          "after the time until which its signature counts",
        ],
        [
          signedPost(adaKey, words(question, { until: until(60 * minute) })),
          "more than 15 minutes before the time",
        ],
        [signedPost(adaKey, words(question, { id: earlier.id })), "An earlier text has the same `id`"],
        [signedPost(adaKey, words(other)), "for another text, another place"],
        [
          signedPost(
            adaKey,
            words(question, { place: { host, owner: "acme", name: "other", number: question } }),
          ),
          "for another text, another place",
        ],
        [
          signedPost(adaKey, words(question, { place: { ...place(question), host: "github.com" } })),
          "for another text, another place",
        ],
        [`${signedPost(adaKey, words(question))}\nGenerated with a harness.`, "does not end the text"],
        [
          signedPost(adaKey, words(question, { text: "/answer Opaque tokens.\n\n```js\nsign()" })),
          "does not end the text",
        ],
        [signedPost(adaKey, words(question)).replace("Opaque", "Signed"), "for another text, another place"],
      ];
      for (const [text, because] of cases) {
        const before = (await explained(question)).filter((line) => line.includes(because)).length;
        const comment = await alice.comment(question, text);
        await bus.settled();
        expect(await reactionsTo(comment), because).toEqual([`${botLogin} confused`]);
        const rows = (await explained(question)).filter((line) => line.includes(because)).length;
        expect(rows - before, because).toBeGreaterThan(0);
      }
      await bus.sweep();
      expect(await alice.see(question)).toMatchObject({ state: "open" });
      expect((await alice.see(question)).labels).not.toContain("answered");
    });

    test("AG03 a signed comment that is edited afterwards ran as it was created, and never again", async () => {
      await roster(true);
      const question = await asked();
      const text = signedPost(adaKey, words(question, { text: "/urgency nice-to-have" }));
      const comment = await alice.comment(question, text);
      await bus.settled();
      await alice.octokit.rest.issues.updateComment({
        ...alice.repository,
        comment_id: comment,
        body: text.replace("/urgency nice-to-have", "/answer Forged."),
      });
      await bus.settled();
      await bus.sweep();
      expect(await alice.see(question)).toMatchObject({ state: "open" });
    });

    test("AG03 a deleted first is no second chance, for a comment and for an issue", async () => {
      await roster(true);
      const question = await asked();
      const command = signedPost(adaKey, words(question, { text: "/urgency important" }));
      const first = await alice.comment(question, command);
      await bus.settled();
      await alice.octokit.rest.issues.deleteComment({ ...alice.repository, comment_id: first });
      const copy = await alice.comment(question, command);
      const text = questionText(task, "Signed once.");
      const opening = signedPost(
        adaKey,
        words(0, { place: place(), kind: "question", title: "Q: Signed once?", text }),
      );
      const opened = await alice.open("Q: Signed once?", opening, ["kind:question"]);
      await bus.settled();
      expect((await alice.see(opened)).labels).not.toContain("needs-approval");
      const { data } = await alice.octokit.rest.issues.get({ ...alice.repository, issue_number: opened });
      await bus
        .as("maria")
        .octokit.graphql("mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }", {
          id: data.node_id,
        });
      await bus.settled();
      const again = await alice.open("Q: Signed once?", opening, ["kind:question"]);
      await bus.settled();
      expect(await reactionsTo(copy)).toEqual([`${botLogin} confused`]);
      expect((await alice.see(again)).labels).toContain("needs-approval");
      expect(await explained(again)).toContainEqual(
        expect.stringContaining("An earlier text has the same `id`"),
      );
    });

    test("AG04 on an account of agents with keys, what is not signed has no effect and says so once", async () => {
      await roster(false);
      const question = await asked();
      const comment = await alice.comment(question, "/answer Unsigned.");
      const opened = await alice.open("Q: Unsigned?", questionText(task, "Unsigned."), ["kind:question"]);
      await bus.settled();
      await bus.sweep();
      expect(await alice.see(question)).toMatchObject({ state: "open" });
      expect(await reactionsTo(comment)).toEqual([`${botLogin} confused`]);
      expect(await explained(question)).toContainEqual(
        expect.stringContaining("must sign, and this is not signed"),
      );
      expect((await alice.see(opened)).labels).toContain("needs-approval");
      const [status] = (await alice.comments(opened)).filter(({ author }) => author === botLogin);
      expect(status?.body).toContain("must sign, and this is not signed");
      expect((await alice.see(task)).labels).toContain("status:blocked");
    });

    test("AG06 an index rebuilt a month later finds the same speakers, whatever triage did to the text", async () => {
      await roster(true);
      const text = questionText(task, "Who asks?");
      const opening = words(0, { place: place(), kind: "question", title, text });
      const question = await alice.open(title, signedPost(adaKey, opening), ["kind:question"]);
      await bus.settled();
      await bob.edit(question, { title: "Q: Which token, exactly?" });
      const { data } = await bob.octokit.rest.issues.get({ ...bob.repository, issue_number: question });
      await bob.edit(question, { body: (data.body ?? "").replace("Who asks?", "Who asks? (triaged)") });
      await bus.settled();
      await bus.stopServer();
      await story.loseIndex();
      bus.clock.advance(30 * 24 * 60 * minute);
      await bus.startServer();
      // Each agent holds the token that wrote it, so by a comment nobody of the login answers what the login asked.
      await alice.comment(question, "/answer Alice herself.");
      await bus.settled();
      expect(await alice.see(question)).toMatchObject({ state: "open" });
      const replies = (await alice.comments(question)).filter(({ author }) => author === botLogin);
      expect(replies.map(({ body }) => body)).toContainEqual(
        expect.stringContaining("Agents write with the login alice"),
      );
      const browser = await signIn(bus.server().url, bus.hub, "alice");
      const path = `/issues/acme/demo/${question}`;
      const { text: page } = await browser.ask(path);
      const valueIn = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
      const hidden = { formToken: valueIn("formToken"), textHash: valueIn("textHash") };
      const said = { operation: "answer", decision: "Alice herself.", why: "She saw it." };
      expect(await browser.post(path, { ...hidden, ...said })).toMatchObject({ status: 303 });
      await bus.settled();
      expect(await alice.see(question)).toMatchObject({ state: "closed", reason: "completed" });
    });
  },
);
