/** How many bytes of what the App writes are hidden markers. */
import { markerKeys } from "../../../src/github/write/marker.ts";
import { ourWritings } from "../../support/our-writings.ts";
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
  const inStatuses = bytes(statuses.map(({ body, marked }) => body.slice(marked.text.length)));
  progress(`${writings.length} comments and bodies of ours, ${statuses.length} of them status comments`);
  return [
    { name: "bytes of visible text", value: text, unit: "" },
    { name: "bytes of markers", value: now, unit: "" },
    { name: "share of markers", value: now / (now + text), unit: "" },
    { name: "a status comment's marker, bytes", value: inStatuses / statuses.length, unit: "" },
  ];
}
