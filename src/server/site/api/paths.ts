/** The paths of the API. */
export const apiPath = "/api/v1";
