/** Another server has the index now: this one must not write any more. */
export class Superseded extends Error {
  constructor() {
    super("another server has opened this index since, so this one no longer writes");
    this.name = "Superseded";
  }
}
