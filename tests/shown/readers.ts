/** Every reader of a line: how it is probed, what it takes for somebody's word, and how plainly a page has to show that. */
import { parseCommands } from "../../src/protocol/commands/read-commands.ts";
import { splitEnvelope } from "../../src/protocol/envelope/split-envelope.ts";
import { mentionsIn } from "../../src/protocol/references/mention.ts";
import { parseRefs } from "../../src/protocol/references/ref.ts";
import { scanBody } from "../../src/protocol/sections/sections.ts";
import type { Rank } from "./page-oracle.ts";
import type { Probe } from "./texts.ts";

export interface Reader {
  /** The line in its forms; the plainest first. */
  readonly probe: Probe;
  /** What to look for on the page. */
  readonly needle: string;
  /** The whole text around a text with the probe. */
  readonly around: (text: string) => string;
  readonly accepts: (text: string) => boolean;
  /** The least with which what is accepted must be shown. */
  readonly least: Rank;
  /** The least with which what is shown counts in plain texts; undefined where that depends on more. */
  readonly plain: Rank | undefined;
}

const words = "zeta words";

export const readers: Readonly<Record<string, Reader>> = {
  command: {
    probe: [
      ...["/decide 2", "/decide 2", "/decide 2 -->", "/decide 2 `", '/decide 2">', "/decide 2 </b>"],
      ...["/decide 2 <!--", "/decide 2|x", "/decide 2)", "/decide 2  ", "/decide 2\\", "/decide 2 <b>"],
      ...["/decide 2 </details>", "/decide 2\t", " /decide 2", "/decide 2~~", "/decide 2$$"],
    ],
    needle: "/decide 2",
    around: (text) => text,
    accepts: (text) =>
      parseCommands(text).some(
        (command) =>
          command.name === "decide" ||
          (command.name === "malformed" && command.word === "decide" && command.unread === undefined),
      ),
    least: 3,
    plain: 3,
  },
  reference: {
    probe: ["See #4711 here.", "#4711", "- #4711", "#4711 <!--", "#4711~~", "#4711](x)", "#4711</s> $$"],
    needle: "#4711",
    around: (text) => text,
    accepts: (text) => parseRefs(text).some(({ number }) => number === 4711),
    least: 2,
    plain: 2,
  },
  mention: {
    probe: ["Ask @zoe here.", "@zoe", "- @zoe", "@zoe <!--", "@zoe ~~", "@zoe](x)", "@zoe </s> $$"],
    needle: "@zoe",
    around: (text) => text,
    accepts: (text) => mentionsIn(text).includes("zoe"),
    least: 2,
    plain: 3,
  },
  heading: {
    probe: ["### Zeta", "### Zeta", "###  Zeta", " ### Zeta ###", "### Zeta <!--", "### Zeta </s>"],
    needle: "Zeta",
    around: (text) => text,
    accepts: (text) => scanBody(text).sections.some(({ label }) => label.includes("Zeta")),
    least: 3,
    plain: 3,
  },
  value: {
    probe: [words, `- ${words}`, `${words}</s>`, `${words} -->`, `${words}~~`, `${words}](x)`, `${words}")`],
    needle: words,
    around: (text) => `### Context\n\n${text}`,
    accepts: (text) => {
      const { preamble, sections } = scanBody(text);
      return [preamble, ...sections.map(({ value }) => value)].some((value) => value.includes(words));
    },
    least: 1,
    plain: 1,
  },
  decision: {
    probe: [words, `- ${words}`, `${words}</s>`, `${words} -->`, `${words}~~`, `${words}](x)`, `${words}")`],
    needle: words,
    around: (text) => `/answer Keep the files.\n\n${text}`,
    accepts: (text) =>
      parseCommands(text).some((command) => command.name === "answer" && command.decision.includes(words)),
    least: 1,
    plain: 1,
  },
  envelope: {
    probe: [
      ...["```signalbox\nv: 1.1\nfrom: zeta\n```", "~~~signalbox\nv: 1.1\nfrom: zeta\n~~~"],
      "```signalbox\nv: 1.1\nfrom: zeta\n```\n<!-- x -->",
    ],
    needle: "from: zeta",
    around: (text) => text,
    accepts: (text) => splitEnvelope(text).envelope?.ok === true,
    least: 1,
    plain: undefined,
  },
};
