/**
 * The classes of decisions, and who may make each. A class that the asker declares can make a decision
 * heavier, never lighter.
 */

export const coordinatorClasses = [
  "interface-design",
  "implementation-approach",
  "bug-fix-approach",
  "test-coverage",
] as const;
export const peopleClasses = ["breaking-change", "new-dependency", "architecture", "performance"] as const;

export type CoordinatorClass = (typeof coordinatorClasses)[number];
export type PeopleClass = (typeof peopleClasses)[number];
export type DecisionClass = CoordinatorClass | PeopleClass;

const spellings: readonly (readonly [RegExp, DecisionClass])[] = [
  [/break|compatib|deprecat/i, "breaking-change"],
  [/dependenc|library|package/i, "new-dependency"],
  [/architect/i, "architecture"],
  [/perform|trade-?off/i, "performance"],
  [/interface/i, "interface-design"],
  [/implementation/i, "implementation-approach"],
  [/bug|fix/i, "bug-fix-approach"],
  [/test|coverage/i, "test-coverage"],
];

/**
 * The class that the asker wrote as Decision class; undefined if it is unknown. Classes reserved for people
 * are tried first.
 */
export function declaredClass(written: string): DecisionClass | undefined {
  return spellings.find(([spelling]) => spelling.test(written))?.[1];
}

export function isForPeople(decision: DecisionClass): decision is PeopleClass {
  return peopleClasses.some((name) => name === decision);
}

/** The display name: `Breaking change`. */
export function nameOf(decision: DecisionClass | PeopleClass): string {
  return decision.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
}
