import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { cometVersion } from '#qord/consensus/comet/comet-error.ts';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';

const module = `github.com/cometbft/cometbft@${cometVersion}`;
/** Folders that are not needed to build the program. */
const unused = ['docs', 'spec'];

/** A change of the source: this text, which is in the file once, becomes another. */
type Change = { readonly file: string; readonly from: string; readonly to: string };

/**
 * Builds CometBFT from a copy of its source, for a faulty node; returns the file of the program. Throws when a text is
 * not in its file once.
 */
export function buildChangedComet(t: Pick<TestContext, 'after'>, changes: readonly Change[]): string {
  const go = (words: readonly string[], cwd?: string) => execFileSync('go', words, { cwd, encoding: 'utf8' });
  const source: { Dir: string } = JSON.parse(go(['mod', 'download', '-json', module]));
  const folder = join(temporaryFolder(t), 'cometbft');
  cpSync(source.Dir, folder, { recursive: true, filter: (name) => !unused.includes(basename(name)) });
  for (const { file, from, to } of changes) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not contain once: ${from}`);
    for (const name of [folder, dirname(path), path]) chmodSync(name, 0o755);
    writeFileSync(path, text.replace(from, to));
  }
  const binary = join(folder, 'cometbft');
  go(['build', '-o', binary, './cmd/cometbft'], folder);
  return binary;
}
