/** The paths of a checkout that the next commit would change, both names of a renamed file among them. */
import { messageOf, UserError } from "../../base/errors.ts";
import type { Environment } from "../../server/composition/environment.ts";
import { readWithGit } from "../terminal/read-with-git.ts";

const maxOutput = 64 * 1024 * 1024;

/** @throws UserError outside of a checkout */
export async function stagedPaths(folder: string, env: Environment): Promise<readonly string[]> {
  const words = ["diff", "--cached", "--name-only", "--no-renames", "-z"];
  try {
    const stdout = await readWithGit({ folder, env, maxOutput }, words);
    return stdout.split("\0").filter((path) => path !== "");
  } catch (thrown) {
    throw new UserError(`git could not list what is staged here: ${messageOf(thrown).split("\n", 1)[0]}`);
  }
}
