/** The names of the stories, without the code that plays them. */

export const storyNames = ["team", "question"] as const;
export type StoryName = (typeof storyNames)[number];
