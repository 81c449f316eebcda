import { useMemo } from 'preact/hooks';
import { type SourceLine, sourceLines } from '../../../../sources/source-lines.ts';
import { type TracePlaces, type TraceStep, tracePlaces } from '../../../../sources/trace-places.ts';
import { useQuery } from '../node/query.ts';
import { call } from '../node/rpc.ts';
import type { CallFrame, Hex } from '../node/types.ts';
import type { KnownContract } from './abi-store.ts';
import { describedContracts, useProjectContracts } from './project-contracts.ts';

/** Lines of sources for the calls of a transaction, where the user, or the project of the node, has sources and a source map. */
export type TraceSources = {
  /** place at which a call was made */
  calledAt(frame: CallFrame): SourceLine | undefined;
  /** place at which a call failed */
  failedAt(frame: CallFrame): SourceLine | undefined;
  /** place of a step of the trace of instructions */
  ofStep(index: number): SourceLine | undefined;
};

/** The configuration of the tree of calls; the same everywhere, so that it is read once. */
export const callTracer = { tracer: 'callTracer', tracerConfig: { withLog: false } };

const config = { disableStorage: true, disableStack: true, enableMemory: false, enableReturnData: false };
const none: TraceSources = { calledAt: () => undefined, failedAt: () => undefined, ofStep: () => undefined };

/** Reads the trace of instructions only when a contract of the tree has sources here. */
export function useTraceSources(hash: Hex, root: CallFrame | undefined): TraceSources {
  useProjectContracts(root);
  const known = describedContracts.value;
  const described = useMemo(() => (root === undefined ? [] : describedIn(root, known)), [root, known]);
  const addresses = described.map(([address]) => address);
  const steps = useQuery(addresses.length === 0 ? undefined : `places ${hash}`, () =>
    call<{ readonly structLogs: readonly TraceStep[] }>('debug_traceTransaction', [hash, config]),
  ).data;
  const codes = useQuery(addresses.length === 0 ? undefined : `codes ${addresses.join()}`, () =>
    Promise.all(addresses.map((address) => call<Hex>('eth_getCode', [address, 'latest']))),
  ).data;
  return useMemo(() => {
    const places = root && steps && tracePlaces(root, steps.structLogs);
    if (places === undefined || codes === undefined || steps === undefined) return none;
    const lines = new Map(
      described.map(([address, { sourceMap = '', sources = [] }], at) => [
        address,
        sourceLines(codes[at] ?? '0x', sourceMap, sources),
      ]),
    );
    return sourcesOf(places, steps.structLogs, (frame, pc) => lines.get(codeOf(frame))?.(pc));
  }, [root, steps, codes, described]);
}

type LineOf = (frame: CallFrame, pc: number) => SourceLine | undefined;

function sourcesOf(places: TracePlaces<CallFrame>, steps: readonly TraceStep[], lineOf: LineOf): TraceSources {
  return {
    calledAt: (frame) => {
      const place = places.calledAt.get(frame);
      return place && lineOf(place.caller, place.pc);
    },
    failedAt: (frame) => {
      if (frame.error === undefined) return undefined;
      for (const pc of places.endedAt.get(frame) ?? []) {
        const line = lineOf(frame, pc);
        if (line !== undefined) return line;
      }
      return undefined;
    },
    ofStep: (index) => {
      const frame = places.frames[index];
      const step = steps[index];
      return frame && step && lineOf(frame, step.pc);
    },
  };
}

/** Whose code a call runs; code that creates a contract is not the deployed one. */
function codeOf({ type, to }: CallFrame): string {
  return type.startsWith('CREATE') ? '' : (to ?? '').toLowerCase();
}

function describedIn(root: CallFrame, known: ReadonlyMap<string, KnownContract>) {
  const found = new Map<string, KnownContract>();
  const visit = (frame: CallFrame) => {
    const contract = known.get(codeOf(frame));
    if (contract?.sourceMap !== undefined && (contract.sources?.length ?? 0) > 0) found.set(codeOf(frame), contract);
    for (const inner of frame.calls ?? []) visit(inner);
  };
  visit(root);
  return [...found];
}
