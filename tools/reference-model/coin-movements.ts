/** Fields of an event: who, and how much. `less`: an amount that is kept back. */
export type Movement = { readonly who: string; readonly amount: string; readonly less?: string };

/** What the event of a module says about the coins of accounts that somebody has the key of. */
export type Movements = { readonly pays?: Movement; readonly gets?: Movement };

const amount = 'amount';

/**
 * The events that move coins, from docs/modules. Who pays has the coins taken, or has sent them along with the call.
 * `HookFailed` and other events move none.
 */
export const movements: Readonly<Record<string, Movements>> = {
  'authority.TreasurySpent': { gets: { who: 'to', amount } },
  'bank.BankTransfer': { pays: { who: 'from', amount }, gets: { who: 'to', amount } },
  'distribution.RewardsWithdrawn': { gets: { who: 'delegator', amount } },
  'distribution.IncomeWithdrawn': { gets: { who: 'validator', amount } },
  'gasabstraction.LiquidityAdded': { pays: { who: 'from', amount } },
  'gasabstraction.LiquidityRemoved': { gets: { who: 'to', amount } },
  'governance.Deposited': { pays: { who: 'depositor', amount } },
  'governance.Reclaimed': { gets: { who: 'depositor', amount } },
  'governance.Rewarded': { gets: { who: 'proposer', amount } },
  'lightnode.LightNodePaid': { gets: { who: 'operator', amount } },
  'multilayer.SidechainRegistered': { pays: { who: 'creator', amount: 'stake' } },
  'multilayer.PaychainRegistered': { pays: { who: 'creator', amount: 'stake' } },
  'multilayer.StakeReleased': { gets: { who: 'creator', amount } },
  'multilayer.AnchorChallenged': { gets: { who: 'challenger', amount: 'reward' } },
  'multilayer.FeeRefunded': { gets: { who: 'sender', amount: 'fees' } },
  'rdk.BatchChallenged': { pays: { who: 'challenger', amount: 'bond' } },
  'rdk.BondReturned': { gets: { who: 'challenger', amount: 'bond' } },
  'rdk.Deposited': { pays: { who: 'sender', amount } },
  'rdk.DepositRefunded': { gets: { who: 'sender', amount } },
  'rdk.StakeReturned': { gets: { who: 'creator', amount: 'returned' } },
  'rdk.StakeSlashed': { gets: { who: 'challenger', amount: 'rewarded' } },
  'rdk.WithdrawalExecuted': { gets: { who: 'recipient', amount } },
  'staking.Delegated': { pays: { who: 'delegator', amount } },
  'staking.Unbonded': { gets: { who: 'delegator', amount } },
  'svm.SvmDeposit': { pays: { who: 'from', amount } },
  'svm.SvmWithdrawal': { gets: { who: 'to', amount } },
  'xqore.XqoreLocked': { pays: { who: 'owner', amount } },
  'xqore.XqoreUnlocked': { gets: { who: 'owner', amount, less: 'penalty' } },
  'xqore.XqoreClaimed': { gets: { who: 'owner', amount } },
};

/** Events whose amount stands in the call: who called pays this argument, in uqor. */
export const argumentsPaid: Readonly<Record<string, string>> = { 'rdk.RollupCreated': 'stake' };

/** Events that name neither payer nor payee: who sent the transaction pays, or gets. */
export const senderPays: Readonly<Record<string, string>> = { 'multilayer.CrossLayerMessage': 'fees' };
export const senderGets: Readonly<Record<string, string>> = { 'multilayer.CrossLayerTaken': 'fees' };

/** Events by which coins come into existence, or leave it. */
export const minting: Readonly<Record<string, string>> = { 'inflation.EpochMinted': 'mintedAmount' };
export const burning: Readonly<Record<string, string>> = { 'burn.TokensBurned': 'amount' };
