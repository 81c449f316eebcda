import { useEffect } from 'preact/hooks';
import { chooseSender, sender, senders, senderWallet } from '../../lib/accounts/sender.ts';
import { areWalletsKnown, type Wallet } from '../../lib/accounts/wallet.ts';
import { stateOf, watchWallet } from '../../lib/accounts/wallet-state.ts';
import { chain } from '../../lib/node/chain.ts';
import { Account } from '../values/ids.tsx';

/** Chooses who signs. */
export function SenderSelect() {
  const all = senders();
  const wallet = senderWallet();
  if (all.length === 0 && areWalletsKnown.value) {
    return <p class="hint">To write, install a wallet extension: this network has no public development accounts.</p>;
  }
  return (
    <span class="row">
      <label class="row">
        <span class="hint">signed by</span>
        <select
          value={sender.value ?? ''}
          disabled={sender.value === undefined}
          onChange={({ currentTarget }) => chooseSender(currentTarget.value)}
        >
          {sender.value === undefined && <option value="">looking for the wallet …</option>}
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {wallet !== undefined && <WalletChoice wallet={wallet} />}
    </span>
  );
}

/** The account and the chain that a wallet has chosen, now: its user may change both at any time. */
function WalletChoice({ wallet }: { readonly wallet: Wallet }) {
  useEffect(() => watchWallet(wallet), [wallet]);
  const state = stateOf(wallet);
  if (state === undefined) return null;
  const { account, chainId } = state;
  const own = chain.value?.chainId;
  return (
    <span class="hint" aria-live="polite">
      {account === undefined ? 'it names its account when you send' : <Account address={account} />}
      {chainId !== undefined && own !== undefined && chainId !== BigInt(own) && (
        <span class="badge warn wrap-badge">
          ⚠ on chain {String(chainId)}: it is asked to change to {own} before it signs
        </span>
      )}
    </span>
  );
}
