/** The shape of a page: a path, and functions from a reader's request to HTML. */
import type { OperationPorts } from "../operations/operation.ts";
import type { FullRef } from "../protocol/references/ref.ts";
import type { Theme } from "./frame.ts";
import type { Reader } from "./reader.ts";

export interface PageRequest {
  /** What this reader may read, and write as. */
  readonly ports: OperationPorts;
  readonly caller: Reader;
  /** The hidden field `formToken` of every form has this value; a form without it is refused. */
  readonly formToken: string;
  /** What stands in the path for its parameters, such as `repo` of `/issues/:owner/:repo/:number`. */
  readonly params: Readonly<Record<string, string>>;
  /** The address with its query. */
  readonly url: URL;
  readonly theme: Theme;
}

/** A form that was sent from a page of the same session. */
export interface FormRequest extends PageRequest {
  readonly form: URLSearchParams;
  /**
   * What the reader decides an issue with. If agents of its repository write with the reader's login, that is no comment but
   * a choice on a page, for the text with this hash.
   * @param shown SHA-256 of title and body, in hex
   */
  readonly portsToDecide: (issue: FullRef, shown: string) => Promise<OperationPorts>;
}

export type PageResponse =
  | { readonly type: "page"; readonly html: string; readonly status?: 200 | 404 | 409 | 422 }
  /** After a form: the browser loads this path of the site. */
  | { readonly type: "redirect"; readonly to: string };

export interface SitePage {
  /** A path as Hono reads it: `/issues/:owner/:repo/:number{[0-9]+}`. */
  readonly path: string;
  readonly get: (request: PageRequest) => Promise<PageResponse>;
  /**
   * Set if it shows nothing but the index and who reads it, so that it need not be rendered again for readers of the
   * same until the index changes.
   */
  readonly isOfIndex?: true;
  /** Absent for a page without forms. */
  readonly post?: (request: FormRequest) => Promise<PageResponse>;
}
