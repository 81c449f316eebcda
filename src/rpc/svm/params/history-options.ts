import { mapValue } from '../../params/param-type.ts';
import { invalidParams } from '../errors.ts';
import {
  type ContextOptions,
  contextMembers,
  contextOptionsOf,
  optionsParam,
  requireConfirmed,
} from './context-options.ts';
import { type SignatureText, signatureType } from './keys.ts';
import { type OptionsOf, optionsType, usizeType } from './svm-type.ts';

type HistoryOptions = ContextOptions & {
  /** both exclusive */
  readonly before: SignatureText | undefined;
  readonly until: SignatureText | undefined;
  readonly limit: number;
};

const maxLimit = 1_000;

const limitType = mapValue(usizeType, checkLimit, { minimum: 1, maximum: maxLimit });
const historyMembers = { ...contextMembers, limit: limitType, before: signatureType, until: signatureType };

function checkLimit(limit: number | bigint): number {
  if (limit < 1 || limit > maxLimit) throw invalidParams(`Invalid limit; max ${maxLimit}`);
  return Number(limit);
}

function historyOptionsOf({ limit, before, until, ...context }: OptionsOf<typeof historyMembers>): HistoryOptions {
  const options = contextOptionsOf(context);
  requireConfirmed(options);
  return { ...options, before, until, limit: limit ?? maxLimit };
}

/** A page of the transactions of an account, newest first. */
export const historyOptionsParam = optionsParam(
  mapValue(optionsType(historyMembers), historyOptionsOf),
  `Options: limit (1 to ${maxLimit}), before, until (signatures, exclusive), commitment, minContextSlot.`,
);
