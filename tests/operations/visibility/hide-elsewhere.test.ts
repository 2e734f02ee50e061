/** What a reader may not see is hidden in values of any shape. */
import { expect, test } from "vitest";
import { hideElsewhere } from "../../../src/operations/visibility/hide-elsewhere.ts";
import { elsewhere } from "../../../src/operations/visibility/hide-in-text.ts";

const listed = ["secret-2", "secrets", "secret.js", "demo"].map((repo) => ({ owner: "acme", repo }));
const hide = hideElsewhere([{ owner: "acme", repo: "secret" }], listed).value;

test.each([
  ["blocked by acme/secret#3.", `blocked by ${elsewhere}.`],
  ["blocked by Acme/SECRET#3, acme/secret#4", `blocked by ${elsewhere}, ${elsewhere}`],
  ["see https://github.com/acme/secret/issues/3 (open)", `see ${elsewhere} (open)`],
  ["see http://127.0.0.1:4001/acme/secret/pull/3", `see ${elsewhere}`],
  ["in acme/secret.", "in another repository."],
  ["(acme/secret)", "(another repository)"],
  ["acme/secret", "another repository"],
  ["_acme/secret#3_ and **acme/secret#4**", `_${elsewhere}_ and **${elsewhere}**`],
  ["acme/secret_", "another repository_"],
  ["git clone https://github.com/acme/secret.git now", "git clone another repository now"],
  ["https://github.com/acme/secret/pull/3/files#diff-1, then", `${elsewhere}, then`],
  ["acme/secret/blob/main/hidden.ts", "another repository"],
  ["acme/secret@0f3c2ab fixes it", "another repository fixes it"],
  ["acme/secret#3#issuecomment-7", elsewhere],
  ["?q=acme%2Fsecret", "?q=another repository"],
])("IF24 %j becomes %j", (text, hidden) => {
  expect(hide(text)).toBe(hidden);
});

test.each(["acme/secret-2#3", "acme/secrets", "acme/secret.js", "macme/secret", "x.acme/secret", "secret#3"])(
  "%j is another repository's, or none's",
  (text) => {
    expect(hide(text)).toBe(text);
  },
);

test("what is said of a hidden issue is emptied, but for whether it blocks", () => {
  const neighbour = { ref: "acme/secret#3", title: "Hidden", state: "open", labels: ["x"], at: 7 };
  expect(hide({ number: 1, blockedBy: [neighbour, { ref: "#2", title: "Shown" }] })).toEqual({
    number: 1,
    blockedBy: [
      { ref: elsewhere, title: "", state: "open", labels: [], at: 0 },
      { ref: "#2", title: "Shown" },
    ],
  });
});

test("maps and lists are searched, and numbers, dates and nothing stay", () => {
  const value = { map: new Map([["a", ["acme/secret#3", 1, null, undefined]]]), no: undefined };
  expect(hide(value)).toEqual({ map: new Map([["a", [elsewhere, 1, null, undefined]]]), no: undefined });
});

test.each([
  ["a phrase", { ref: "blocked through acme/secret#3, which waits", title: "Hidden", number: 3 }],
  ["owner and name apart", { owner: "acme", repo: "secret", number: 3, title: "Hidden" }],
  ["an old name", { ref: "acme/renamed#3", title: "Hidden", number: 3 }],
])("IF24 an object is hidden that names its issue by %s", (_, value) => {
  const { title, number } = hide(value);
  expect([title, number, /secret|renamed|Hidden/.exec(JSON.stringify(hide(value)))]).toEqual(["", 0, null]);
});

test("IF24 a repository that the index has no longer is hidden where we name it, and kept in an author's words", () => {
  const { value } = hideElsewhere([], listed);
  const because = "blocked by acme/gone#3, https://github.com/acme/gone/issues/4 and acme/demo#5";
  expect(value({ because, body: "see nodejs/node#3" })).toEqual({
    because: `blocked by ${elsewhere}, ${elsewhere} and acme/demo#5`,
    body: "see nodejs/node#3",
  });
});
