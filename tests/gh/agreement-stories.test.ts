/** Tests how agents agree, with the real `gh`: rival hypotheses and a vote. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, startCrew } from "../support/crew.ts";
import { type Gh, ghAs, inHubsFolder } from "../support/gh.ts";
import { contractBody, voteBody } from "../support/votes-story.ts";
import { file } from "./cast.ts";
import { versions } from "./stage.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" }, cleo: { login: "cleo" } };
const votesShape = z.object({
  votes: z.array(
    z.object({
      title: z.string(),
      decision: z.string().optional(),
      blocks: z.array(z.string()),
      poll: z.object({
        missing: z.array(z.string()),
        options: z.array(z.object({ number: z.number(), voters: z.array(z.string()) })),
      }),
    }),
  ),
});

describe.each(versions)("gh $version and agents that agree", (binary) => {
  describe.skipIf(binary.isMissing)("at the running product", () => {
    let bus: TestBus;
    let ghs: Readonly<Record<"alice" | "ada" | "bea" | "cleo", Gh>>;
    beforeEach(async () => {
      bus = await startCrew(crew);
      const as = (login: string): Gh =>
        ghAs(binary, bus.hub, bus.hub.tokenOf(login), "github.localhost/acme/demo");
      ghs = { alice: as("alice"), ada: as("ada"), bea: as("bea"), cleo: as("cleo") };
    });
    afterEach(async () => {
      for (const gh of Object.values(ghs)) gh.close();
      await bus.stop();
    });

    const run = async (login: string, words: readonly string[]): Promise<Ran> => {
      const place = { GH_TOKEN: bus.hub.tokenOf(login), GH_REPO: "github.localhost/acme/demo" };
      const ran = await signalbox(words, { ...inHubsFolder(bus), ...place });
      await bus.settled();
      return ran;
    };
    const votes = async (...words: readonly string[]) =>
      votesShape.parse(JSON.parse((await run("alice", ["votes", "--json", ...words])).out)).votes;

    test("S1.61 S0.96 three agents examine rival hypotheses, debate them, and a vote decides which one is followed", async () => {
      const { alice, ada, bea } = ghs;
      const task = String(
        await file(alice, "task", "Find out why requests hang", { Goal: "They no longer hang." }),
      );
      await bus.settled();
      for (const [gh, by, finding] of [
        [ada, "ada", "The pool has no free connection."],
        [bea, "bea", "A lock is held while the log is written."],
      ] as const)
        await file(gh, "discovery", finding, {
          "Found by": by,
          "Relevant to": `#${task}`,
          Finding: finding,
          "Action needed": "discuss",
        });
      const body = voteBody({
        Question: "Which of the two makes requests hang?",
        Options: "1. The pool is exhausted.\n2. A lock is held while the log is written.",
        Needs: "all",
        "Blocking task": `#${task}`,
      });
      const url = await alice.ok([
        "issue",
        "create",
        "--title",
        "Vote: Why do requests hang?",
        "--label",
        "kind:vote",
        "--body",
        body,
      ]);
      const vote = url.split("/").at(-1) ?? "";
      await bus.settled();
      await ada.ok(["issue", "comment", vote, "--body", "/vote 1 because it happens under load"]);
      await bea.ok(["issue", "comment", vote, "--body", "/vote 2\n\nThe stack shows the writer."]);
      await bus.settled();
      const [open] = await votes();
      expect(open).toMatchObject({ blocks: [`acme/demo#${task}`], poll: { missing: ["cleo"] } });
      expect((await run("cleo", ["inbox", "--agent", "cleo"])).out).toContain("Your vote is wanted");

      const wrong = await run("cleo", ["vote", vote, "3"]);
      expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("has no option 3. There are:") });
      const cast = await run("cleo", ["vote", vote, "2", "--because", "I see it, too.", "--wait"]);
      expect(cast).toMatchObject({ code: 0 });
      expect((await run("cleo", ["inbox", "--agent", "cleo"])).out).not.toContain("Your vote is wanted");
      await ada.ok(["issue", "comment", vote, "--body", "/vote 2 because bea's stack convinces me"]);
      await bus.settled();
      const [decided] = await votes("--state", "all");
      expect(decided).toMatchObject({
        decision: "A lock is held while the log is written.",
        poll: { options: [{ voters: [] }, { voters: ["bea", "cleo", "ada"] }] },
      });
      expect(await alice.json(["issue", "view", vote, "--json", "state"])).toEqual({ state: "CLOSED" });
      expect((await run("ada", ["brief", task])).out).toContain("A lock is held while the log is written.");
      expect((await run("ada", ["claim", task, "--agent", "ada"])).out).toContain("is yours");
    });

    test("S1.60 contract first: two agents agree on an interface, then build both sides of it", async () => {
      const { alice, ada, bea } = ghs;
      const api = String(await file(alice, "task", "Orders API", { Goal: "It returns orders." }));
      const shop = String(await file(alice, "task", "Shop", { Goal: "It shows orders." }));
      await bus.settled();
      await ada.ok(["issue", "comment", api, "--body", "/claim"]);
      await bea.ok(["issue", "comment", shop, "--body", "/claim"]);
      await bus.settled();
      const url = await ada.ok([
        "issue",
        "create",
        "--title",
        "Contract: orders-api",
        "--label",
        "kind:contract",
        "--body",
        contractBody({ Provider: `#${api}`, Consumers: `#${shop}` }),
      ]);
      const contract = url.split("/").at(-1) ?? "";
      await bus.settled();
      expect((await run("alice", ["contracts"])).out).toBe(
        `acme/demo#${contract}  orders-api 1.2.0  not agreed yet; waiting for bea\n`,
      );
      expect((await run("bea", ["inbox", "--agent", "bea"])).out).toContain("Agree or object to it");
      expect((await run("bea", ["wait", shop, "--timeout", "1s"])).code).toBe(2);
      const objected = await run("bea", ["object", contract, "An order needs a price.", "--wait"]);
      expect(objected).toMatchObject({ code: 0 });
      const priced = { Definition: "```ts\ninterface Order { id: string; price: number }\n```" };
      const body = contractBody({ Provider: `#${api}`, Consumers: `#${shop}`, ...priced });
      await ada.ok(["issue", "edit", contract, "--body", body]);
      await bus.settled();
      bus.clock.advance(2_000);
      // Its text has changed since she spoke: what she has not seen she does not agree to.
      const unseen = await run("bea", ["ack", contract, "--wait"]);
      expect(unseen).toMatchObject({ code: 2, out: expect.stringContaining("`ada` changed the text") });
      expect((await run("bea", ["show", contract])).out).toContain("price: number");
      expect(await run("bea", ["ack", contract, "--wait"])).toMatchObject({ code: 0 });
      expect((await run("alice", ["contracts"])).out).toContain("orders-api 1.2.0  in force");
      expect((await run("bea", ["brief", shop])).out).toContain("price: number");
      const labels = await alice.json(["issue", "view", contract, "--json", "state,labels"]);
      expect(labels).toMatchObject({ state: "CLOSED" });
    });
  });
});
