/** A text that is handed over may end with the `signalbox` block that the page of a run shows. */
import { UserError } from "../../base/errors.ts";
import type { EnvelopeReading } from "../../protocol/envelope/envelope.ts";

interface Sender {
  readonly agent: string | undefined;
  /** The token under which it writes. */
  readonly lease: string | undefined;
}

/** @throws UserError unless the block says what is written anyway: the sender and its lease, and nothing else */
export function requireOwnBlock(block: EnvelopeReading | undefined, { agent, lease }: Sender): void {
  if (block === undefined) return;
  const { v: _, from, lease: token, ...others } = block.ok ? block.envelope : { v: "" };
  const isOwn = from !== undefined && from === agent && token !== undefined && String(token) === lease;
  if (isOwn && Object.keys(others).length === 0) return;
  throw new UserError(
    "The text ends with a `signalbox` block that is not the one of your lease. Leave it out: hand-over writes one.",
    { code: "not-readable" },
  );
}
