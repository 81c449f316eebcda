import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { knownContracts } from '../lib/abi-store.ts';
import { grouped } from '../lib/amounts.ts';
import { useQuery, useRpc } from '../lib/query.ts';
import { call } from '../lib/rpc.ts';
import { type SourceLine, sourceLines } from '../lib/source-lines.ts';
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
export function OpcodeSteps({ hash, to }: { readonly hash: Hex; readonly to: Hex | null }) {
  const isWanted = useSignal(false);
  const key = isWanted.value ? `steps ${hash}` : undefined;
  const state = useQuery(key, () => call<StructLogs>('debug_traceTransaction', [hash, config]));
  const lineOf = useSourceLines(to);
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
          row={(index) => cells(index, structLogs[index], lineOf)}
        />
      )}
    </Async>
  );
}

type LineOf = (pc: number) => SourceLine | undefined;

/** Lines of the called contract, where the user has given its source map and sources. */
function useSourceLines(to: Hex | null): LineOf {
  const known = to === null ? undefined : knownContracts.value.get(to.toLowerCase());
  const isKnown = known?.sourceMap !== undefined && (known.sources?.length ?? 0) > 0;
  const code = useRpc<Hex>('eth_getCode', [to, 'latest'], { skip: !isKnown }).data;
  return useMemo(() => {
    if (code === undefined || known?.sourceMap === undefined) return () => undefined;
    return sourceLines(code, known.sourceMap, known.sources ?? []);
  }, [code, known]);
}

function cells(index: number, step: Step | undefined, lineOf: LineOf): readonly ComponentChildren[] {
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
  const line = step.depth === 1 ? lineOf(step.pc) : undefined;
  const source = line && (
    <span key="source" title={`${line.path}, line ${line.line}`}>
      <span class="hint">{line.line}</span> <span class="mono">{line.text}</span>
    </span>
  );
  return [index, step.pc, op, grouped(step.gas), grouped(step.gasCost), step.depth, source ?? '', top];
}
