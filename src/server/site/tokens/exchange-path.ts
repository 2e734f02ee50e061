/** Where `signalbox login` exchanges a token. */
export const exchangePath = "/api/login";
