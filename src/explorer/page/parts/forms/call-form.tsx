import { useSignal } from '@preact/signals';
import type { AbiItem, AbiParameter } from '../../../../sources/abi-item.ts';
import { useDecoder } from '../../lib/abi/decoder.ts';
import { senderAddress, submit } from '../../lib/accounts/sender.ts';
import { messageOf } from '../../lib/node/error-text.ts';
import { isHex, toQuantity } from '../../lib/node/hex.ts';
import { RpcError } from '../../lib/node/rpc.ts';
import type { Hex } from '../../lib/node/types.ts';
import { parseAmountOf, type Unit } from '../../lib/text/amount-input.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Arguments } from '../values/decoded.tsx';
import { AmountField } from './amount-field.tsx';
import { ArgumentField } from './argument-field.tsx';
import { Outcome, type OutcomeState, useOutcome } from './outcome.tsx';

const loadInvoke = () => import('../../lib/abi/invoke.ts');

type Props = {
  readonly address: Hex;
  readonly item: AbiItem & { readonly doc?: string; readonly gas?: number };
};

/** A function of a contract or a call of a module as a form: reads at once, writes as the chosen sender. */
export function CallForm({ address, item }: Props) {
  const decoder = useDecoder();
  const texts = useSignal<readonly string[]>((item.inputs ?? []).map(startText));
  const value = useSignal('');
  const unit = useSignal<Unit>('QOR');
  const { outcome, isRunning, run } = useOutcome((error) => {
    const data = error instanceof RpcError && isHex(error.data) ? error.data : '0x';
    return decoder?.revert(data) ?? messageOf(error);
  });
  const isView = item.stateMutability === 'view' || item.stateMutability === 'pure';
  const act = async () => {
    if (isView) return readNow(address, item, texts.value);
    return send(address, item, texts.value, value.value.trim() === '' ? 0n : parseAmountOf(value.value, unit.value));
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(act);
  };
  return (
    <form class="form call-form" onSubmit={onSubmit} aria-label={item.name}>
      <div>
        <h3 class="mono">
          {item.name}
          <span class="hint"> {item.stateMutability}</span>
        </h3>
        {item.doc !== undefined && <p class="hint">{item.doc}</p>}
      </div>
      {(item.inputs ?? []).map((input, at) => (
        <ArgumentField
          key={`${input.name} ${at}`}
          id={`${address}-${item.name}-${item.inputs?.length}-${at}`}
          input={input}
          text={texts.value[at] ?? ''}
          onText={(text) => {
            texts.value = texts.value.map((each, index) => (index === at ? text : each));
          }}
        />
      ))}
      {item.stateMutability === 'payable' && (
        <AmountField id={`${address}-${item.name}-value`} label="value to send" text={value} unit={unit} />
      )}
      <div class="row">
        <button type="submit" class={isView ? '' : 'primary'} disabled={isRunning}>
          {isView ? 'Read' : 'Send'}
        </button>
        {item.gas !== undefined && <span class="hint">{grouped(item.gas)} gas, more for long arguments</span>}
      </div>
      <div aria-live="polite">
        <Outcome state={outcome} />
      </div>
    </form>
  );
}

/** An argument whose declaration has a fallback starts with it. */
function startText({ type, fallback }: AbiParameter & { readonly fallback?: string }): string {
  return fallback ?? (type === 'bool' ? 'false' : '');
}

/** Results of ERC-20 that are amounts of the token itself. */
function isTokenAmount({ name, inputs = [] }: AbiItem): boolean {
  return ['balanceOf 1', 'totalSupply 0', 'allowance 2'].includes(`${name} ${inputs.length}`);
}

async function readNow(address: Hex, item: AbiItem, texts: readonly string[]): Promise<OutcomeState> {
  const values = await (await loadInvoke()).read(address, item, texts, senderAddress());
  const token = isTokenAmount(item) ? { token: address } : {};
  const args = (item.outputs ?? []).map(({ name, type, unit }, at) => ({
    ...{ name: name || `#${at}`, type, unit, value: values[at] },
    ...token,
  }));
  return { kind: 'read', result: <Arguments args={args} /> };
}

async function send(to: Hex, item: AbiItem, texts: readonly string[], wei: bigint): Promise<OutcomeState> {
  const { encodeCall } = await loadInvoke();
  const data = encodeCall(item, texts);
  const hash = await submit({ to, data, ...(wei === 0n ? {} : { value: toQuantity(wei) }) });
  return { kind: 'sent', hash };
}
