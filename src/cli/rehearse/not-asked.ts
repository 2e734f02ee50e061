/** A case cannot be asked here, for the reason in its message; it is shown as skipped. */
export class NotAsked extends Error {
  override readonly name = "NotAsked";
}
