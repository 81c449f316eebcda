import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { grouped } from '../lib/amounts.ts';
import { useQuery } from '../lib/query.ts';
import { call } from '../lib/rpc.ts';
import type { Hex } from '../lib/types.ts';
import { Async } from './states.tsx';
import { VirtualList } from './virtual-list.tsx';

type Step = {
  readonly pc: number;
  readonly op: string;
  readonly gas: number;
  readonly gasCost: number;
  readonly depth: number;
  readonly stack?: readonly string[];
  readonly error?: string;
};
type StructLogs = { readonly structLogs: readonly Step[]; readonly failed: boolean };

const config = { disableStorage: true, enableMemory: false, enableReturnData: false };

/** Every instruction that ran; read only when asked for, because it can be long. */
export function OpcodeSteps({ hash }: { readonly hash: Hex }) {
  const isWanted = useSignal(false);
  const key = isWanted.value ? `steps ${hash}` : undefined;
  const state = useQuery(key, () => call<StructLogs>('debug_traceTransaction', [hash, config]));
  if (!isWanted.value) {
    const read = () => {
      isWanted.value = true;
    };
    return (
      <div class="note stack">
        <span>A trace of every instruction can be long.</span>
        <span>
          <button type="button" onClick={read}>
            Trace the instructions
          </button>
        </span>
      </div>
    );
  }
  return (
    <Async state={state}>
      {({ structLogs }) => (
        <VirtualList
          count={structLogs.length}
          label="Instructions"
          columns="5em 5em 9em 8em 6em 4em minmax(24em, 1fr)"
          titles={['>step', '>pc', 'instruction', '>gas left', '>cost', '>depth', 'top of the stack']}
          row={(index) => cells(index, structLogs[index])}
        />
      )}
    </Async>
  );
}

function cells(index: number, step: Step | undefined): readonly ComponentChildren[] {
  if (step === undefined) return [];
  const stack = step.error ?? (step.stack ?? []).slice(-3).reverse().join('  ');
  const op = (
    <span key="op" class="mono">
      {step.op}
    </span>
  );
  const top = (
    <span key="stack" class="mono" title={stack}>
      {stack}
    </span>
  );
  return [index, step.pc, op, grouped(step.gas), grouped(step.gasCost), step.depth, top];
}
