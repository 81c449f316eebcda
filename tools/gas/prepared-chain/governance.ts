import { moduleMessage } from '#qord/kernel/module-sdk/module-message.ts';
import { governanceAddress } from '#qord/modules/addresses.ts';
import { createAuthority } from '#qord/modules/authority/index.ts';
import { operators } from './economy.ts';
import { accountAt, type PreparedChain, qor } from './prepared-chain.ts';

/**
 * Account 0 makes governance the authority, which votes to give the authority back: so there is a proposal that has
 * ended, one in its voting period and one that waits for its deposit. Account 6 has delegated to every validator.
 */
export function prepareGovernance({ send, mine, succeeds }: PreparedChain): void {
  for (const validator of operators.slice(1)) send(6, 'staking', 'delegate', { validator, amount: 2n * qor });
  send(0, 'authority', 'moveAuthority', { to: governanceAddress });
  const texts = { title: 'A title', summary: 'What and why' };
  const back = moduleMessage(createAuthority({ modules: [] }), 'moveAuthority', { to: accountAt(0) });
  send(0, 'governance', 'proposeCall', { ...texts, ...back, deposit: 100n * qor });
  send(0, 'governance', 'proposeText', { ...texts, deposit: 10n * qor });
  send(0, 'governance', 'proposeText', { ...texts, deposit: 10n * qor });
  send(0, 'governance', 'vote', { proposal: 1n, option: 'yes' });
  mine(19_000);
  send(0, 'governance', 'deposit', { proposal: 2n, amount: 90n * qor });
  mine(1_500);
  succeeds('governance.vote', { proposal: 2n, option: 'yes' }, { caller: accountAt(6) });
  succeeds('governance.standingOf', { proposal: 2n });
  succeeds('governance.reclaim', { proposal: 1n });
}
