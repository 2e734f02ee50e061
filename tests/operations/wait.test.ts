/** Waiting for an issue to be unblocked, on a clock that jumps. */
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import type { Board } from "../../src/operations/ports.ts";
import { card, type MemoryBoard, memoryBoard, portsOf } from "./board.ts";
import { wait } from "./held.ts";

const question = { ref: "acme/demo#40", title: "Which\u001b[31m one?", state: "open" };
const blocked = card(12, { status: "blocked", inTheWay: [question] });

describe("wait", () => {
  test("wait ends at once when the task is ready", async () => {
    const ports = portsOf(memoryBoard([card(12)]));
    const result = await wait.run(ports, { issue: "12" });
    expect(result).toMatchObject({
      isMet: true,
      output: { issue: "acme/demo#12", outcome: "ready", waitedMs: 0 },
    });
    expect(ports.told).toEqual([]);
  });

  test("S3.39 wait ends when a blocked task becomes ready, and has said what it waited for", async () => {
    const board = memoryBoard([blocked]);
    const ports = portsOf(board, (passedMs) => {
      if (passedMs === 5000) board.put(card(12));
    });
    const result = await wait.run(ports, { issue: "#12" });
    expect(result).toMatchObject({ isMet: true, text: "acme/demo#12 is ready after 5.0 s" });
    expect(ports.told).toEqual([
      "acme/demo#12 is blocked. It waits for\n  acme/demo#40 (open) Which[31m one?",
    ]);
  });

  test("wait reads the card only when the index has changed", async () => {
    const board = memoryBoard([blocked]);
    await wait.run(portsOf(board), { issue: "12", timeout: "30m" });
    expect(board.reads()).toBe(1);
  });

  test("wait sees a change of the index that happened while it was reading the card", async () => {
    const board = memoryBoard([blocked]);
    const read = board.card;
    let isFirst = true;
    const changing = {
      ...board,
      card: async (owner: string, repo: string, number: number) => {
        const found = await read(owner, repo, number);
        if (isFirst) board.put(card(12));
        isFirst = false;
        return found;
      },
    };
    const result = await wait.run(portsOf(changing), { issue: "12", timeout: "90s" });
    expect(result).toMatchObject({ isMet: true, output: { outcome: "ready" } });
  });

  describe("in an index that replaces the one it began in", () => {
    /** A board whose index is replaced after a second by an empty one. */
    function replacedBoard(then: (passedMs: number, put: MemoryBoard["put"]) => void) {
      let current = memoryBoard([blocked]);
      let epoch = "c000001";
      const board: Board = {
        ...current,
        version: async () => (epoch === "c000001" ? 1 : 2) * 1_000 + (await current.version()),
        card: (owner, repo, number) => current.card(owner, repo, number),
        changesEnd: async () => ({ ...(await current.changesEnd()), epoch }),
      };
      return portsOf(board, (passedMs) => {
        if (passedMs === 1_000) [current, epoch] = [memoryBoard([]), "c000002"];
        then(passedMs, current.put);
      });
    }

    test("wait says so once, and ends when the task has come to the new index and is ready there", async () => {
      const ports = replacedBoard((passedMs, put) => {
        if (passedMs === 40_000) put(blocked);
        if (passedMs === 50_000) put(card(12));
      });
      const result = await wait.run(ports, { issue: "12", timeout: "2m" });
      expect(result).toMatchObject({ isMet: true, output: { outcome: "ready", waitedMs: 50_000 } });
      expect(ports.told.slice(1)).toEqual([
        "The index was replaced; the wait continues in the new one.",
        "acme/demo#12 is not in the index yet.",
      ]);
    });

    test("wait ends at its time limit if the task never comes to the new index", async () => {
      const result = await wait.run(
        replacedBoard(() => {}),
        { issue: "12", timeout: "30s" },
      );
      expect(result).toMatchObject({ isMet: false, output: { outcome: "time limit" } });
      expect(result.text).toBe("Not yet, after 30 s. The index has no issue acme/demo#12.");
    });
  });

  test("wait is not met at the time limit", async () => {
    const result = await wait.run(portsOf(memoryBoard([blocked])), { issue: "12", timeout: "90s" });
    expect(result).toMatchObject({ isMet: false, output: { outcome: "time limit", waitedMs: 90_000 } });
    expect(result.text).toBe("Not yet, after 90 s. acme/demo#12 waits for acme/demo#40.");
  });

  test("N43 wait reports each thing that a task waits for once, however often it changes", async () => {
    const other = { ref: "acme/demo#41", title: "Which two?", state: "open" };
    const board = memoryBoard([blocked]);
    const ports = portsOf(board, (passedMs) => {
      if (passedMs === 1000) board.put(card(12, { status: "blocked", inTheWay: [question, other] }));
      if (passedMs === 2000) board.put(card(12, { status: "blocked", inTheWay: [other] }));
    });
    const result = await wait.run(ports, { issue: "12", timeout: "3s" });
    expect(ports.told).toEqual([
      expect.stringMatching(/^acme\/demo#12 is blocked\. It waits for\n {2}acme\/demo#40 \(open\) [^\n]+$/),
      "acme/demo#12 now also waits for\n  acme/demo#41 (open) Which two?",
    ]);
    const whole = [...ports.told, result.text].join("\n");
    expect(whole.split("Which two?")).toHaveLength(2);
    expect(whole.split("one?")).toHaveLength(2);
    expect(result.text).toBe("Not yet, after 3.0 s. acme/demo#12 waits for acme/demo#41.");
  });

  test("wait ends with the decision when a question is answered", async () => {
    const asked = card(40, { kind: "question", status: undefined });
    const board = memoryBoard([asked]);
    const ports = portsOf(board, () => board.put({ ...asked, state: "closed", decision: "Use the first." }));
    const result = await wait.run(ports, { issue: "40" });
    expect(result.text).toBe("acme/demo#40 is answered after 0.1 s: Use the first.");
  });

  test("wait continues while an open question has no answer, whatever status it shows", async () => {
    const board = memoryBoard([card(40, { kind: "question", status: "ready" })]);
    expect(await wait.run(portsOf(board), { issue: "40", timeout: "1s" })).toMatchObject({ isMet: false });
  });

  test("wait continues while the App has not processed a new task", async () => {
    const board = memoryBoard([card(12, { status: undefined })]);
    expect(await wait.run(portsOf(board), { issue: "12", timeout: "1s" })).toMatchObject({ isMet: false });
  });

  test("wait ends when whoever asked has gone, and says that it was broken off", async () => {
    const gone = new AbortController();
    const ports = portsOf(memoryBoard([blocked]), (passedMs) => passedMs >= 5000 && gone.abort());
    const result = await wait.run({ ...ports, signal: gone.signal }, { issue: "12" });
    expect(result).toMatchObject({ isMet: false, output: { outcome: "broken off", waitedMs: 5000 } });
    expect(result.text).toBe("Broken off after 5.0 s. acme/demo#12 waits for acme/demo#40.");
  });

  test("wait ends when the issue is closed without an answer", async () => {
    const board = memoryBoard([card(12, { state: "closed", status: undefined })]);
    expect(await wait.run(portsOf(board), { issue: "12" })).toMatchObject({ output: { outcome: "closed" } });
  });

  test("wait gives a new issue ten seconds to reach the index", async () => {
    const board = memoryBoard([]);
    const ports = portsOf(board, (passedMs) => {
      if (passedMs === 2000) board.put(card(12));
    });
    expect(await wait.run(ports, { issue: "12" })).toMatchObject({ isMet: true });
    expect(ports.told).toEqual(["acme/demo#12 is not in the index yet."]);
    await expect(wait.run(portsOf(memoryBoard([])), { issue: "12" })).rejects.toThrow(
      /The index has no issue acme\/demo#12/,
    );
  });

  test("wait gives a new issue longer while no worker can ask GitHub, as after one was lost", async () => {
    const board = memoryBoard([]);
    let isServed = false;
    const ports = portsOf(
      board,
      (passedMs) => {
        if (passedMs < 15_000 || isServed) return;
        isServed = true;
        board.put(card(12));
      },
      () => (isServed ? "fresh" : "unsure"),
    );
    expect(await wait.run(ports, { issue: "12" })).toMatchObject({ isMet: true, output: { isFresh: true } });
    let asked = 0;
    const outage = portsOf(memoryBoard([]), undefined, () => {
      asked += 1;
      return "unsure";
    });
    await expect(wait.run(outage, { issue: "12" })).rejects.toThrow(/The index has no issue acme\/demo#12/);
    // Once at the start, and every two seconds of the fifty.
    expect(asked).toBeLessThan(30);
  });

  test("wait is not met if the issue does not exist at the time limit", async () => {
    const ports = portsOf(memoryBoard([]));
    const result = await wait.run(ports, { issue: "99", timeout: "1s" });
    expect(result).toMatchObject({ isMet: false, output: { outcome: "time limit", card: undefined } });
    expect(result.text).toBe("Not yet, after 1.0 s. The index has no issue acme/demo#99.");
    expect(ports.told).toEqual([]);
  });

  test.each(["30", "soon", "-5m", "99d", "1e9s"])("wait refuses %s as a duration", async (timeout) => {
    await expect(wait.run(portsOf(memoryBoard([])), { issue: "12", timeout })).rejects.toThrow(UserError);
  });
});

describe("wait confirms its result with GitHub", () => {
  test("wait confirms that nothing blocks a task which the index shows as ready", async () => {
    const board = memoryBoard([card(12)]);
    const found = [card(12), blocked];
    const ports = portsOf(
      board,
      (passedMs) => {
        if (passedMs === 5000) board.put(card(12));
      },
      () => {
        const next = found.shift();
        if (next !== undefined) board.put(next);
        return "fresh";
      },
    );
    const result = await wait.run(ports, { issue: "12" });
    expect(result).toMatchObject({ isMet: true, output: { outcome: "ready", waitedMs: 5000 } });
    expect(ports.told).toEqual([expect.stringContaining("acme/demo#12 is blocked.")]);
  });

  test("wait refreshes from GitHub before it reads the index", async () => {
    const board = memoryBoard([]);
    const ports = portsOf(board, undefined, () => {
      board.put(card(12));
      return "fresh";
    });
    expect(await wait.run(ports, { issue: "12" })).toMatchObject({ output: { waitedMs: 0 } });
  });

  test("wait refreshes again while the server could not finish, and says so at the time limit", async () => {
    const ports = portsOf(memoryBoard([card(12)]), undefined, () => "unsure");
    const result = await wait.run(ports, { issue: "12", timeout: "3s" });
    expect(result).toMatchObject({ isMet: false, output: { outcome: "time limit", waitedMs: 3000 } });
    expect(result.text).toBe(
      "Not yet, after 3.0 s. acme/demo#12 is ready. But the server could not confirm this with GitHub.",
    );
  });

  test("wait stops refreshing after enough attempts and reports what the index has", async () => {
    const ports = portsOf(memoryBoard([card(12)]), undefined, () => "unsure");
    expect(await wait.run(ports, { issue: "12" })).toMatchObject({
      isMet: true,
      output: { outcome: "ready", waitedMs: 6000 },
    });
    expect(ports.told).toEqual(["The server could not check with GitHub, so the index may be out of date."]);
  });

  test("wait does not refresh without a server, and says so once", async () => {
    const ports = portsOf(memoryBoard([card(12)]), undefined, () => "no server");
    expect(await wait.run(ports, { issue: "12" })).toMatchObject({ isMet: true, output: { waitedMs: 0 } });
    expect(ports.told).toEqual([
      "No server is running with this data folder, so the index may be behind GitHub.",
    ]);
  });
});
