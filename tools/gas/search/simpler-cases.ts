import type { SearchCase } from './search-case.ts';

/** The case with one thing less, in the order in which they are tried. */
export function simplerCases(searchCase: SearchCase): readonly SearchCase[] {
  const { steps, contracts, transactions, callee, isKept } = searchCase;
  const usesContracts = steps.some(({ operands }) => operands.some((operand) => 'contract' in operand));
  const simpler: SearchCase[] = [];
  if (steps.length > 1) {
    for (const at of steps.keys()) simpler.push({ ...searchCase, steps: steps.filter((_, index) => index !== at) });
  }
  if (!usesContracts && contracts > 1) simpler.push({ ...searchCase, contracts: 1, codeSize: 1, callee: 'stop' });
  if (contracts > 1) simpler.push({ ...searchCase, contracts: Math.floor(contracts / 2) });
  if (transactions > 1) simpler.push({ ...searchCase, transactions: 1 });
  if (callee !== 'stop') simpler.push({ ...searchCase, callee: 'stop' });
  if (!isKept) simpler.push({ ...searchCase, isKept: true });
  return simpler;
}
