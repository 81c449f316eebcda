import type { EndBlockContext } from '../../kernel/module.ts';
import { algorithmChanged } from './events.ts';
import { algorithms, migrations } from './records.ts';

/** Ends migrations whose time is over. There is one per algorithm at most, so the list stays short. */
export function endMigrations({ state, block, emit }: EndBlockContext): void {
  for (const [[id], { end_height }] of [...migrations.list(state)]) {
    const algorithm = algorithms.get(state, id);
    if (Number(block.number) < end_height || algorithm === undefined) continue;
    algorithms.set(state, { ...algorithm, status: 'deprecated' }, id);
    migrations.remove(state, id);
    emit(algorithmChanged.log({ id: BigInt(id), status: 'deprecated', reason: '' }));
  }
}
