/** Public keys of agents, without comments. The private ones exist nowhere: signatures in tests are made by keys of their own. */
export const adaKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDAX4ZzmQGDtsuzYrdVQ1Xpyc3SiiwKD5H79c1IfpStZ";
export const bobKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMMyByzMGaTUhbx9hNBuU8aGt6pYKfJXnbtPYl/0PHpa";
export const strangersKey =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPkNVIQuOW4aSIFWkatSYM+Fyt4Hb7Q8m6jLHMzobQI8";
