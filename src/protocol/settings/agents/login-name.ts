/** What an agent that the settings give no name is called: the login of its account, of an App's bot without the suffix. */
export function loginName(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, "");
}
