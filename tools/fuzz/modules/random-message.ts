import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { poolsOf } from '#qord/kernel/pools.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { type Address, zeroAddress } from '#qord/primitives/address.ts';
import { weiPerQor } from '#qord/primitives/units.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { commandData } from './command-words.ts';
import { encodedCall, encoderOf } from './encode-call.ts';
import { likelyPermitted } from './permitted-call.ts';
import type { RandomCall } from './random-call.ts';
import {
  bySessionKey,
  callKinds,
  delegatedAccount,
  deployer,
  hybridSender,
  type Message,
  type SigningPlace,
  sessionOwner,
  signCreation,
  signDelegation,
  signDirect,
  signHybrid,
  throughContract,
} from './senders.ts';

/** A transaction and how to tell it. */
export type RandomTransaction = { readonly transaction: Transaction; readonly way: string; readonly call: RandomCall };

/** Ways in which a message is sent, the more likely ones several times. */
const ways = [
  ...['direct', 'direct', 'direct', 'direct', 'direct', 'direct', 'contract', 'contract', 'contract', 'session key'],
  ...['session key', 'hybrid', 'hybrid', 'constructor', 'delegatecall', 'staticcall', 'callcode', 'delegated account'],
  ...['new delegation', 'gift'],
] as const;

/** A candidate for the next call, and whether a message of an account would succeed. */
export type Choice = {
  candidate(): RandomCall;
  isPermitted(caller: Address, message: Message): boolean;
};

/** One of the calls, mostly a permitted one, by one of the ways in which it can be sent. */
export function randomTransaction(
  pick: Dice,
  modules: readonly NativeModule[],
  place: SigningPlace,
  contract: Address,
  { candidate, isPermitted }: Choice,
): RandomTransaction {
  const picked = pick(ways);
  const sent = () => {
    const call = candidate();
    const way = call.module === 'authority' ? 'direct' : picked;
    const { address: to, data, call: declared } = encodedCall(modules, call.module, call.name, call.inputs);
    const value = pick([0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 1n, weiPerQor]);
    const message: Message = { to, data: commandData(pick, declared, call.inputs, data) ?? data, value };
    return { way, call, message, modules };
  };
  const wrapped = likelyPermitted(pick, sent, ({ way, call, message }) =>
    isPermitted(callerOf(way, contract, call), message),
  );
  return { transaction: signed(pick, place, contract, wrapped), way: wrapped.way, call: wrapped.call };
}

/** Whom the module sees as its caller. */
function callerOf(way: (typeof ways)[number], contract: Address, { account }: RandomCall): Address {
  switch (way) {
    case 'contract':
      return contract;
    case 'delegated account':
      return accountOf(delegatedAccount);
    case 'session key':
      return accountOf(sessionOwner);
    case 'hybrid':
      return accountOf(hybridSender);
    default:
      return accountOf(account);
  }
}

type Wrapped = {
  readonly way: (typeof ways)[number];
  readonly call: RandomCall;
  readonly message: Message;
  readonly modules: readonly NativeModule[];
};

function signed(pick: Dice, place: SigningPlace, contract: Address, wrapped: Wrapped): Transaction {
  const { way, call, message, modules } = wrapped;
  const direct = (account: number, sent: Message) => signDirect(account, place.nonceOf(accountOf(account)), sent);
  const options = { twice: pick([true, false]), strict: pick([true, false]), late: pick([true, false, false, false]) };
  const deployerNonce = () => place.nonceOf(accountOf(deployer));
  switch (way) {
    case 'direct':
      return direct(call.account, message);
    case 'gift':
      return direct(call.account, {
        to: giftReceiver(pick, modules),
        value: message.value + 1n,
        data: new Uint8Array(0),
      });
    case 'contract':
      return direct(call.account, throughContract(contract, callKinds.call, message, options));
    case 'delegated account':
      return direct(call.account, throughContract(accountOf(delegatedAccount), callKinds.call, message, options));
    case 'session key':
      return direct(call.account, bySessionKey(place, encoderOf(modules), message));
    case 'hybrid':
      return signHybrid(hybridSender, place.nonceOf(accountOf(hybridSender)), message);
    case 'constructor':
      return signCreation(deployer, deployerNonce(), pick([0n, 1n, 2n, 3n]), message);
    case 'new delegation': {
      const code = pick([contract, contract, message.to, zeroAddress]);
      const nonce = place.nonceOf(accountOf(delegatedAccount));
      return signDelegation(deployer, deployerNonce(), { account: delegatedAccount, nonce, code }, message);
    }
    default:
      return direct(call.account, throughContract(contract, callKinds[way], message, options));
  }
}

/** An account of the chain itself. */
function giftReceiver(pick: Dice, modules: readonly NativeModule[]): Address {
  return pick([...poolsOf({ modules }).map(({ account }) => account), ...modules.map(({ address }) => address)]);
}
