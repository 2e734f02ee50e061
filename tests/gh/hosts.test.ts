/**
 * Tests the hub as github.com and as an enterprise host at once, both over its Unix socket, without DNS names
 * or certificates.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hub } from "../../src/hub/hub.ts";
import { startCheckedHub } from "../support/checked-hub.ts";
import { type Gh, ghOverSocket } from "../support/gh.ts";
import { numberIn } from "./cast.ts";
import { versions } from "./stage.ts";

describe.each(versions)("gh $version over a socket", (binary) => {
  describe.skipIf(binary.isMissing)("to the hub", () => {
    let folder: string;
    let hub: Hub;
    let alice: Gh;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "signalbox-socket-"));
      const socketPath = join(folder, "hub.sock");
      hub = await startCheckedHub({ home: ":memory:", port: 0, socketPath });
      alice = ghOverSocket(binary, socketPath, hub.tokenOf("alice"), ["github.com", "ghe.example.com"]);
    });
    afterAll(async () => {
      alice.close();
      await hub.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test("auth status shows the person and the scopes on both hosts", async () => {
      const { code, stdout, stderr } = await alice.run(["auth", "status"]);
      expect(code).toBe(0);
      const printed = stdout + stderr;
      expect(printed.match(/alice/g)).toHaveLength(2);
      expect(printed).toMatch(/Token scopes: .*repo/);
    });

    test.each(["github.com", "ghe.example.com"])(
      "an issue is filed, found, commented and closed on %s",
      async (host) => {
        const repository = ["--repo", `${host}/acme/demo`];
        const url = await alice.ok([
          "issue",
          "create",
          ...repository,
          "--title",
          host,
          "--body",
          "x",
          "--label",
          "bug",
        ]);
        expect(new URL(url).host).toBe(host);
        const number = numberIn(url);
        const found = await alice.json([
          "issue",
          "list",
          ...repository,
          "--label",
          "bug",
          "--json",
          "number,title",
        ]);
        expect(found).toContainEqual({ number: Number(number), title: host });
        await alice.ok(["issue", "comment", number, ...repository, "--body", "Done"]);
        await alice.ok(["issue", "close", number, ...repository, "--reason", "completed"]);
        expect(
          await alice.json(["issue", "view", number, ...repository, "--json", "state,comments"]),
        ).toMatchObject({
          state: "CLOSED",
          comments: [{ body: "Done" }],
        });
        expect(await alice.ok(["api", "--hostname", host, "user", "--jq", ".login"])).toBe("alice");
      },
    );
  });
});
