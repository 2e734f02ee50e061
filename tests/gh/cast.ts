/** People with the real `gh` on a running product; what they see is what `gh` prints. */
import type { TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { type Gh, type GhBinary, ghAs } from "../support/gh.ts";

export interface Cast {
  /** @param repository `owner/name`; `acme/demo` if omitted */
  readonly as: (login: string, repository?: string) => Gh;
  readonly close: () => void;
}

export function castAt(binary: GhBinary, { hub }: TestBus): Cast {
  const runners: Gh[] = [];
  return {
    as: (login, repository = "acme/demo") => {
      const gh = ghAs(binary, hub, hub.tokenOf(login), `github.localhost/${repository}`);
      runners.push(gh);
      return gh;
    },
    close: () => {
      for (const gh of runners) gh.close();
    },
  };
}

/** Files an issue of a kind from standard input, and resolves to its number. */
export async function file(
  gh: Gh,
  kind: string,
  title: string,
  body: string | Readonly<Record<string, string>>,
): Promise<number> {
  const words = ["issue", "create", "--title", title, "--label", `kind:${kind}`, "--body-file", "-"];
  return Number(numberIn(await gh.ok(words, typeof body === "string" ? body : form(body))));
}

/** The number at the end of an issue's or a pull request's URL. */
export function numberIn(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
