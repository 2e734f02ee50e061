/** Says where programs that `run` starts share the server's user: nothing but the operating system keeps them apart. */
import { formatDuration } from "../../../base/duration.ts";
import { type CheckResult, failed, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

const dayMs = 86_400_000;
/** A run longer ago says little about how programs are started now. */
const recentMs = 30 * dayMs;
const usualAddress = "http://127.0.0.1:4000";

export function checkPrograms({
  programs,
  server,
  now,
}: Pick<DoctorFacts, "programs" | "server" | "now">): readonly CheckResult[] {
  const { newest, keyFile } = programs;
  const url = server.type === "none" ? usualAddress : server.url;
  const key =
    keyFile === undefined
      ? []
      : [
          warning(
            "programs",
            `${keyFile} has the App's key, and is in the data folder.`,
            `mkdir -p ~/.config/signalbox && mv ${keyFile} ~/.config/signalbox/`,
          ),
        ];
  if (newest === undefined || now - newest.at > recentMs)
    return [...key, passed("programs", "No program was started as the server's user in the last 30 days.")];
  const minutes = Math.floor((now - newest.at) / 60_000);
  const ago = minutes < 1 ? "a moment" : formatDuration(minutes * 60_000);
  return [
    ...key,
    failed(
      "programs",
      `\`signalbox run\` started a program for ${newest.agent} ${ago} ago, as the user that the server runs as. A process of the same user can read the server's secrets, and then act as the App and as the owner.`,
      `Start programs as a user of their own:\n  sudo useradd --create-home agents\n  signalbox tokens add --agent ${newest.agent} | sudo -iu agents signalbox run --server ${url} --token-file - --agent ${newest.agent} -- <program>`,
    ),
  ];
}
