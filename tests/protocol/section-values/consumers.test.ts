import { describe, expect, test } from "vitest";
import { consumers } from "../../../src/protocol/section-values/consumers.ts";

const section = consumers({ label: "Consumers", hint: "" }, { max: 3, why: "of a reason" });
const problemIn = (text: string) => {
  const read = section.read(text);
  return read.ok ? undefined : read.problem.message;
};

describe("consumers of a contract", () => {
  test("are tasks and tracks, however they are listed", () => {
    const value = {
      refs: [{ number: 12 }, { owner: "acme", repo: "web", number: 3 }],
      tracks: ["web", "Store front"],
    };
    for (const text of [
      "#12, acme/web#3, track:web, track: Store front",
      "- #12\n- acme/web#3\n- `track:web`\n- Track:Store front\n- track:WEB",
    ])
      expect(section.read(text)).toMatchObject({ ok: true, value: { refs: value.refs } });
    expect(section.read("#12, acme/web#3, track:web, track: Store front")).toEqual({ ok: true, value });
    expect(section.read(section.write(value))).toEqual({ ok: true, value });
  });

  test("are refused if an item is neither, so that no consumer is lost by a misspelling", () => {
    expect(problemIn("#12, web")).toBe("Consumers: `web` is neither a task nor a track.");
    expect(problemIn("13")).toBe("Consumers: `13` is neither a task nor a track.");
    expect(problemIn("track:")).toBe("Consumers: `track:` is neither a task nor a track.");
    expect(problemIn(`track:${"w".repeat(45)}`)).toContain("is neither a task nor a track.");
    expect(problemIn("none")).toBe("Consumers mentions no task and no track.");
    expect(problemIn("#1 #2 #3 #4")).toContain("more than 3 issues");
    const many = Array.from({ length: 21 }, (_, index) => `track:t${index}`).join(", ");
    expect(problemIn(many)).toBe("Consumers lists more than 20 tracks.");
  });
});
