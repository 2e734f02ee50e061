/**
 * Limits GitHub to one installation during its tenure: only its repositories are listed. Installation 0 is the App
 * itself, whose tenure lists the installations and reads the delivery log.
 */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { ConnectedApp } from "../composition/assembly.ts";

/** Stands for the work that belongs to no installation. */
export const theApp: InstallationId = 0;

/** @param listed called with all installations of the App */
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
