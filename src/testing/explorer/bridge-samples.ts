import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { type Claim, depositId, withdrawalId } from '../../modules/bridge/signed-messages.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { bridgeKey, signClaim } from '../modules/bridge-keys.ts';
import { accountOf } from '../sign-from.ts';
import type { SampleSender } from './sample-sender.ts';

const foreign = `0x${'42'.repeat(20)}`;
const usdc = { chain: 'ethereum', asset: 'USDC' } as const;
const keys = [0, 1, 2].map(bridgeKey);
const receiver = accountOf(3);

function depositClaim(network: NetworkIdentity, txHash: string, amount: bigint): Claim {
  const facts = { ...usdc, txHash, amount };
  return { ...facts, eventType: 'deposit', operationId: depositId(network, { ...facts, receiver }) };
}

function attestation(validator: number, claim: Claim) {
  return { ...claim, proof: emptyBytes, pqcSignature: signClaim(keys[validator] ?? bridgeKey(9), claim) };
}

/**
 * Accounts 0 to 2 attest for Ethereum: deposits that are executed, wait, or are challenged; withdrawals; a tripped
 * chain.
 */
export async function createBridgeSamples({ call, network: networkOf }: SampleSender): Promise<void> {
  const network = await networkOf();
  for (const [account, { publicKey }] of keys.entries()) {
    await call(account, 'bridge', 'registerValidator', { pqcPubkey: publicKey, supportedChains: ['ethereum', 'bsc'] });
  }
  const open = { confirmations: 12n, architecture: '', status: 'active', verifier: '', lockEventSig: '' };
  for (const chain of ['ethereum', 'bsc']) {
    await call(0, 'bridge', 'updateChainConfig', { chain, bridgeContract: foreign, ...open });
    await call(0, 'bridge', 'setTransferLimits', {
      chain,
      maxSingleTransfer: 500_000_000n,
      dailyLimit: 2_000_000_000n,
    });
  }
  const attest = async (claim: Claim, validators: readonly number[]) => {
    for (const validator of validators) await call(validator, 'bridge', 'attest', attestation(validator, claim));
  };
  const deposit = async (number: number, amount: bigint, validators: readonly number[]) => {
    const claim = depositClaim(network, `0x${number.toString(16).padStart(64, '0')}`, amount);
    const { chain, txHash, asset } = claim;
    const none = { validatorSigs: [], pqcCommitment: emptyBytes, receiver: zeroAddress };
    await call(3, 'bridge', 'deposit', { chain, txHash, asset, amount, ...none });
    await attest(claim, validators);
    return claim;
  };
  for (const number of [1, 2, 3]) await deposit(number, BigInt(number) * 100_000_000n, [0, 1]);
  await deposit(4, 12_345_678n, [2]);
  const large = await deposit(5, 450_000_000n, [0, 1]);
  await call(2, 'bridge', 'challengeOperation', { operationId: large.operationId, reason: 'no such transaction' });
  const release = { ...usdc, destinationAddress: foreign, amount: 20_000_000n };
  for (const _ of [1, 2]) await call(3, 'bridge', 'withdraw', release);
  const operationId = withdrawalId(network, 'ethereum', 1);
  await attest(
    { ...usdc, eventType: 'withdrawal_complete', operationId, txHash: '0xfeed', amount: release.amount },
    [0, 1],
  );
  await call(2, 'bridge', 'tripCircuitBreaker', { chain: 'bsc', reason: '<b>odd</b> transfers' });
}
