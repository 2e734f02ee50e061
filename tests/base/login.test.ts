/**
 * Logins of accounts that an enterprise manages, in each place that reads one. Their shape is GitHub's:
 * https://docs.github.com/en/enterprise-cloud@latest/admin/managing-iam/iam-configuration-reference/username-considerations-for-external-authentication
 */
import { expect, test } from "vitest";
import { partsOf } from "../../src/markdown/reference.ts";
import { foreignText } from "../../src/operations/import/foreign-text.ts";
import { claimCommand, releaseCommand } from "../../src/protocol/commands/claim.ts";
import { mentionsIn } from "../../src/protocol/references/mention.ts";
import { parseRefs } from "../../src/protocol/references/ref.ts";
import { issueRef, mention } from "../../src/protocol/render/names.ts";
import { looksLikeLogin } from "../../src/protocol/settings/agents/account-id.ts";

const managed = ["mona_octo", "mona-cat_octo", "2abvd19d_admin", "m_abc12345"];

test.each(managed)("%s is read where a login is expected", (login) => {
  expect(mentionsIn(`Over to @${login}, please.`)).toEqual([login]);
  expect(partsOf(`@${login}`)).toMatchObject([{ reference: { kind: "user", login } }]);
  expect(claimCommand.read(`as ${login}`)).toMatchObject({ as: login });
  expect(releaseCommand.read(`to ${login}`)).toMatchObject({ to: login });
  expect(String(mention(login))).toBe(`@${login}`);
  expect(looksLikeLogin(login)).toBe(true);
});

test.each(managed)("%s may own a repository, whose issues are referred to", (owner) => {
  const ref = { owner, repo: "demo", number: 7 };
  expect(parseRefs(`As in ${owner}/demo#7.`)).toEqual([ref]);
  expect(parseRefs(`https://github.com/${owner}/demo/issues/7`)).toEqual([ref]);
  expect(partsOf(`${owner}/demo#7`)).toMatchObject([{ reference: { repository: { owner, name: "demo" } } }]);
  expect(String(issueRef(ref))).toBe(`${owner}/demo#7`);
});

test.each([...managed, "1ary", "maria"])("a text from elsewhere does not notify %s", (login) => {
  expect(foreignText(`Ask @${login}.`)).toBe(`Ask \`@${login}\`.`);
});

/** As GitHub gives them: https://docs.github.com/en/graphql/guides/migrating-graphql-global-node-ids */
test.each(["U_kgDOAAjmPw", "BOT_kgDOBZ_abc", "U_kgDNAQ0", "EMU_kgDOCA", "MDQ6VXNlcjU4MzIzMQ=="])(
  "the node id %s is no login",
  (id) => {
    expect(looksLikeLogin(id)).toBe(false);
  },
);
