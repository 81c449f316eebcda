import { useSignal } from '@preact/signals';
import { parseAccount } from '../../lib/accounts/accounts.ts';
import { submit } from '../../lib/accounts/sender.ts';
import { toQuantity } from '../../lib/node/hex.ts';
import { parseAmountOf, type Unit } from '../../lib/text/amount-input.ts';
import { AmountField } from './amount-field.tsx';
import { ArgumentField } from './argument-field.tsx';
import { Outcome, type OutcomeState, useOutcome } from './outcome.tsx';
import { SenderSelect } from './sender-select.tsx';

/** Sends QOR of a development account to an account in any spelling. */
export function Faucet() {
  const to = useSignal('');
  const amount = useSignal('100');
  const unit = useSignal<Unit>('QOR');
  const { outcome, isRunning, run } = useOutcome();
  const send = async (): Promise<OutcomeState> => {
    const address = parseAccount(to.value);
    if (address === undefined) throw new Error('Write the account as 0x…, qor1… or base58.');
    const wei = parseAmountOf(amount.value, unit.value);
    return { kind: 'sent', hash: await submit({ to: address, value: toQuantity(wei) }) };
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(send);
  };
  return (
    <form class="form padded" onSubmit={onSubmit} aria-label="Faucet">
      <ArgumentField
        id="faucet-account"
        input={{ name: 'account', type: 'address', doc: 'in any spelling' }}
        text={to.value}
        onText={(text) => {
          to.value = text;
        }}
      />
      <AmountField id="faucet-amount" label="amount" text={amount} unit={unit} />
      <div class="row">
        <button type="submit" class="primary" disabled={isRunning}>
          Send
        </button>
        <SenderSelect />
      </div>
      <div aria-live="polite">
        <Outcome state={outcome} />
      </div>
    </form>
  );
}
