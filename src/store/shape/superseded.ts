/** Thrown by writes once another server has taken over the index. */
export class Superseded extends Error {
  constructor() {
    super("another server has opened this index since, so this one no longer writes");
    this.name = "Superseded";
  }
}
