/** The pages of the navigation, each with the letter that follows `g` to go there. A new page has a line here. */

export const places = [
  { name: "Board", path: "/board", key: "b" },
  { name: "Escalations", path: "/escalations", key: "e" },
  { name: "Graph", path: "/graph", key: "g" },
  { name: "Timeline", path: "/timeline", key: "t" },
  { name: "Agents", path: "/agents", key: "a" },
  { name: "Figures", path: "/figures", key: "f" },
  { name: "Status", path: "/status", key: "s" },
] as const;

export type Place = (typeof places)[number]["path"];
