/**
 * GitHub as the tenure of one installation sees it: it lists the repositories of that installation alone. Number 0 stands
 * for the App itself: it lists the installations, and reads the delivery log.
 */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { ConnectedApp } from "../composition/assembly.ts";

/** Stands for what belongs to no installation. */
export const theApp: InstallationId = 0;

/** @param listed told all installations of the App */
export function narrowedTo(
  installation: InstallationId,
  { github, translate }: ConnectedApp,
  listed: (installations: readonly InstallationId[]) => Promise<void>,
): ConnectedApp {
  const { share, tracker } = github;
  const repositories: typeof tracker.repositories =
    installation !== theApp
      ? () => share.repositoriesOf(installation)
      : async () => {
          await listed(await share.installations());
          return { repositories: [], unlisted: [] };
        };
  return { github: { ...github, tracker: { ...tracker, repositories } }, translate };
}
