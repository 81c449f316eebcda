import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A line up to the cursor, and what can stand there. */
const expected = [
  ['qord sta', 'start status'],
  ['qord start --mnemonic-r', '--mnemonic-random'],
  ['qord start --accounts 5 --genesis.bal', '--genesis.balance'],
  ['qord keys pqc l', 'list'],
  ['qord tx xqore lo', 'lock'],
] as const;

function missing(shell: string): string | false {
  try {
    execFileSync(shell, ['-c', 'true']);
    return false;
  } catch {
    return `${shell} is missing`;
  }
}

async function scriptFor(shell: string): Promise<string> {
  const { stdout, code } = await runQord(['completion', shell]);
  assert.equal(code, 0);
  return stdout;
}

describe('the shell completes commands and options', () => {
  test('bash', { skip: missing('bash') }, async () => {
    const text = await scriptFor('bash');
    const complete = (line: string) => {
      const words = line.split(' ').map((word) => `'${word}'`);
      const script = `${text}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _qord; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim();
    };
    for (const [line, next] of expected) assert.equal(complete(line), next, line);
  });

  test('fish', { skip: missing('fish') }, async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'qord.fish'), await scriptFor('fish'));
    const complete = (line: string) =>
      execFileSync('fish', ['-c', `source qord.fish; complete -C '${line}'`], {
        ...{ cwd: folder, encoding: 'utf8' },
        env: { ...process.env, HOME: folder },
      });
    for (const [line, next] of expected) assert.equal(complete(line).trim().split('\n').join(' '), next, line);
  });

  test('zsh', { skip: missing('zsh') }, async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, '_qord'), await scriptFor('zsh'));
    const loads = [
      'autoload -U compinit; compinit -u -D; source ./_qord',
      'fpath+=($PWD); autoload -U compinit; compinit -u -D',
    ];
    for (const load of loads)
      for (const [line, next] of expected) {
        const typed = typedIn(folder, load, line);
        if (next.includes(' ')) assert.equal(typed, line.slice('qord '.length), `${line}: nothing is chosen`);
        else assert.equal(typed, line.slice('qord '.length).replace(/\S*$/, next), line);
      }
  });

  test('other shells are refused by name', async () => {
    const { code, stderr } = await runQord(['completion', 'csh']);
    assert.equal(code, 2);
    assert.match(stderr, /there is a completion for bash, zsh and fish, not for csh/);
  });
});

/** What the line is after a tabulator: in a zsh that has a terminal, where qord prints its arguments. */
function typedIn(folder: string, load: string, line: string): string {
  const script = `
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell ${JSON.stringify(`${load}; qord() { print "<$*>"; }; print rea""dy`).replaceAll('$', '\\$')}
zpty -r shell text '*ready*'
zpty -n -w shell ${JSON.stringify(line)}$'\\t\\n'
zpty -r shell text '*<*>*'
print -r -- "$text"`;
  const output = execFileSync('zsh', ['-f', '-c', script], { cwd: folder, encoding: 'utf8', timeout: 600_000 });
  return /<(.*)>/.exec(output)?.[1]?.trim() ?? output;
}
