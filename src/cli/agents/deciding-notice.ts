/** What it means that agents write with a person's login: said before it is written. */

export function decidingNotice(login: string): string {
  return [
    `Agents will write with ${login}'s login, and each of them holds the token that writes for ${login}. So no comment by`,
    `${login} decides what that login asked: ${login} decides it on the server's pages, signed in with GitHub. Without a`,
    "server that lets people sign in, nobody can decide it with this login. The ways out: a second account decides, or each",
    "agent gets an account of its own (`signalbox agents add NAME --app SLUG`). An admin who accepts that an agent may",
    "decide as the person writes `with_person: comments`.",
    "",
    "",
  ].join("\n");
}
