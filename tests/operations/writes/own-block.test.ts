import { describe, expect, test } from "vitest";
import { startPacket } from "../../../src/harness/start-packet.ts";
import { requireOwnBlock } from "../../../src/operations/writes/own-block.ts";
import { splitEnvelope } from "../../../src/protocol/envelope/split-envelope.ts";

const ada = { agent: "ada", lease: "1763728800123" };
const page = startPacket({ agent: "ada", issue: "acme/demo#12", token: 1763728800123 }, "", "");
const [, shown = ""] = /(```signalbox\n[\s\S]*?\n```)/.exec(page) ?? [];
const check = (block: string, sender: Parameters<typeof requireOwnBlock>[1] = ada) =>
  requireOwnBlock(splitEnvelope(`### Completes\n\n#12\n\n${block}\n`).envelope, sender);

describe("a handover that ends with a block", () => {
  test("may have the one that the page of its run shows, or none", () => {
    expect(shown).toContain("lease: 1763728800123");
    expect(() => check(shown)).not.toThrow();
    expect(() => check("")).not.toThrow();
    expect(() => check("", { agent: undefined, lease: undefined })).not.toThrow();
  });

  test.each([
    ["of another agent", shown.replace("ada", "bea"), ada],
    ["of another lease", shown.replace("1763728800123", "1763728800124"), ada],
    ["without a lease", "```signalbox\nv: 1.1\nfrom: ada\n```", ada],
    ["with more than that", shown.replace("v: 1.1", "v: 1.1\nid: 01KB3Z5M7Q8R9S0T1V2W3X4Y5Z"), ada],
    ["that is signed", shown.replace("v: 1.1", "v: 1.1\nsig: x"), ada],
    ["that cannot be read", "```signalbox\nv: [\n```", ada],
    ["while nothing says who writes", shown, { agent: undefined, lease: ada.lease }],
    ["while nothing says under which lease", shown, { agent: "ada", lease: undefined }],
  ])("may have none %s", (_, block, sender) => {
    expect(() => check(block, sender)).toThrow("Leave it out: hand-over writes one.");
  });
});
