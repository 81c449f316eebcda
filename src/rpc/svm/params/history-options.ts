import { invalidParams } from '../errors.ts';
import { type ContextOptions, optionsParam, readContextOptions, requireConfirmed } from './context-options.ts';
import { readSignature, type SignatureText } from './keys.ts';
import { optional, readU64 } from './read.ts';

export type HistoryOptions = ContextOptions & {
  /** both exclusive */
  readonly before: SignatureText | undefined;
  readonly until: SignatureText | undefined;
  readonly limit: number;
};

const maxLimit = 1_000;

/** Paging through an account's transactions, newest first. */
export const historyOptionsParam = optionsParam((members): HistoryOptions => {
  const options = readContextOptions(members);
  const limit = Number(optional(members.limit, (json) => readU64(json, 'usize')) ?? maxLimit);
  const before = optional(members.before, readSignature);
  const until = optional(members.until, readSignature);
  if (limit === 0 || limit > maxLimit) throw invalidParams(`Invalid limit; max ${maxLimit}`);
  requireConfirmed(options);
  return { ...options, before, until, limit };
}, `Options: limit (1 to ${maxLimit}), before, until (signatures, exclusive), commitment, minContextSlot.`);
