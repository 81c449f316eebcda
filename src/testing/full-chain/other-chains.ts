import { bridgeAddress } from '../../modules/addresses.ts';
import { type Claim, depositId } from '../../modules/bridge/signed-messages.ts';
import { permitDigest } from '../../modules/bridge/token-permit.ts';
import { tokenAddress } from '../../modules/bridge/tokens.ts';
import { toBech32, zeroAddress } from '../../primitives/address.ts';
import { bigintToFixedBytes, emptyBytes } from '../../primitives/bytes.ts';
import { signDigest } from '../../primitives/crypto/secp256k1.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { bridgeKey, signClaim } from '../modules/bridge-keys.ts';
import { batchInputs, root } from '../modules/rollup-harness.ts';
import { signedAnchor } from '../modules/signed-anchor.ts';
import { withdrawalTree } from '../modules/withdrawal-tree.ts';
import { addressOf, testPqcKey } from '../signing/hybrid.ts';
import { type Filling, qor } from './open-full-chain.ts';

const usdc = { chain: 'ethereum', asset: 'USDC' } as const;

/** Accounts 0 and 1 attest for Ethereum; account 5 gets 5,000 USDC. */
export function fillBridge(filling: Filling): void {
  const { done } = filling;
  const unchanged = { bridgeContract: '', confirmations: 0n, architecture: '', verifier: '', lockEventSig: '' };
  done(0, 'bank', 'send', { to: toBech32(bridgeAddress), amount: 1n, memo: 'a gift' });
  done(0, 'bridge', 'updateChainConfig', { chain: 'ethereum', ...unchanged, status: 'active' });
  const limits = { chain: 'ethereum', maxSingleTransfer: 10n ** 11n, dailyLimit: 10n ** 12n };
  done(0, 'bridge', 'setTransferLimits', limits);
  done(0, 'bridge', 'setAssetLimits', { ...limits, asset: 'USDC' });
  done(0, 'bridge', 'setVerifierBootstrap', { chain: 'bitcoin', pubkeys: [root(1), root(2)], threshold: 1n });
  for (const account of [0, 1])
    done(account, 'bridge', 'registerValidator', {
      pqcPubkey: bridgeKey(account).publicKey,
      supportedChains: ['ethereum'],
    });
  deposit(filling, '0x01', 5_000n * qor, 2);
  done(5, 'bridge', 'approve', { spender: addressOf(6), value: qor });
  const permit = { owner: addressOf(6), spender: addressOf(5), value: qor, deadline: 2n ** 40n };
  const digest = permitDigest(
    { chainId: 9800n },
    { name: 'USDC of Ethereum', address: tokenAddress(usdc) },
    permit,
    0n,
  );
  const { r, s, yParity } = signDigest(digest, fromHex(developmentAccounts[6]?.privateKey ?? '0x'));
  const words = { r: bigintToFixedBytes(r, 32), s: bigintToFixedBytes(s, 32) };
  done(5, 'bridge', 'permit', { ...permit, v: BigInt(27 + yParity), ...words });
}

/** A deposit that waits for the end of its challenge period, one that lacks an attestation, an open withdrawal. */
export function leaveBridgeOpen(filling: Filling): void {
  deposit(filling, '0x02', 20_000n * qor, 2);
  deposit(filling, '0x03', qor, 1);
  const destinationAddress = `0x${'42'.repeat(20)}`;
  filling.done(5, 'bridge', 'withdraw', { ...usdc, destinationAddress, amount: qor });
}

function deposit({ chain, done }: Filling, txHash: string, amount: bigint, attestations: number): void {
  const facts = { ...usdc, txHash, amount };
  const claim: Claim = {
    ...facts,
    eventType: 'deposit',
    operationId: depositId(chain.chain.reader.identity, { ...facts, receiver: addressOf(5) }),
  };
  done(5, 'bridge', 'deposit', { ...facts, validatorSigs: [], pqcCommitment: emptyBytes, receiver: zeroAddress });
  for (let account = 0; account < attestations; account++) {
    const pqcSignature = signClaim(bridgeKey(account), claim);
    done(account, 'bridge', 'attest', { ...claim, proof: emptyBytes, pqcSignature });
  }
}

const layerKey = testPqcKey(4);

/** A layer of account 4 with an anchor, one that waits for its first, one that has ended; a routed transaction. */
export function fillLayers({ chain, done }: Filling): void {
  const key = { algorithmId: 1n, publicKey: layerKey.publicKey, ecdsaPublicKey: emptyBytes, keyType: 'hybrid' };
  done(4, 'pqc', 'registerKey', key);
  const facts = { description: 'Games', targetBlockTimeMs: 1_000n, maxTransactionsPerBlock: 10n, minValidators: 1n };
  const lists = { settlementIntervalBlocks: 10n, supportedVmTypes: ['evm'], supportedDomains: ['gaming'] };
  for (const layerId of ['games', 'gone']) done(4, 'multilayer', 'registerSidechain', { layerId, ...facts, ...lists });
  done(0, 'multilayer', 'updateLayerStatus', { layerId: 'games', newStatus: 'active', reason: 'reviewed' });
  const roots = { stateRoot: root(1), validatorSetHash: root(2) };
  const anchor = signedAnchor(layerKey, { layerId: 'games', layerHeight: 1n, ...roots }, chain.chain.reader.identity);
  done(5, 'multilayer', 'anchorState', { ...anchor, compressedStateProof: root(3) });
}

/** The stake of a layer and a message on their way. */
export function leaveLayersOpen({ done }: Filling): void {
  done(4, 'multilayer', 'updateLayerStatus', { layerId: 'gone', newStatus: 'decommissioned', reason: 'empty' });
  const route = { payload: new Uint8Array(2_000), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: 1_000n };
  done(6, 'multilayer', 'routeTransaction', route);
}

const tree = withdrawalTree(
  [1n, 2n].map((amount) => ({ recipient: addressOf(9), denom: 'uqor', amount: amount * qor })),
);

/** Rollups of account 4 in all settlement modes but sovereign; data that is pruned later; a deposit; an exit root. */
export function fillRollups({ done }: Filling): void {
  const profiles = { bank: 'defi', games: 'gaming', shop: 'custom', left: 'custom', gone: 'nft' };
  for (const [rollupId, profile] of Object.entries(profiles))
    done(4, 'rdk', 'createRollup', { rollupId, profile, stake: 10_000n * qor, vm: '' });
  done(4, 'rdk', 'stopRollup', { rollupId: 'gone' });
  done(5, 'rdk', 'deposit', { rollupId: 'left', amount: qor, recipient: root(1) });
  done(4, 'rdk', 'stopRollup', { rollupId: 'left' });
  done(0, 'rdk', 'setExitRoot', { rollupId: 'left', withdrawalsRoot: root(3) });
  done(4, 'rdk', 'submitBlob', { rollupId: 'shop', data: root(5), namespace: root(6).subarray(0, 4) });
  done(5, 'rdk', 'deposit', { rollupId: 'shop', amount: 3n * qor, recipient: root(1) });
  done(4, 'rdk', 'submitBatch', {
    ...batchInputs('shop', 1),
    dataHash: sha256(root(5)),
    withdrawalsRoot: tree.root,
  });
  done(4, 'rdk', 'submitBatch', batchInputs('shop', 2));
}

/** A paid withdrawal; batches that wait for their time, one that is challenged, data that is not pruned. */
export function leaveRollupsOpen({ done }: Filling): void {
  const paid = { recipient: addressOf(9), denom: 'uqor', amount: qor };
  const claim = { rollupId: 'shop', batchIndex: 1n, withdrawalIndex: 0n, ...paid, proof: tree.proof(0) };
  done(6, 'rdk', 'executeWithdrawal', claim);
  done(4, 'rdk', 'submitBatch', { ...batchInputs('bank', 1), proof: root(7) });
  for (const index of [3, 4]) done(4, 'rdk', 'submitBatch', batchInputs('shop', index));
  done(6, 'rdk', 'challengeBatch', { rollupId: 'shop', batchIndex: 4n, proof: root(1) });
  done(4, 'rdk', 'submitBlob', { rollupId: 'shop', data: root(8), namespace: emptyBytes });
  done(4, 'rdk', 'pauseRollup', { rollupId: 'bank', reason: 'repairs' });
}

const bitcoin = (byte: number) => root(byte).map((value, at) => (at < 4 ? 0 : value));

/**
 * Bitcoin positions of account 9: one withdrawn, one on its way out, one active, which one of the two that have seen it
 * says has ended; a transaction that they dispute; a checkpoint.
 */
export function fillBitcoin({ chain, done, mine }: Filling): void {
  const by = (attester: number, byte: number, btcHeight: bigint) => {
    const seen = { btcTxHash: root(byte), amountSatoshis: 250_000n, staker: addressOf(9), btcHeight };
    return chain.call(attester, 'babylon', 'attestStake', seen);
  };
  const restake = (byte: number) =>
    done(9, 'babylon', 'restake', { btcTxHash: root(byte), amountSatoshis: 250_000n, validator: addressOf(1) });
  for (const byte of [1, 2]) mine([by(0, byte, 900_000n)]);
  mine([by(0, 3, 900_000n), by(4, 3, 900_000n)]);
  for (const byte of [1, 2, 3]) restake(byte);
  done(9, 'babylon', 'unbond', { positionId: 1n });
  mine([by(0, 4, 900_010n), by(4, 4, 900_009n), chain.call(4, 'babylon', 'unbond', { positionId: 3n })]);
  done(9, 'babylon', 'unbond', { positionId: 2n });
  done(0, 'babylon', 'submitCheckpoint', {
    epoch: 2n,
    btcBlockHash: bitcoin(9),
    btcBlockHeight: 900_011n,
    stateRoot: root(9),
  });
  done(0, 'babylon', 'correctHeight', { btcHeight: 900_010n }); // one alone corrects nothing
}
