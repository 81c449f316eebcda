import { useSignal } from '@preact/signals';
import type { Decoder } from '../../lib/abi/decode.ts';
import { useDecoder } from '../../lib/abi/decoder.ts';
import { describedContracts } from '../../lib/abi/project-contracts.ts';
import { callTracer, type TraceSources, useTraceSources } from '../../lib/abi/trace-sources.ts';
import { useRpc } from '../../lib/node/query.ts';
import type { CallFrame, Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { counted } from '../../lib/text/counted.ts';
import { revertText } from '../../lib/text/revert-text.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Async } from '../frame/states.tsx';
import { Qor } from '../values/amounts.tsx';
import { Arguments } from '../values/decoded.tsx';
import { Account } from '../values/ids.tsx';
import { SourceLine } from './source-line.tsx';

/** The calls of a transaction, with gas, from the call tracer. */
export function CallTree({ hash }: { readonly hash: Hex }) {
  const state = useRpc<CallFrame>('debug_traceTransaction', [hash, callTracer]);
  const decoder = useDecoder();
  const sources = useTraceSources(hash, state.data);
  return (
    <Async state={state}>
      {(frame) => (
        <div class="body padded">
          <ul class="tree">
            <Frame frame={frame} decoder={decoder} sources={sources} depth={0} />
          </ul>
        </div>
      )}
    </Async>
  );
}

type FrameProps = {
  readonly frame: CallFrame;
  readonly decoder: Decoder | undefined;
  readonly sources: TraceSources;
  readonly depth: number;
  /** whether a call above reverted, and with it what this one did */
  readonly isUndone?: boolean;
};

const shownChildren = 200;
/** Most inner calls that are shown without a click below the outermost call: each may have as many again. */
const mostOpened = 20;

function Frame({ frame, decoder, sources, depth, isUndone = false }: FrameProps) {
  const isOpen = useSignal(depth === 0 || (depth < 3 && (frame.calls?.length ?? 0) <= mostOpened));
  const { calls = [], error, value, type, to, input, printed } = frame;
  const isCreate = type.startsWith('CREATE');
  const decoded = isCreate ? undefined : decoder?.call(to, input);
  const toggle = () => {
    isOpen.value = !isOpen.value;
  };
  return (
    <li>
      <div class="row">
        {calls.length > 0 && (
          <button
            type="button"
            class="plain"
            aria-expanded={isOpen.value}
            aria-label={counted(calls.length, 'inner call')}
            onClick={toggle}
          >
            {isOpen.value ? '▾' : '▸'}
          </button>
        )}
        <span class="badge">{type}</span>
        {to !== undefined && <Account address={to} />}
        <strong class="mono">
          {printed !== undefined ? 'console.log' : `${contractName(frame)}${decoded?.name ?? unnamed(frame)}`}
        </strong>
        {printed !== undefined && <bdi class="mono">{printed}</bdi>}
        {value !== undefined && BigInt(value) > 0n && <Moved wei={value} isUndone={isUndone || error !== undefined} />}
        <span class="hint number">{grouped(BigInt(frame.gasUsed))} gas</span>
        {error !== undefined && (
          <span class="badge bad wrap-badge">
            ✗ <bdi>{reasonOf(frame, decoder)}</bdi>
          </span>
        )}
      </div>
      <div class="places">
        <SourceLine line={sources.calledAt(frame)} what="called at" />
        <SourceLine line={sources.failedAt(frame)} what="failed at" />
      </div>
      <FrameValues frame={frame} decoder={decoder} />
      {isOpen.value && calls.length > 0 && (
        <ul class="tree">
          {calls.slice(0, shownChildren).map((inner, at) => (
            <Frame
              key={at}
              frame={inner}
              decoder={decoder}
              sources={sources}
              depth={depth + 1}
              isUndone={isUndone || error !== undefined}
            />
          ))}
          {calls.length > shownChildren && <li class="hint">{calls.length - shownChildren} more calls</li>}
        </ul>
      )}
    </li>
  );
}

/** The contract whose code a call runs, where its name is known, and a dot. */
function contractName({ type, to }: CallFrame): string {
  if (type.startsWith('CREATE') || to === undefined) return '';
  const name = describedContracts.value.get(to.toLowerCase())?.name;
  return name === undefined ? '' : `${visibleText(name, 40)}.`;
}

/** What stands for the name of a call whose ABI is not known. */
function unnamed({ type, input }: CallFrame): string {
  if (type.startsWith('CREATE')) return 'new contract';
  return input === '0x' ? 'transfer' : input.slice(0, 10);
}

/** Coins that a call moved, or that its revert left where they were. */
function Moved({ wei, isUndone }: { readonly wei: Hex; readonly isUndone: boolean }) {
  if (!isUndone) return <Qor wei={wei} />;
  return (
    <span>
      <s>
        <Qor wei={wei} />
      </s>{' '}
      <span class="badge">undone</span>
    </span>
  );
}

/** Why a call failed: its custom error, else its reason, else what the engine says. */
function reasonOf({ output = '0x', revertReason, error = '' }: CallFrame, decoder: Decoder | undefined): string {
  return revertText(decoder?.revert(output) ?? revertReason ?? error);
}

/** Arguments and results, where the ABI is known. */
function FrameValues({
  frame: { to, input, output = '0x', error, type },
  decoder,
}: Pick<FrameProps, 'frame' | 'decoder'>) {
  if (type.startsWith('CREATE')) return null;
  const call = decoder?.call(to, input);
  const results = error === undefined && output !== '0x' ? decoder?.result(to, input, output) : undefined;
  if (call === undefined || (call.args.length === 0 && results === undefined)) return null;
  return (
    <details>
      <summary class="hint">
        {counted(call.args.length, 'argument')}
        {results === undefined ? '' : `, ${counted(results.length, 'result')}`}
      </summary>
      <Arguments args={call.args} />
      {results !== undefined && results.length > 0 && (
        <>
          <p class="hint">returned</p>
          <Arguments args={results} />
        </>
      )}
    </details>
  );
}
