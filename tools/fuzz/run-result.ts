import type { Log } from '#qord/kernel/engine.ts';
import type { Address } from '#qord/primitives/address.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import { type Hex, toHex } from '#qord/primitives/hex.ts';

/** The result of a run, in a form that is easy to compare and to print. */
export type RunResult =
  | { readonly status: 'rejected' | 'crashed'; readonly reason: string }
  | {
      readonly status: 'success' | 'revert' | 'halt';
      readonly gasUsed: bigint;
      readonly output: Hex;
      readonly created: Address | undefined;
      readonly logs: readonly Log[];
      readonly accounts: Dump;
    };

type CompletedRun = Extract<RunResult, { accounts: Dump }>;

/** Whether the transaction was valid and executed. */
export function isCompleted(result: RunResult): result is CompletedRun {
  return 'accounts' in result;
}

/** Accounts that exist; storage without zeros. */
export type Dump = ReadonlyMap<string, AccountDump>;
export type AccountDump = {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Hex;
  readonly storage: ReadonlyMap<Hash, Hash>;
};

/** Describes the first difference between two results; undefined when there is none. */
export function difference(ours: RunResult, theirs: RunResult): string | undefined {
  if (ours.status !== theirs.status) return `status: ours ${describe(ours)}, theirs ${describe(theirs)}`;
  if (!isCompleted(ours) || !isCompleted(theirs)) return undefined;
  if (ours.gasUsed !== theirs.gasUsed) return `gas: ours ${ours.gasUsed}, theirs ${theirs.gasUsed}`;
  if (ours.output !== theirs.output) return `output: ours ${ours.output}, theirs ${theirs.output}`;
  if (ours.created !== theirs.created) return `created: ours ${ours.created}, theirs ${theirs.created}`;
  return (
    textDifference('logs', ours.logs.map(logText).join('\n'), theirs.logs.map(logText).join('\n')) ??
    accountDifference(ours.accounts, theirs.accounts)
  );
}

function describe(result: RunResult): string {
  return isCompleted(result) ? `${result.status}, gas ${result.gasUsed}` : `${result.status} (${result.reason})`;
}

function accountDifference(ours: Dump, theirs: Dump): string | undefined {
  for (const address of new Set([...ours.keys(), ...theirs.keys()])) {
    const found = textDifference(`account ${address}`, toText(ours.get(address)), toText(theirs.get(address)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function logText({ address, topics, data }: Log): string {
  return [address, ...topics, toHex(data)].join(' ');
}

function textDifference(what: string, ours: string, theirs: string): string | undefined {
  return ours === theirs ? undefined : `${what}:\nours   ${ours}\ntheirs ${theirs}`;
}

function toText(account: AccountDump | undefined): string {
  if (account === undefined) return 'none';
  const slots = [...account.storage].map(([slot, word]) => `${BigInt(slot)}=${BigInt(word)}`).sort();
  return `nonce ${account.nonce} balance ${account.balance} code ${account.code} storage ${slots.join(' ')}`;
}
