/** The program knows the commit that it was built from, wherever that is recorded. */
import assert from "node:assert/strict";
import { readCommit } from "../../../src/program/service/version.ts";
import { startServe } from "../../support/program.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { newDirectory } from "../../support/scratch.ts";

const ANOTHER = "0123456789abcdef0123456789abcdef01234567";

async function git(cwd: string, ...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  const { stdout, stderr, success } = await new Deno.Command("git", {
    args: [...identity, ...args],
    cwd,
    env: { GIT_CONFIG_GLOBAL: "/dev/null" },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** Creates a repository with one commit, on the branch `main/line`. */
async function repository(): Promise<{ root: string; commit: string }> {
  const root = await newDirectory();
  await git(root, "init", "--quiet", "--initial-branch=main/line");
  await git(root, "commit", "--quiet", "--allow-empty", "--message=first");
  return { root, commit: await git(root, "rev-parse", "HEAD") };
}

Deno.test("the commit is that of a branch, loose or packed, of a tag, and of a linked working tree", async () => {
  const { root, commit } = await repository();
  assert.equal(readCommit(root), commit);
  await git(root, "worktree", "add", "--quiet", "-b", "other", `${root}-linked`);
  assert.equal(readCommit(`${root}-linked`), commit);
  await git(root, "pack-refs", "--all");
  assert.equal(readCommit(root), commit);
  assert.equal(readCommit(`${root}-linked`), commit);
  await git(root, "tag", "v0.1.0");
  await git(root, "commit", "--quiet", "--allow-empty", "--message=second");
  assert.equal(readCommit(root), await git(root, "rev-parse", "HEAD"));
  await git(root, "checkout", "--quiet", "v0.1.0");
  assert.equal(readCommit(root), commit);
});

Deno.test("without a commit it is unknown", async () => {
  const empty = await newDirectory();
  assert.equal(readCommit(empty), "unknown");
  await git(empty, "init", "--quiet");
  assert.equal(readCommit(empty), "unknown");
  await Deno.writeTextFile(`${empty}/.git/HEAD`, "what is this\n");
  assert.equal(readCommit(empty), "unknown");
});

Deno.test("a commit that the build recorded takes precedence, unless it is none", async () => {
  const { root, commit } = await repository();
  assert.equal(readCommit(root, ANOTHER), ANOTHER);
  assert.equal(readCommit(root, ""), commit);
  assert.equal(readCommit(root, "main"), commit);
});

Deno.test("the launcher tells the program its commit, which the first line of the log has", async () => {
  const path = await newDirectory();
  const { program } = await startServe(
    { DATA_DIR: `${path}/data`, DATABASE_URL: await migratedDatabase() },
    { launchedWith: { umask: 0o022 } },
  );
  await using _ = program;
  const commit = readCommit();
  await program.until(new RegExp(`"message":"ready".*"commit":"${commit}"`));
});
