import { view } from '../../kernel/frame/call.ts';
import { inUnit, textField, uint } from '../../kernel/frame/field.ts';
import { burnedBySource, burnSources, statisticsRecord } from './records.ts';

export const faults = { 4: 'unknown source' } as const;

const totalBurned = view('totalBurned', {
  doc: 'Everything burned since genesis.',
  inputs: {},
  outputs: { amount: inUnit('wei', uint(256, 'burned')) },
  gas: 2_600n,
  run: ({ state }) => ({ amount: statisticsRecord.get(state).burned }),
});

const burnedBy = view('burnedBy', {
  doc: 'What one source burned since genesis.',
  inputs: { source: textField(`one of ${burnSources.join(', ')}`) },
  outputs: { amount: inUnit('wei', uint(256, 'burned')) },
  gas: 2_600n,
  fault: (_, { source }) =>
    burnSources.some((known) => known === source) ? undefined : { code: 4, reason: faults[4] },
  run: ({ state }, { source }) => ({ amount: burnedBySource.get(state, source) ?? 0n }),
});

export const burnCalls = [totalBurned, burnedBy];
