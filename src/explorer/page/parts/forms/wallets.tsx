import { useSignal } from '@preact/signals';
import { addNetwork, type Wallet, wallets } from '../../lib/accounts/wallet.ts';
import { messageOf } from '../../lib/node/error-text.ts';

/** A button for each wallet of the browser. */
export function AddToWallet() {
  const outcome = useSignal('');
  if (wallets.value.length === 0) return <span class="muted">no wallet extension has announced itself</span>;
  const add = async (wallet: Wallet) => {
    try {
      await addNetwork(wallet);
      outcome.value = `added to ${wallet.info.name}`;
    } catch (error) {
      outcome.value = messageOf(error);
    }
  };
  return (
    <span class="row">
      {wallets.value.map((wallet) => (
        <button key={wallet.info.uuid} type="button" onClick={() => void add(wallet)}>
          Add to {wallet.info.name}
        </button>
      ))}
      <span aria-live="polite">{outcome.value}</span>
    </span>
  );
}
