/** What the signature of a text shows, in the place for which it was made and in others. */
import { afterAll, describe, expect, test } from "vitest";
import { sha256, signatureSeen } from "../../../src/github/signatures/signature-seen.ts";
import { createKeyRing, eightLines, signedPost, whyNoSshKeygen } from "../../support/ssh-keys.ts";

const place = { host: "github.com", owner: "acme", name: "demo", number: 12 };
const words = {
  place,
  from: "ada",
  id: "01JDB3Z5M7Q8R9S0T1V2W3X4Y5",
  until: "2026-11-21T12:50:00Z",
  text: "/answer SQLite\n\nOne file, ä.",
};

test("the eight lines are as docs/agents.md shows them", () => {
  const title = "Which database?";
  const opened = { ...words, place: { ...place, number: undefined }, kind: "question", title } as const;
  expect(eightLines(opened).split("\n")).toEqual([
    "signalbox 1",
    "acme/demo",
    "question",
    sha256(title),
    "ada",
    words.id,
    words.until,
    sha256(words.text),
    "",
  ]);
  expect(eightLines(words).split("\n").slice(1, 4)).toEqual(["acme/demo#12", "", ""]);
  const elsewhere = { ...words, place: { ...place, host: "github.example.com", owner: "Acme" } };
  expect(eightLines(elsewhere).split("\n")[1]).toBe("github.example.com/acme/demo#12");
});

describe.skipIf(whyNoSshKeygen !== undefined)(
  `with ssh-keygen${whyNoSshKeygen ? `: ${whyNoSshKeygen}` : ""}`,
  () => {
    const ring = createKeyRing();
    afterAll(ring.remove);
    const ada = ring.make("ada");
    const post = signedPost(ada, words);
    const seen = (text: string, at = place, title?: string) => signatureSeen({ text, title, place: at });
    const holds = {
      type: "holds",
      key: ada.publicKey,
      from: "ada",
      id: words.id,
      until: Date.parse(words.until),
    };
    const mismatch = { type: "fails", why: "mismatch", from: "ada" };

    test("AG02 a signed comment holds here, whatever GitHub does to its line ends", () => {
      expect(seen(post)).toEqual({ ...holds, kind: undefined });
      expect(seen(`\n${post.replaceAll("\n", "\r\n")}  \n`)).toEqual({ ...holds, kind: undefined });
      expect(seen(post, { host: "github.com", owner: "Acme", name: "Demo", number: 12 })).toMatchObject(
        holds,
      );
    });

    test("AG02 the comment is checked by stock ssh-keygen over the eight lines", () => {
      const [, sig = ""] = /sig: \|\n([\s\S]+)\n```/.exec(post) ?? [];
      expect(ada.verify(eightLines(words), sig.replaceAll(/^ {2}/gm, ""))).toBe(true);
      expect(ada.verify(eightLines({ ...words, text: "other" }), sig.replaceAll(/^ {2}/gm, ""))).toBe(false);
    });

    test.each([
      ["another issue", post, { ...place, number: 13 }],
      ["another host", post, { ...place, host: "github.example.com" }],
      ["another repository", post, { ...place, name: "demo2" }],
      ["another text", post.replace("SQLite", "Postgres"), place],
      ["another name", post.replace("from: ada", "from: ada2"), place],
      ["another id", post.replace("01JDB", "01JDC"), place],
      ["a later end", post.replace("12:50", "13:50"), place],
    ])("AG03 %s does not hold", (_, text, at) => {
      expect(seen(text, at)).toMatchObject({ type: "fails", why: "mismatch" });
    });

    test("AG03 what was signed for a comment opens no issue, and the other way round", () => {
      expect(seen(post, place, "Title")).toEqual(mismatch);
      const opened = {
        ...words,
        place: { ...place, number: undefined },
        kind: "question",
        title: "Title",
      } as const;
      const issue = signedPost(ada, opened);
      const here = { ...place, number: undefined };
      expect(signatureSeen({ text: issue, title: " Title", place: here })).toEqual({
        ...holds,
        kind: "question",
      });
      expect(signatureSeen({ text: issue, title: "Other", place: here })).toEqual(mismatch);
      expect(seen(issue)).toEqual(mismatch);
    });

    test("AG03 a block that lacks what has to be signed, or cannot be read, proves nothing", () => {
      const malformed = { type: "fails", why: "malformed" };
      expect(seen(post.replace(/^until: .*\n/m, ""))).toEqual({ ...malformed, from: "ada" });
      expect(seen(post.replace(/^id: .*\n/m, ""))).toEqual({ ...malformed, from: "ada" });
      expect(seen(post.replace(/^from: .*\n/m, ""))).toEqual(malformed);
      expect(seen(post.replace(/BEGIN SSH/, "BEGIN PGP"))).toEqual({ ...malformed, from: "ada" });
      expect(seen(post.replace("v: 1.1", "v: 1.1\nv: 1.1"))).toEqual(malformed);
      expect(seen(post.replace("sig: |", `sig: |\n${"  A\n".repeat(5_000)}`))).toEqual(malformed);
    });

    test("AG03 a signed block that does not end the text is no missing signature", () => {
      const malformed = { type: "fails", why: "malformed" };
      expect(seen(`${post}\n\nGenerated with a harness.`)).toEqual(malformed);
      expect(seen(post.replace("One file", "```sql\nselect 1"))).toEqual(malformed);
      expect(seen(post.replace("One file", "~~~\nselect 1"))).toEqual(malformed);
      expect(seen(post.replace("One file", "<!-- one file"))).toEqual(malformed);
      expect(seen(post.replace("One file", "<pre>\none file"))).toEqual(malformed);
    });

    test("a signed block that is quoted or shown as an example is no signature", () => {
      const inFence = `/answer SQLite\n\nLike this:\n\n\`\`\`\`md\n${post}\`\`\`\`\n`;
      expect(seen(inFence)).toBeUndefined();
      expect(seen(`${inFence}\nSo.`)).toBeUndefined();
      expect(seen(`/answer SQLite\n\n${post.replaceAll(/^/gm, "> ")}\nSo.`)).toBeUndefined();
      expect(seen(`<!--\n${post}\n-->\n/answer SQLite`)).toBeUndefined();
    });

    test("a text without a signature shows none", () => {
      expect(seen(words.text)).toBeUndefined();
      expect(seen(`\`\`\`signalbox\nv: 1\nfrom: ada\n\`\`\`\n\nMore.`)).toBeUndefined();
      expect(seen(`${words.text}\n\n\`\`\`signalbox\nv: 1\nfrom: ada\n\`\`\``)).toBeUndefined();
    });
  },
);
