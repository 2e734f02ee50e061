/**
 * What a story of three agents makes the App write, and whom that notifies. Does not measure speed: each
 * write costs GitHub quota, and each notification costs a person's attention.
 */
import { isWanted, mailbox } from "../../support/notifications.ts";
import { playStory, teamStory } from "../../support/story.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { startRecordedBus } from "../recorded-bus.ts";
import { figuresOf } from "../recorded-requests.ts";

export async function part({ folder, progress }: Run): Promise<readonly Figure[]> {
  const { hub, proxy, as, settled, close } = await startRecordedBus(folder);
  const mail = mailbox(hub);
  await settled();
  proxy.take();
  await playStory(teamStory, as, settled);
  const sent = mail.sent();
  progress(`${teamStory.length} steps of people, ${sent.length} notifications`);
  await close();
  const kinds = Map.groupBy(sent, ({ by, because }) => `${by}, as ${because}`);
  return [
    { name: "what people did", value: teamStory.length, unit: "" },
    ...figuresOf("story", proxy.take()),
    { name: "notifications", value: sent.length, unit: "" },
    ...[...kinds].map(
      ([kind, group]): Figure => ({ name: `  of these ${kind}`, value: group.length, unit: "" }),
    ),
    {
      name: "notifications that ask nothing",
      value: sent.filter((each) => !isWanted(each)).length,
      unit: "",
      target: { atMost: 0 },
    },
  ];
}
