/** `signalbox sign`: what it prints is what the bus and stock `ssh-keygen` accept. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { signatureSeen } from "../../../src/github/signatures/signature-seen.ts";
import { splitEnvelope } from "../../../src/protocol/envelope/split-envelope.ts";
import { createKeyRing, eightLines, whyNoSshKeygen } from "../../support/ssh-keys.ts";
import { signalbox } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-sign-"));
afterAll(() => rmSync(folder, { recursive: true }));
const body = join(folder, "body.md");
writeFileSync(body, "/answer SQLite\r\n\r\nOne file, ä.\r\n\n");
const place = { host: "github.com", owner: "acme", name: "demo", number: 12 };

describe.skipIf(whyNoSshKeygen !== undefined)(
  `with ssh-keygen${whyNoSshKeygen ? `: ${whyNoSshKeygen}` : ""}`,
  () => {
    const ring = createKeyRing();
    afterAll(ring.remove);
    const ada = ring.make("ada");
    const sign = (...flags: readonly string[]) =>
      signalbox(["sign", "--agent", "ada", "--key", ada.privateFile, "--body-file", body, ...flags]);

    test("AG02 a signed comment holds where it is posted, and ssh-keygen verifies it", async () => {
      const { code, out, err } = await sign("--on", "acme/demo#12");
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(signatureSeen({ text: out, title: undefined, place })).toMatchObject({
        type: "holds",
        key: ada.publicKey,
      });
      const { words, envelope } = splitEnvelope(out);
      const { id = "", until = "", sig = "" } = envelope?.ok === true ? envelope.envelope : {};
      expect(ada.verify(eightLines({ place, from: "ada", id, until, text: words.trim() }), sig)).toBe(true);
    });

    test("AG02 a new issue is signed with its kind and title", async () => {
      const { out } = await sign("--kind", "question", "--title", "Which database?", "--repo", "acme/demo");
      const opened = { text: out, place: { ...place, number: undefined } };
      expect(signatureSeen({ ...opened, title: "Which database?" })).toMatchObject({
        type: "holds",
        kind: "question",
      });
      expect(signatureSeen({ ...opened, title: "Other?" })).toMatchObject({ type: "fails", why: "mismatch" });
    });

    test.each([
      ["acme/demo#12", ["--hostname", "GitHub.Example.com"], {}, "github.example.com"],
      ["https://github.example.com/acme/demo/issues/12", [], {}, "github.example.com"],
      ["acme/demo#12", [], { GH_HOST: "github.example.com" }, "github.example.com"],
      ["12", ["--repo", "github.example.com/acme/demo"], {}, "github.example.com"],
      ["12", [], { GH_REPO: "github.localhost/acme/demo", GH_HOST: "github.com" }, "github.localhost"],
      ["http://127.0.0.1:4001/acme/demo/issues/12", [], {}, "github.localhost"],
      ["12", ["--hostname", "github.com"], { GH_REPO: "github.localhost/acme/demo" }, "github.com"],
      [
        "12",
        ["--repo", "acme/demo"],
        { GH_REPO: "github.localhost/acme/x", GH_HOST: "ghe.acme.com" },
        "ghe.acme.com",
      ],
      ["acme/demo#12", ["--hostname", "api.github.com"], { GH_HOST: "github.example.com" }, "github.com"],
    ])("AG03 %s %j %j is signed for %s alone", async (on, flags, env, host) => {
      const args = ["sign", "--agent", "ada", "--key", ada.privateFile, "--body-file", body, "--on", on];
      const { out, err } = await signalbox([...args, ...flags], env);
      expect(err).toBe("");
      const seen = (at: string) =>
        signatureSeen({ text: out, title: undefined, place: { ...place, host: at } });
      expect(seen(host)).toMatchObject({ type: "holds" });
      expect(seen(host === "github.com" ? "github.localhost" : "github.com")).toMatchObject({
        why: "mismatch",
      });
    });

    test.each([
      ["a fence", "/answer SQLite\n\n```sql\nselect 1\n", "The code fence opened on line 3 is never closed"],
      ["a comment", "/answer SQLite\n\n<!-- because", "The HTML comment opened on line 3 is never closed"],
      [
        "an element",
        "/answer SQLite\n\n<pre>\nselect 1",
        "The HTML element `<pre>` opened on line 3 is not closed",
      ],
      ["a block", "```signalbox\nv: 1\n```\n\n/answer SQLite", "has two `signalbox` blocks"],
      ["a signed block", "```signalbox\nsig: x\n```\n\nText", "has a `signalbox` block already"],
    ])("AG07 a text that hides its signature by %s is refused, and why", async (_, text, because) => {
      const hiding = join(folder, "hiding.md");
      writeFileSync(hiding, text);
      const { code, out, err } = await sign("--on", "acme/demo#12", "--body-file", hiding);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain(because);
    });

    test("AG07 a key that is not Ed25519 is refused, and what to do", async () => {
      const { code, out, err } = await sign(
        "--on",
        "acme/demo#12",
        "--key",
        ring.make("rsa", "rsa").privateFile,
      );
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain("ssh-keygen -t ed25519");
    });

    test("--json has the text and its parts", async () => {
      const { out } = await sign("--on", "acme/demo#12", "--json");
      const printed = JSON.parse(out);
      expect(printed).toMatchObject({ from: "ada", id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) });
      expect(printed.text).toContain(printed.until);
    });

    test("two signatures have two ids", async () => {
      const ids = await Promise.all(
        [1, 2].map(async () => JSON.parse((await sign("--on", "acme/demo#1", "--json")).out).id),
      );
      expect(new Set(ids).size).toBe(2);
    });

    test.each([
      [[], "Say what is signed: --on 12"],
      [["--on", "12"], "Name the repository"],
      [
        ["--on", "https://github.com/acme/demo/issues/12", "--hostname", "github.example.com"],
        "leave one out",
      ],
      [["--on", "acme/demo#12", "--hostname", "no host"], "A host must be a name"],
      [["--on", "twelve"], "is not an issue"],
      [["--on", "acme/demo#12", "--title", "x"], "use one of them"],
      [["--kind", "note", "--title", "x", "--repo", "acme/demo"], "--kind is one of task"],
      [["--kind", "task", "--repo", "acme/demo"], "signed with its title"],
      [["--on", "acme/demo#12", "--for", "1h"], "up to 15m"],
      [["--on", "acme/demo#12", "--agent", "Ada!"], "no agent's name"],
      [["--on", "acme/demo#12", "--key", join(folder, "none")], "ssh-keygen did not sign"],
      [["--on", "acme/demo#12", "--body-file", join(folder, "none")], "The text cannot be read"],
    ])("AG07 %j is refused with what would work", async (flags, because) => {
      const { code, err } = await sign(...flags);
      expect(code).toBe(1);
      expect(err).toContain(because);
    });
  },
);
