import { existsSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { defineExecution, type ExecutionKind, type ExecutionRequest } from '../../rpc/execution/execution-kind.ts';
import { unreadable } from '../chain/unreadable.ts';

/** Never checks whether to stop. */
export const hangingExecution = defineExecution<ExecutionRequest>('hang', {
  timeout: () => 200,
  run: () => {
    for (;;);
  },
});

/** Ends its thread. */
export const crashingExecution = defineExecution<ExecutionRequest>('die', {
  timeout: () => 0,
  run: () => process.exit(1),
});

/** Ends its thread unless the file exists; writes the file. */
export const crashingOnceExecution = defineExecution<ExecutionRequest & { readonly file: string }>('dieOnce', {
  timeout: () => 0,
  run: (_node, { file }) => {
    if (existsSync(file)) return 'repeated';
    writeFileSync(file, '');
    return process.exit(1);
  },
});

/** Loses a part of its result unless the file exists; writes the file. */
export const losingOnceExecution = defineExecution<ExecutionRequest & { readonly file: string }>('loseOnce', {
  timeout: () => 0,
  run: (_node, { file }) => {
    if (existsSync(file)) return 'repeated';
    writeFileSync(file, '');
    parentPort?.postMessage(unreadable());
    return 'incomplete';
  },
});

/** Fills the heap of its thread. */
export const allocatingExecution = defineExecution<ExecutionRequest>('swell', {
  timeout: () => 0,
  run: () => {
    const kept: object[] = [];
    for (;;) kept.push({ at: kept.length });
  },
});

/** Repeats a text so many times. */
export const repeatingExecution = defineExecution<ExecutionRequest & { readonly text: string; readonly count: number }>(
  'repeat',
  { run: (_node, { text, count }) => Array.from({ length: count }, () => text) },
);

/** Runs until it is stopped. */
export const waitingExecution = defineExecution<ExecutionRequest>('wait', {
  timeout: () => 0,
  run: (_node, _request, control) => {
    while (!control.shouldStop());
    throw new Error('it was stopped');
  },
});

export const testExecutions: readonly ExecutionKind<never>[] = [
  crashingExecution,
  crashingOnceExecution,
  losingOnceExecution,
  hangingExecution,
  repeatingExecution,
  allocatingExecution,
  waitingExecution,
];
