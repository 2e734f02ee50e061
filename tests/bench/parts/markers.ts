/** How many bytes of what the App writes are hidden markers, in this version and in version 1. */
import { markerKeys } from "../../../src/github/write/marker.ts";
import { asOfVersion1, ourWritings } from "../../support/our-writings.ts";
import { longStory, playStory } from "../../support/story.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { startRecordedBus } from "../recorded-bus.ts";

export async function part({ folder, progress }: Run): Promise<readonly Figure[]> {
  const { hub, as, settled, close } = await startRecordedBus(folder);
  await settled();
  await playStory(longStory, as, settled);
  const keys = markerKeys(hub.app.privateKey);
  const writings = await ourWritings(as("maria"), keys);
  await close();
  const bytes = (texts: readonly string[]): number =>
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const statuses = writings.filter(({ marked }) => marked.key === "status");
  const text = bytes(writings.map(({ marked }) => marked.text));
  const now = bytes(writings.map(({ body }) => body)) - text;
  const before = bytes(writings.map((writing) => asOfVersion1(keys, writing))) - text;
  const inStatuses = (bodyOf: (writing: (typeof writings)[number]) => string): number =>
    statuses.reduce((sum, each) => sum + Buffer.byteLength(bodyOf(each).slice(each.marked.text.length)), 0) /
    statuses.length;
  progress(`${writings.length} comments and bodies of ours, ${statuses.length} of them status comments`);
  return [
    { name: "bytes of visible text", value: text, unit: "" },
    { name: "bytes of markers of version 1", value: before, unit: "" },
    { name: "bytes of markers", value: now, unit: "" },
    { name: "share of markers, version 1", value: before / (before + text), unit: "" },
    { name: "share of markers", value: now / (now + text), unit: "" },
    {
      name: "a status comment's marker, bytes, version 1",
      value: inStatuses((each) => asOfVersion1(keys, each)),
      unit: "",
    },
    { name: "a status comment's marker, bytes", value: inStatuses(({ body }) => body), unit: "" },
    { name: "markers / those of version 1", value: now / before, unit: "x", target: { atMost: 0.6 } },
  ];
}
