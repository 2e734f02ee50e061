/** The envelope: what is read, what is refused, and that a written one is read back unchanged. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Envelope, readEnvelope, writeEnvelope } from "../../../src/protocol/envelope/envelope.ts";
import { scanBody } from "../../../src/protocol/sections/sections.ts";

test.each([
  ["YAML", "v: 1.2\nfrom: alice\nrefs: ['#1', acme/web#2]\nnew: later"],
  ["YAML behind a document mark", "---\nv: '1.2'\nfrom: alice\nrefs:\n  - '#1'\n  - acme/web#2"],
  ["JSON", '{"v": "1.2", "from": "alice", "refs": ["#1", "acme/web#2"], "new": {"deep": []}}'],
])("S2.57 an envelope in %s of any version 1.x is read without its unknown keys", (_, text) => {
  expect(readEnvelope(text)).toEqual({
    ok: true,
    envelope: { v: "1.2", from: "alice", refs: ["#1", "acme/web#2"] },
  });
});

describe("F10 an envelope is refused", () => {
  test.each([
    ["an alias bomb", "a: &a [x, x]\nb: [*a, *a]\nv: 1", "anchor"],
    ["an alias", "v: 1\nfrom: *a", "alias"],
    ["a JavaScript tag", "v: !!js/function 'x'", "tag"],
    ["a standard tag", "v: !!str 1", "tag"],
    ["__proto__", "v: 1\n__proto__: {from: x}", "__proto__"],
    ["__proto__ in JSON", '{"v": 1, "\\u005f_proto__": {"from": "x"}}', "__proto__"],
    ["constructor", "v: 1\nconstructor: x", "constructor"],
    ["a key given twice", "v: 1\nfrom: a\nfrom: b", "or repeats a key"],
    ["a merge key with an alias", "x: &x {v: 1}\n<<: *x", "anchor"],
    ["two documents", "v: 1\n---\nv: 1", "or repeats a key"],
    ["brackets without end", "[".repeat(8_000), "YAML"],
    ["deep brackets", `{"v":1,"x":${"[".repeat(20)}${"]".repeat(20)}}`, "deeply"],
    ["deep lists", `${"- ".repeat(4_000)}x`, "YAML"],
    ["more than 8 KiB", `v: 1\nfrom: ${"ä".repeat(4_100)}`, "larger"],
    ["no map", "- v", "map"],
    ["nothing", "", "map"],
    ["no version", "from: alice", "`v`"],
    ["an id that is no ULID", "v: 1\nid: 42", "`id`"],
  ])("for %s", (_, text, reason) => {
    const reading = readEnvelope(text);
    expect(reading).not.toHaveProperty("unsupportedVersion");
    expect(reading.ok ? "" : reading.problem).toContain(reason);
  });
});

test.each(["v: 2", "v: '2.0'", '{"v": "17.1"}', "v: 0.9"])(
  "S2.58 %j is reported as an unsupported version",
  (text) => {
    expect(readEnvelope(text)).toMatchObject({ ok: false, unsupportedVersion: expect.any(String) });
  },
);

test("F10 no text makes the envelope reader throw or pollutes a prototype", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(typeof readEnvelope(text).ok).toBe("boolean");
    }),
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("an envelope that was written is read back from a body unchanged, whatever text it holds", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      "```",
      "`\u2028\r\n~~~",
      "\n```\n### Goal",
      "-->",
      "@alice",
      "\ud83d\ude00",
      "null",
      "1.0",
    ),
  );
  const envelopes = fc.record(
    { v: fc.constant("1.0"), from: word, track: word, refs: fc.array(word, { maxLength: 3 }), thread: word },
    { requiredKeys: ["v"] },
  );
  fc.assert(
    fc.property(envelopes, (envelope: Envelope) => {
      const { envelopeText = "" } = scanBody(`### Goal\n\nx\n\n${writeEnvelope(envelope)}`);
      expect(readEnvelope(envelopeText)).toEqual({ ok: true, envelope });
    }),
  );
});
