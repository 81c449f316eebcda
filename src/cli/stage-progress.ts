import type { Terminal } from './terminal.ts';

const barLength = 30;

/**
 * Shows the progress of work in stages: a bar on a terminal; elsewhere one line for each finished stage. `names` are
 * those of the stages, and `verb` says what was done with their parts.
 */
export function stageProgress<S extends string>(
  terminal: Terminal,
  names: Readonly<Record<S, string>>,
  verb: string,
): (stage: S, done: number, total: number) => void {
  const width = 1 + Object.values<string>(names).reduce((longest, { length }) => Math.max(longest, length), 0);
  let shown = '';
  let noted: S | undefined;
  return (stage, done, total) => {
    const isDone = done === total;
    const part = total === 0 ? 1 : done / total;
    const filled = Math.floor(part * barLength);
    const bar = `${'='.repeat(filled)}${' '.repeat(barLength - filled)}`;
    const line = `${names[stage].padEnd(width)} [${bar}] ${Math.floor(part * 100)} %`;
    if (terminal.isOverwritable) {
      if (line !== shown) terminal.overwrite(line, isDone);
      shown = line;
    } else if (isDone && noted !== stage) {
      terminal.note(`${names[stage]}: ${total} ${verb}`);
      noted = stage;
    }
  };
}
