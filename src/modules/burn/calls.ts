import { view } from '../../kernel/module-sdk/call.ts';
import { faultsOf } from '../../kernel/module-sdk/fault.ts';
import { textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { burnedSupply } from '../../kernel/supply.ts';
import { burnSources, burnTotalsBySource } from './records.ts';

export const fault = faultsOf({
  unknownSource: [4, 'unknown source'],
});

const totalBurned = view('totalBurned', {
  doc: 'Everything burned up to the last block, slashed stakes and contracts that destroyed themselves included.',
  inputs: {},
  outputs: { amount: withUnit('wei', uint(256, 'burned')) },
  gas: 2_600n,
  run: ({ state }) => ({ amount: burnedSupply(state).wei }),
});

const burnedBy = view('burnedBy', {
  doc: 'What one source burned since genesis.',
  inputs: { source: textField(`one of ${burnSources.join(', ')}`, { choices: burnSources }) },
  outputs: { amount: withUnit('wei', uint(256, 'burned')) },
  gas: 2_600n,
  example: ['gas_fee'],
  fault: (_, { source }) => (burnSources.some((known) => known === source) ? undefined : fault.unknownSource()),
  run: ({ state }, { source }) => ({ amount: burnTotalsBySource.get(state, source) ?? 0n }),
});

export const burnCalls = [totalBurned, burnedBy];
