/** `/tokens`, and the forms by which tokens are made and ended. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { FormRequest, PageRequest, PageResponse, SitePage } from "../page.ts";
import { maxDays, type TokenActions } from "../parts/token-actions.ts";
import { tokensPage } from "../tokens.ts";
import type { FrameOf } from "./frame-of.ts";

const form = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("make"),
    agent: z
      .string()
      .trim()
      .max(100)
      .transform((name) => name || undefined),
    days: z.coerce.number().int().min(1).max(maxDays),
  }),
  z.object({ act: z.literal("end"), id: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.object({ act: z.literal("end-all") }),
]);

export function tokensAt(frameOf: FrameOf, actions: TokenActions): SitePage {
  const show = async (
    request: PageRequest,
    { made, refusal }: { readonly made?: string; readonly refusal?: string } = {},
  ): Promise<PageResponse> => {
    const tokens = await actions.list(request.ports);
    const view = { tokens, made, refusal, origin: request.url.origin };
    const html = tokensPage(view, await frameOf(request));
    return { type: "page", html, ...(refusal === undefined ? {} : { status: 422 }) };
  };
  return {
    path: "/tokens",
    get: (request) => show(request),
    post: async (request) => {
      try {
        return await carryOut(request);
      } catch (thrown) {
        if (!(thrown instanceof UserError)) throw thrown;
        return show(request, { refusal: thrown.message });
      }
    },
  };

  async function carryOut(request: FormRequest): Promise<PageResponse> {
    const read = form.safeParse(Object.fromEntries(request.form));
    if (!read.success)
      throw new UserError(`Nothing was done: days must be from 1 to ${maxDays}, and the form complete.`);
    const { ports } = request;
    switch (read.data.act) {
      case "make":
        return show(request, { made: await actions.make(ports, read.data) });
      case "end":
        await actions.end(ports, read.data.id);
        return { type: "redirect", to: "/tokens" };
      case "end-all":
        await actions.endAll(ports);
        return { type: "redirect", to: "/sign-in" };
    }
  }
}
