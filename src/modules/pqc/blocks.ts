import type { EndBlockContext } from '../../kernel/module.ts';
import { algorithmChangedEvent } from './events.ts';
import { algorithms, migrations, statisticsRecord } from './records.ts';

/** Counts the hybrid transactions of the block, each of which took a verification. */
export function countHybrids({ state, transactions }: EndBlockContext): void {
  let hybrids = 0;
  for (const { isHybrid } of transactions) if (isHybrid === true) hybrids++;
  if (hybrids === 0) return;
  const counted = statisticsRecord.get(state);
  statisticsRecord.set(state, {
    ...counted,
    total_pqc_verifications: counted.total_pqc_verifications + hybrids,
    total_hybrid_verifications: counted.total_hybrid_verifications + hybrids,
  });
}

/** Ends migrations whose time is over. There is one per algorithm at most, so the list stays short. */
export function endMigrations({ state, block, emit }: EndBlockContext): void {
  for (const [[id], { end_height }] of [...migrations.list(state)]) {
    const algorithm = algorithms.get(state, id);
    if (Number(block.number) < end_height || algorithm === undefined) continue;
    algorithms.set(state, { ...algorithm, status: 'deprecated' }, id);
    migrations.remove(state, id);
    emit(algorithmChangedEvent.log({ id: BigInt(id), status: 'deprecated', reason: '' }));
  }
}
