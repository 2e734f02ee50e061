/** Whether colour is allowed; any value of NO_COLOR disables it (https://no-color.org). */
import type { Environment } from "../../server/composition/environment.ts";

export function takesColour({ NO_COLOR, TERM }: Environment): boolean {
  return !NO_COLOR && TERM !== "dumb";
}
