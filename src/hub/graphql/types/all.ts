/** The tables of every type that the hub supports. */
import type { ObjectType } from "../executor/object-type.ts";
import { botType, organizationType, userType } from "./account.ts";
import { issueType } from "./issue.ts";
import { issueCommentType } from "./issue-comment.ts";
import { issueTypeType } from "./issue-type.ts";
import { labelType } from "./label.ts";
import { mutationType } from "./mutation.ts";
import { pullRequestType } from "./pull-request.ts";
import { queryType } from "./query.ts";
import { reactionType } from "./reaction.ts";
import { repositoryType } from "./repository.ts";

export const objectTypes: readonly ObjectType[] = [
  queryType,
  mutationType,
  repositoryType,
  issueType,
  issueCommentType,
  pullRequestType,
  issueTypeType,
  labelType,
  reactionType,
  userType,
  botType,
  organizationType,
];
