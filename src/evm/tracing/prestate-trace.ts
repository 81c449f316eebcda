import { changedAccount, previousAccount, type RecordedAccount } from './prestate-account.ts';
import { PrestateRecorder } from './prestate-recorder.ts';
import type { Trace, TraceSubject, TraceValue } from './trace.ts';

/** `tracerConfig` of prestateTracer. */
export type PrestateTraceOptions = {
  readonly diffMode?: boolean;
  readonly disableCode?: boolean;
  readonly disableStorage?: boolean;
  /** not together with diffMode */
  readonly includeEmpty?: boolean;
};

/**
 * prestateTracer: the accounts and slots that an execution touched, as they were before it; with diffMode those that it
 * changed, before and after. Members as in go-ethereum. Changes by native modules are included.
 */
export function createPrestateTrace(options: PrestateTraceOptions, subject: TraceSubject): Trace {
  const recorder = new PrestateRecorder(subject);
  return {
    tracer: recorder,
    result() {
      const accounts = recorder.accounts();
      return options.diffMode ? difference(accounts, options) : prestate(accounts, options);
    },
  };
}

function prestate(accounts: readonly RecordedAccount[], options: PrestateTraceOptions): TraceValue {
  const shown = accounts.filter(({ before }) => options.includeEmpty || before !== undefined);
  return Object.fromEntries(shown.map((account) => [account.address, previousAccount(account, options)]));
}

function difference(accounts: readonly RecordedAccount[], options: PrestateTraceOptions): TraceValue {
  const pre: Record<string, TraceValue> = {};
  const post: Record<string, TraceValue> = {};
  for (const account of accounts) {
    const changed = changedAccount(account, options);
    if (changed === undefined) continue;
    if (account.before !== undefined) pre[account.address] = previousAccount(withChangedSlots(account), options);
    if (account.after !== undefined) post[account.address] = changed;
  }
  return { post, pre };
}

/** Only the slots that changed and were not zero before. */
function withChangedSlots(account: RecordedAccount): RecordedAccount {
  return { ...account, slots: account.slots.filter(({ before, after }) => before !== after && before !== 0n) };
}
