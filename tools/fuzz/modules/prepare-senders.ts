import assert from 'node:assert/strict';
import { createdAddress } from '#qord/evm/created-address.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { abstractaccountAddress, pqcAddress } from '#qord/modules/addresses.ts';
import type { AbiRecord } from '#qord/primitives/abi/value.ts';
import type { Address } from '#qord/primitives/address.ts';
import { emptyBytes } from '#qord/primitives/bytes.ts';
import { ed25519PublicKey } from '#qord/primitives/crypto/ed25519.ts';
import { weiPerQor } from '#qord/primitives/units.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { encoderOf } from './encode-call.ts';
import type { PairedChains } from './paired-chains.ts';
import {
  delegatedAccount,
  deployer,
  hybridSender,
  pqcKey,
  type SigningPlace,
  sessionKey,
  sessionOwner,
  signCreation,
  signDelegation,
  signDirect,
} from './senders.ts';

/**
 * Lets accounts get a contract that passes messages on, a session key, a post-quantum key, and the code of the contract.
 * Returns the address of the contract, which has coins.
 */
export function prepareSenders(chains: PairedChains, modules: readonly NativeModule[], place: SigningPlace): Address {
  const encode = encoderOf(modules);
  const nonceOf = (account: number) => place.nonceOf(accountOf(account));
  const contract = createdAddress(accountOf(deployer), nonceOf(deployer));
  const call = (account: number, to: Address, module: string, name: string, values: AbiRecord, later = 0n) =>
    signDirect(account, nonceOf(account) + later, { to, value: 0n, data: encode(module, name, values) });
  const key = { scheme: 'ed25519', pubkey: ed25519PublicKey(sessionKey) };
  const registration = { ...key, permissions: ['all'], expiry: 0n, label: 'fuzz' };
  const pqc = { algorithmId: 1n, publicKey: pqcKey.publicKey, ecdsaPublicKey: emptyBytes, keyType: 'hybrid' };
  const delegation = { account: delegatedAccount, nonce: nonceOf(delegatedAccount), code: contract };
  const transactions: readonly Transaction[] = [
    signCreation(deployer, nonceOf(deployer)),
    call(sessionOwner, abstractaccountAddress, 'abstractaccount', 'create', { accountType: 'session_based' }),
    call(sessionOwner, abstractaccountAddress, 'abstractaccount', 'registerAuthenticator', registration, 1n),
    call(hybridSender, pqcAddress, 'pqc', 'registerKey', pqc),
    signDelegation(deployer, nonceOf(deployer) + 1n, delegation, {
      ...{ to: contract, value: 100_000n * weiPerQor, data: emptyBytes },
    }),
  ];
  for (const transaction of transactions) assert.ok(chains.submit(transaction), 'the pool takes what is prepared');
  const time = (chains.network.chain.reader.head().timestamp + 2) * 1_000;
  const { receipts } = chains.mine({ time, votes: [], misbehaviour: [] });
  assert.deepEqual(
    receipts.map(({ status }) => status),
    transactions.map(() => 1),
  );
  return contract;
}
