/** The paths of signing in. */
export const signInPath = "/sign-in";
export const gitHubSignInPath = `${signInPath}/github`;
export const callbackPath = `${signInPath}/callback`;
