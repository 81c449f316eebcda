import { concatBytes } from '../../primitives/bytes.ts';
import { signFrom } from '../sign-from.ts';

type BadProposal = {
  /** The entries of a block as a bad proposer sends them, made from the report and those that a good one would send. */
  readonly spoil: (report: Uint8Array, others: readonly Uint8Array[]) => readonly Uint8Array[];
  /** why the other validators reject it */
  readonly reason: RegExp;
};

/** Proposals that break a rule. */
export const badProposals: Readonly<Record<string, BadProposal>> = {
  'no report': { spoil: (_report, others) => others, reason: /first entry is no report/ },
  'two reports': { spoil: (report, others) => [report, report, ...others], reason: /a second report/ },
  'an oversized report': {
    spoil: (report, others) => [concatBytes(report, new Uint8Array(100_000)), ...others],
    reason: /first entry is no report/,
  },
  'a transaction that nobody can pay': {
    spoil: (report, others) => [report, ...others, signFrom(9, { value: 10n ** 30n }).raw],
    reason: /insufficient funds/,
  },
  'more transactions than its gas pays for': {
    spoil: (report) => [report, ...Array.from({ length: 4_762 }, () => Uint8Array.of(2))],
    reason: /too many transactions/,
  },
  'a transaction that no pool takes': {
    spoil: (report, others) => [report, ...others, new Uint8Array(131_073).fill(2)],
    reason: /entry \d+ has more than 131072 bytes/,
  },
  'bytes that are no transaction': {
    spoil: (report, others) => [report, ...others, Uint8Array.of(2, 0xc0)],
    reason: /transaction \d+/,
  },
};
