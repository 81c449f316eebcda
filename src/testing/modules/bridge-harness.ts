import assert from 'node:assert/strict';
import { createBridge } from '../../modules/bridge/index.ts';
import { assetTotals, balances, operations, sources } from '../../modules/bridge/records.ts';
import { type Claim, depositId, withdrawalId } from '../../modules/bridge/signed-messages.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import type { StateView } from '../../state/types.ts';
import { createModuleHarness, harnessNetwork, type ModuleHarness } from '../module-harness.ts';
import { accountOf } from '../sign-from.ts';
import { bridgeKey, signClaim } from './bridge-keys.ts';

export const [chief, north, south, west] = [accountOf(0), accountOf(1), accountOf(2), accountOf(3)];
export const [alice, bob] = [accountOf(4), accountOf(5)];
const operators = [north, south, west];
const keys = operators.map((_, at) => bridgeKey(at));
/** The bridge key of a validator, or one that nobody has registered. */
export const keyOf = (validator: Address) => keys[operators.indexOf(validator)] ?? bridgeKey(9);
export const fee = 100_000n;
export const foreign = `0x${'42'.repeat(20)}`;
/** The result of a call that the bridge rejects for this reason. */
export const rejected = (text: string) => ({ rejection: `bridge: ${text}` });
export const usdc = { chain: 'ethereum', asset: 'USDC' } as const;

type Inputs = Parameters<ModuleHarness['call']>[3];
export type DepositRequest = { readonly txHash: string; readonly amount: bigint; readonly receiver?: Address };

/** A harness with the bridge alone, three operators and an authority. */
export function openBridgeModule(
  params: Record<string, unknown> = {},
  isActive: (account: Address) => boolean = () => true,
  powers: readonly bigint[] = [1n, 1n, 1n],
) {
  const fees: [Address, bigint][] = [];
  const activePowerOf = (_: unknown, account: Address) =>
    (isActive(account) ? powers[operators.indexOf(account)] : undefined) ?? 0n;
  const roles = {
    isAuthority: (_: unknown, account: Address) => account === chief,
    activePowerOf,
    activePower: () => operators.reduce((sum, operator) => sum + activePowerOf(undefined, operator), 0n),
  };
  const bridge = createBridge({
    ...roles,
    isProtected: () => false,
    chargeFee: ({ state }, from, uqor) => {
      fees.push([from, uqor]);
      state.burn(from, uqor * 10n ** 12n);
    },
  });
  const section = { params: { min_validators: 3, attestation_threshold: 2, challenge_period_secs: 60, ...params } };
  const harness = createModuleHarness([bridge], { bridge: section });
  for (const { address } of developmentAccounts) harness.fund(address, 1_000_000n);
  const call = (caller: Address, name: string, inputs: Inputs) => harness.call(bridge, caller, name, inputs);
  const ok = (caller: Address, name: string, inputs: Inputs) => {
    const result = call(caller, name, inputs);
    assert.ok('outputs' in result, 'rejection' in result ? result.rejection : '');
    return result.outputs;
  };
  const query = (id: unknown) => harness.query(bridge, 'qor_getBridgeStatus', id) as Record<string, unknown>;
  /** everything that the module stores, as text */
  const kept = () => JSON.stringify(bridge.exportGenesis?.(harness.state));
  return { harness, call, ok, fees, query, kept };
}

/** Arguments of `updateChainConfig`. */
export const configChange = (chain: string, changes: Record<string, string | bigint>) => {
  const none = { bridgeContract: '', confirmations: 0n, architecture: '', status: '', verifier: '', lockEventSig: '' };
  return { chain, ...none, ...changes };
};

/** Ethereum and Bitcoin are open, and three validators attest for Ethereum. */
export function openBridge(
  params: Record<string, unknown> = {},
  isActive?: (account: Address) => boolean,
  powers?: readonly bigint[],
) {
  const opened = openBridgeModule(params, isActive, powers);
  const { ok, call, harness } = opened;
  ok(chief, 'updateChainConfig', configChange('ethereum', { status: 'active' }));
  ok(chief, 'updateChainConfig', configChange('bitcoin', { status: 'active' }));
  ok(chief, 'setTransferLimits', { chain: 'ethereum', maxSingleTransfer: 600n, dailyLimit: 1_000n });
  for (const [at, operator] of operators.entries())
    ok(operator, 'registerValidator', { pqcPubkey: keys[at]?.publicKey ?? emptyBytes, supportedChains: ['ethereum'] });
  const depositInputs = ({ txHash, amount, receiver = zeroAddress }: DepositRequest) => {
    return { ...usdc, txHash, amount, receiver, validatorSigs: [], pqcCommitment: emptyBytes };
  };
  const deposit = (request: DepositRequest, caller = alice) => call(caller, 'deposit', depositInputs(request));
  const claimOf = ({ txHash, amount, receiver = alice }: DepositRequest): Claim => {
    const facts = { ...usdc, txHash, amount };
    return { ...facts, eventType: 'deposit', operationId: depositId(harnessNetwork, { ...facts, receiver }) };
  };
  const attest = (validator: Address, claim: Claim, changes: object = {}) =>
    call(validator, 'attest', {
      ...claim,
      proof: emptyBytes,
      pqcSignature: signClaim(keyOf(validator), claim),
      ...changes,
    });
  /** Claims and attests to the threshold; returns the resulting status. */
  const depositAndAttest = (request: DepositRequest) => {
    assert.ok('outputs' in deposit(request));
    for (const validator of [north, south]) attest(validator, claimOf(request));
    return operations.get(harness.state, claimOf(request).operationId)?.status;
  };
  const withdraw = (amount: bigint, caller = alice, changes: object = {}) =>
    call(caller, 'withdraw', { ...usdc, destinationAddress: foreign, amount, ...changes });
  const released = (number: number, amount: bigint, txHash = '0xaa'): Claim => {
    const operationId = withdrawalId(harnessNetwork, 'ethereum', number);
    return { ...usdc, eventType: 'withdrawal_complete', operationId, txHash, amount };
  };
  const operationOf = (claim: Claim) => operations.get(harness.state, claim.operationId);
  const balance = (account: Address) => balances.get(harness.state, 'ethereum', 'USDC', account) ?? 0n;
  return {
    ...opened,
    deposit,
    depositInputs,
    claimOf,
    attest,
    depositAndAttest,
    withdraw,
    released,
    operationOf,
    balance,
  };
}

/**
 * Asserts that what is minted of every asset equals what accounts and the module hold, and that what is locked differs
 * from it by the attested deposits that are not minted.
 */
export function assertHeld({ state }: { readonly state: StateView }): void {
  const held = sums([...balances.list(state)].map(([[chain, asset], amount]) => [`${chain} ${asset}`, amount]));
  const waiting = sums(
    [...sources.list(state)].flatMap(([[chain], id]) => {
      const { asset = '', amount = 0n, completed_at = 1 } = operations.get(state, id) ?? {};
      return completed_at > 0 ? [] : [[`${chain} ${asset}`, amount] as const];
    }),
  );
  for (const [[chain, asset], { total_locked, total_minted }] of assetTotals.list(state)) {
    assert.equal(total_minted, held.get(`${chain} ${asset}`) ?? 0n);
    assert.equal(total_locked - total_minted, waiting.get(`${chain} ${asset}`) ?? 0n);
    held.delete(`${chain} ${asset}`);
  }
  assert.equal(held.size, 0);
}

function sums(amounts: readonly (readonly [key: string, amount: bigint])[]): Map<string, bigint> {
  const sum = new Map<string, bigint>();
  for (const [key, amount] of amounts) sum.set(key, (sum.get(key) ?? 0n) + amount);
  return sum;
}
