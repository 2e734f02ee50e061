/**
 * Limits GitHub to one installation during its tenure: only its repositories are listed. The tenure of
 * `noInstallation` lists the installations and reads the delivery log.
 */
import { type InstallationId, noInstallation } from "../../engine/model/fact.ts";
import type { ConnectedApp } from "../composition/assembly.ts";

/** @param onListed called with all installations of the App */
export function narrowedTo(
  installation: InstallationId,
  { github, translate }: ConnectedApp,
  onListed: (installations: readonly InstallationId[]) => Promise<void>,
): ConnectedApp {
  const { share, tracker } = github;
  const repositories: typeof tracker.repositories =
    installation !== noInstallation
      ? () => share.repositoriesOf(installation)
      : async () => {
          await onListed(await share.installations());
          return { repositories: [], unlisted: [] };
        };
  return { github: { ...github, tracker: { ...tracker, repositories } }, translate };
}
