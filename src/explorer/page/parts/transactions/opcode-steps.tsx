import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { callTracer, type TraceSources, useTraceSources } from '../../lib/abi/trace-sources.ts';
import { useQuery, useRpc } from '../../lib/node/query.ts';
import { call } from '../../lib/node/rpc.ts';
import type { CallFrame, Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Async } from '../frame/states.tsx';
import { VirtualList } from '../frame/virtual-list.tsx';
import { SourceLine } from './source-line.tsx';

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

/** Every instruction that ran; read only on request, because it can be long. */
export function OpcodeSteps({ hash }: { readonly hash: Hex }) {
  const isWanted = useSignal(false);
  const key = isWanted.value ? `steps ${hash}` : undefined;
  const state = useQuery(key, () => call<StructLogs>('debug_traceTransaction', [hash, config]));
  const root = useRpc<CallFrame>('debug_traceTransaction', [hash, callTracer], { skip: !isWanted.value }).data;
  const sources = useTraceSources(hash, root);
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
          columns="4em 4em 9em 8em 5em 4em minmax(6em, 20em) minmax(24em, 1fr)"
          titles={['>step', '>pc', 'instruction', '>gas left', '>cost', '>depth', 'source', 'top of the stack']}
          row={(index) => cells(index, structLogs[index], sources)}
        />
      )}
    </Async>
  );
}

function cells(index: number, step: Step | undefined, sources: TraceSources): readonly ComponentChildren[] {
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
  const source = <SourceLine key="source" line={sources.ofStep(index)} />;
  return [grouped(index), grouped(step.pc), op, grouped(step.gas), grouped(step.gasCost), step.depth, source, top];
}
