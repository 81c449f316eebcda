import { depositId, withdrawalId } from '#qord/modules/bridge/signed-messages.ts';
import { permitDigest } from '#qord/modules/bridge/token-permit.ts';
import { tokenAddress } from '#qord/modules/bridge/tokens.ts';
import { zeroAddress } from '#qord/primitives/address.ts';
import { bigintToFixedBytes, emptyBytes } from '#qord/primitives/bytes.ts';
import { signDigest } from '#qord/primitives/crypto/secp256k1.ts';
import { developmentAccounts } from '#qord/primitives/development-accounts.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import { configChange } from '#qord/testing/modules/bridge-harness.ts';
import { bridgeKey, packedSignature, signClaim } from '#qord/testing/modules/bridge-keys.ts';
import { operators } from './economy.ts';
import { accountAt, type PreparedChain, wordOf } from './prepared-chain.ts';

const usdc = { chain: 'ethereum', asset: 'USDC' };
const large = 200_000_000_000n;
const foreign = `0x${'42'.repeat(20)}`;

/** Ethereum is open, account 0 attests for it and holds USDC; deposits and withdrawals wait. */
export function prepareBridge({ chain, send, mine, succeeds }: PreparedChain): void {
  const bridge = (name: string, inputs: Parameters<PreparedChain['send']>[3]) => send(0, 'bridge', name, inputs);
  const key = bridgeKey(0);
  const network = chain.reader.identity;
  const most = 10n ** 24n;
  const limits = { chain: 'ethereum', maxSingleTransfer: most, dailyLimit: most };
  const registration = { pqcPubkey: key.publicKey, supportedChains: ['ethereum', 'bitcoin'] };
  bridge('updateChainConfig', configChange('ethereum', { status: 'active' }));
  bridge('setTransferLimits', limits);
  bridge('setAssetLimits', { ...limits, asset: 'USDC' });
  bridge('registerValidator', registration);
  succeeds(
    'bridge.registerValidator',
    { ...registration, pqcPubkey: bridgeKey(1).publicKey },
    { caller: operators[1] },
  );
  const idOf = (txHash: string, amount: bigint) =>
    depositId(network, { ...usdc, txHash, amount, receiver: accountAt(0) });
  const inputsOf = (txHash: string, amount: bigint, validatorSigs: readonly Uint8Array[] = []) => ({
    ...{ ...usdc, txHash, amount, validatorSigs, pqcCommitment: emptyBytes, receiver: zeroAddress },
  });
  const claim = (txHash: string, amount: bigint) => ({ ...usdc, txHash, amount, operationId: idOf(txHash, amount) });
  const attestation = (txHash: string, amount: bigint) => {
    const facts = { ...claim(txHash, amount), eventType: 'deposit' } as const;
    return { ...facts, proof: emptyBytes, pqcSignature: signClaim(key, facts, network) };
  };
  bridge('deposit', inputsOf('0x01', large - 1n));
  bridge('attest', attestation('0x01', large - 1n));
  mine(61_000);
  mine(61_000);
  bridge('deposit', inputsOf('0x02', 5n));
  succeeds('bridge.attest', attestation('0x02', 5n));
  succeeds('bridge.deposit', inputsOf('0x03', 5n));
  succeeds('bridge.deposit', inputsOf('0x04', 5n, [packedSignature(accountAt(0), key, claim('0x04', 5n))]));
  succeeds('bridge.transfer', { ...usdc, to: accountAt(1), amount: 5n });
  prepareTokens({ chain, send, succeeds });
  const withdrawal = { ...usdc, destinationAddress: foreign, amount: 5n };
  succeeds('bridge.withdraw', withdrawal);
  for (let count = 0; count < 2; count++) bridge('withdraw', withdrawal);
  const operationId = (number: number) => withdrawalId(network, 'ethereum', number);
  bridge('challengeOperation', { operationId: operationId(1), reason: 'no such account there' });
  succeeds('bridge.challengeOperation', { operationId: operationId(2), reason: 'no such account there' });
  for (const isValid of [true, false])
    succeeds('bridge.resolveChallenge', { operationId: operationId(1), isValid, reason: 'given back' });
  succeeds('bridge.operationOf', { operationId: operationId(1) });
  succeeds('bridge.balanceOf', { ...usdc, account: accountAt(0) });
  succeeds('bridge.setTransferLimits', limits);
  succeeds('bridge.setAssetLimits', { ...limits, asset: 'USDC' });
  succeeds('bridge.assetLimitsOf', usdc);
  succeeds('bridge.setValidatorStatus', { validator: accountAt(0), active: false });
  const pubkeys = Array.from({ length: 16 }, (_, at) => wordOf(at + 1));
  succeeds('bridge.setVerifierBootstrap', { chain: 'ethereum', pubkeys, threshold: 9n });
  bridge('updateChainConfig', configChange('bitcoin', { status: 'active' }));
  bridge('tripCircuitBreaker', { chain: 'bitcoin', reason: 'attacked' });
  succeeds('bridge.resetCircuitBreaker', { chain: 'bitcoin' });
}

/** Account 0 may move its USDC, too, and account 3 has signed a permit. */
function prepareTokens({ chain, send, succeeds }: Pick<PreparedChain, 'chain' | 'send' | 'succeeds'>): void {
  const network = chain.reader.identity;
  send(0, 'bridge', 'approve', { spender: accountAt(0), value: 1_000n });
  const receiver = { to: accountAt(1), value: 5n };
  succeeds('bridgeToken.transfer', receiver);
  succeeds('bridgeToken.transferFrom', { from: accountAt(0), ...receiver });
  succeeds('bridgeToken.approve', { spender: accountAt(2), value: 7n });
  succeeds('bridgeToken.balanceOf', { account: accountAt(0) });
  succeeds('bridgeToken.allowance', { owner: accountAt(0), spender: accountAt(0) });
  const permit = { owner: accountAt(3), spender: accountAt(0), value: 7n, deadline: 2n ** 40n };
  const { r, s, yParity } = signDigest(
    permitDigest(network, { name: 'USDC of Ethereum', address: tokenAddress(usdc) }, permit, 0n),
    fromHex(developmentAccounts[3]?.privateKey ?? '0x'),
  );
  const signature = { v: BigInt(27 + yParity), r: bigintToFixedBytes(r, 32), s: bigintToFixedBytes(s, 32) };
  succeeds('bridgeToken.permit', { ...permit, ...signature });
}
