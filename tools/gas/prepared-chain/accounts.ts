import { mlDsaKeys, signMlDsa } from '@qord/curves/ml-dsa';
import { base58 } from '@scure/base';
import { Wallet } from 'ethers';
import { authDigest } from '#qord/kernel/auth-digest.ts';
import { multisigDigest } from '#qord/modules/abstractaccount/group-execution.ts';
import { rotationDigest } from '#qord/modules/pqc/key-texts.ts';
import { withdrawalText } from '#qord/modules/svm/transfers.ts';
import { parseAddress, toBech32 } from '#qord/primitives/address.ts';
import { emptyBytes } from '#qord/primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '#qord/primitives/crypto/ed25519.ts';
import { fromHex, type Hex, toHex } from '#qord/primitives/hex.ts';
import { weiPerLamport, weiPerQor } from '#qord/primitives/units.ts';
import { provenRegistration } from '#qord/testing/modules/proven-key.ts';
import { layerKey } from './layers.ts';
import { accountAt, type PreparedChain, qor, wordOf } from './prepared-chain.ts';

const sessionKey = wordOf(5);
const key = { scheme: 'ed25519', pubkey: ed25519PublicKey(sessionKey) };
const owner = 2;

/** Account 2 has session keys and rules, as many as it may but one. */
export function prepareSessionKeys({ chain, send, succeeds }: PreparedChain): void {
  const own = (name: string, inputs: Parameters<PreparedChain['send']>[3]) =>
    send(owner, 'abstractaccount', name, inputs);
  own('create', { accountType: 'session_based' });
  const rule = (id: string) => ({ id, dailyLimit: 10n ** 15n, perTxLimit: 10n ** 15n, enabled: true });
  for (let number = 0; number < 4; number++) own('setSpendingRule', rule(`rule-${number}`));
  const registration = (pubkey: Uint8Array) => ({
    ...{ scheme: 'ed25519', pubkey, permissions: ['evm', 'send'], expiry: 0n, label: 'game' },
  });
  own('registerAuthenticator', registration(key.pubkey));
  for (let number = 1; number < 9; number++)
    own('registerAuthenticator', registration(ed25519PublicKey(wordOf(20 + number))));
  succeeds('abstractaccount.create', { accountType: 'session_based' }, { caller: accountAt(3) });
  succeeds('abstractaccount.setSpendingRule', rule('another'), { caller: accountAt(owner) });
  succeeds('abstractaccount.removeSpendingRule', { id: 'rule-3' }, { caller: accountAt(owner) });
  const another = registration(ed25519PublicKey(wordOf(40)));
  succeeds('abstractaccount.registerAuthenticator', another, { caller: accountAt(owner) });
  const proven = provenRegistration(chain.reader.identity, accountAt(owner), wordOf(40));
  succeeds('abstractaccount.registerAuthenticatorWithProof', proven, { caller: accountAt(owner) });
  succeeds('abstractaccount.authenticatorDigest', { account: accountAt(owner), ...key });
  succeeds('abstractaccount.revokeAuthenticator', key, { caller: accountAt(owner) });
  const account = accountAt(owner);
  const nonce = chain.headState().account(account)?.nonce ?? 0n;
  const to = accountAt(3);
  const evmFields = ['9800', toBech32(account), key.pubkey, to, '1', emptyBytes];
  const evm = { to, value: 1n, data: emptyBytes, nonce, gasLimit: 100_000n };
  const evmSignature = signEd25519(authDigest('qor-evm-auth-v1', evmFields, nonce), sessionKey);
  succeeds('abstractaccount.executeEvm', { account, ...key, signature: evmSignature, ...evm });
  const fields = ['9800', toBech32(account), key.pubkey, toBech32(to), qor.toString()];
  const signature = signEd25519(authDigest('qor-cosmos-auth-v1', fields, 0n), sessionKey);
  succeeds('abstractaccount.executeNative', { account, ...key, signature, to, amount: qor, nonce: 0n });
}

/** Account 7 is a multisig of 20 keys; of 20 guardians of accounts 5 and 6 one named account 0, the owner of 6. */
export function prepareGroups({ chain, send, mine, succeeds }: PreparedChain): void {
  const keys = Array.from({ length: 20 }, (_, at) => new Wallet(toHex(wordOf(at + 60))));
  const members = keys.map(({ address }) => parseAddress(address));
  send(7, 'abstractaccount', 'create', { accountType: 'multisig' });
  send(7, 'abstractaccount', 'setSigners', { members, threshold: 20n });
  succeeds('abstractaccount.setSigners', { members, threshold: 20n }, { caller: accountAt(7) });
  const message = { to: accountAt(3), value: 1n, data: emptyBytes, gasLimit: 100_000n };
  const order = { account: accountAt(7), ...message, nonce: chain.headState().account(accountAt(7))?.nonce ?? 0n };
  const digest = multisigDigest(chain.reader.identity, order);
  const signatures = keys.map((key) => fromHex(key.signMessageSync(digest) as Hex));
  succeeds('abstractaccount.multisigDigest', order);
  succeeds('abstractaccount.executeMultisig', { ...order, signatures });
  succeeds('abstractaccount.signersOf', { account: accountAt(7) });
  for (const at of [5, 6]) {
    send(at, 'abstractaccount', 'create', { accountType: 'social_recovery' });
    send(at, 'abstractaccount', 'setSigners', { members: [accountAt(0), ...members.slice(1)], threshold: 1n });
    send(0, 'abstractaccount', 'approveRecovery', { account: accountAt(at), newOwner: accountAt(0) });
  }
  mine(172_801_000);
  send(0, 'abstractaccount', 'finishRecovery', { account: accountAt(6) });
  const account = accountAt(5);
  succeeds('abstractaccount.approveRecovery', { account, newOwner: accountAt(1) });
  succeeds('abstractaccount.recoveryOf', { account });
  succeeds('abstractaccount.cancelRecovery', { account }, { caller: account });
  succeeds('abstractaccount.finishRecovery', { account });
  succeeds('abstractaccount.executeAsOwner', { account: accountAt(6), ...message });
}

/** Account 0 has registered an ML-DSA-87 key. */
export function preparePqcKeys({ chain, send, succeeds }: PreparedChain): void {
  const registration = (publicKey: Uint8Array) => ({
    ...{ algorithmId: 1n, publicKey, ecdsaPublicKey: emptyBytes, keyType: 'hybrid' },
  });
  send(0, 'pqc', 'registerKey', registration(layerKey.publicKey));
  const next = mlDsaKeys('ml-dsa-87', wordOf(10));
  succeeds('pqc.registerKey', registration(next.publicKey), { caller: accountAt(1) });
  const registered = { public_key: layerKey.publicKey, algorithm_id: 1 };
  const text = rotationDigest(chain.reader.identity, accountAt(0), registered, next.publicKey);
  const [oldSignature, newSignature] = [layerKey, next].map(({ privateKey }) =>
    signMlDsa('ml-dsa-87', privateKey, text),
  );
  if (oldSignature !== undefined && newSignature !== undefined)
    succeeds('pqc.rotateKey', { newKey: next.publicKey, oldSignature, newSignature });
  succeeds('pqc.rotationDigest', { account: accountAt(0), newKey: next.publicKey });
  const message = wordOf(1);
  const signature = signMlDsa('ml-dsa-87', next.privateKey, message);
  succeeds('pqc.pqcVerify', { pubkey: next.publicKey, signature, message });
  const broken = signature.with(100, (signature[100] ?? 0) ^ 1);
  succeeds('pqc.pqcVerify', { pubkey: next.publicKey, signature: broken, message });
  const addition = { id: 3n, name: 'dilithium3', scheme: 'ml-dsa-65' };
  send(0, 'pqc', 'addAlgorithm', addition);
  succeeds('pqc.addAlgorithm', { ...addition, id: 4n });
  succeeds('pqc.deprecateAlgorithm', { id: 1n, migrationBlocks: 1_000n, replacementId: 3n });
  succeeds('pqc.pqcKeyStatus', { account: accountAt(0) });
}

/** An SVM-only account has coins. */
export function prepareSvm({ chain, send, succeeds }: PreparedChain): void {
  const privateKey = wordOf(7);
  const account = base58.encode(ed25519PublicKey(privateKey));
  send(0, 'svm', 'deposit', { account }, 2n * weiPerQor);
  succeeds('svm.deposit', { account }, { value: weiPerQor });
  succeeds('svm.balanceOf', { account });
  const to = accountAt(1);
  const lamports = weiPerQor / weiPerLamport;
  const payment = {
    key: ed25519PublicKey(privateKey),
    'recipient as qor1…': toBech32(to),
    lamports: lamports.toString(),
  };
  const digest = withdrawalText.digest(chain.reader.identity, payment);
  const signature = signEd25519(digest, privateKey);
  succeeds('svm.withdraw', { account, to, amount: weiPerQor, signature });
  succeeds('svm.withdrawalDigest', { account, to, amount: weiPerQor });
}
