/**
 * Checks the subjects of all commits since the rule exists: `area: what changes`, at most 72 characters
 * (CONTRIBUTING.md, "Commits"). Skips with one line where the history is missing, as in a shallow clone.
 */
import { spawnSync } from 'node:child_process';

/** The last commit before the rule. */
const start = '6a4ca3e01161';
const maxLength = 72;
const pattern = /^[a-z0-9][a-z0-9/_.-]*(, [a-z0-9/_.-]+)*: \S/;

const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${start}..HEAD`], {
  encoding: 'utf8',
});
if (status !== 0) {
  console.log('commit subjects not checked: the history is not complete here');
  process.exit(0);
}
const faults = stdout
  .split('\n')
  .filter((line) => line !== '')
  .flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1);
    if (subject.length > maxLength)
      return [`${line}\n  has ${subject.length} characters, at most ${maxLength} are allowed`];
    return pattern.test(subject)
      ? []
      : [`${line}\n  does not begin with an area, as in "mempool: reject stale nonces"`];
  });
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
