import { base58 } from '@scure/base';
import { authDigest } from '../../kernel/auth-digest.ts';
import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { bankAddress, governanceAddress } from '../../modules/addresses.ts';
import { openQuestion, rightAnswer } from '../../modules/lightnode/question.ts';
import { withdrawalDigestOf } from '../../modules/svm/transfers.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../../primitives/crypto/ed25519.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import type { ModuleChain } from '../module-chain.ts';
import { provenRegistration } from '../modules/proven-key.ts';
import { root } from '../modules/rollup-harness.ts';
import { privateKeyOf } from '../sign-from.ts';
import { testConsensusKey } from '../signing/consensus-keys.ts';
import { addressOf, hybridFrom, testPqcKey } from '../signing/hybrid.ts';
import { type Filling, openFullChain, qor, votes } from './open-full-chain.ts';
import {
  fillBitcoin,
  fillBridge,
  fillLayers,
  fillRollups,
  leaveBridgeOpen,
  leaveLayersOpen,
  leaveRollupsOpen,
} from './other-chains.ts';

const sessionKey = new Uint8Array(32).fill(3);
const svmKey = new Uint8Array(32).fill(7);
/** An account of the SVM side only. */
const svmAccount = base58.encode(ed25519PublicKey(svmKey));

/** A chain on which every table of every module has rows, and every single record differs from that of a new chain. */
export function fullChain(): ModuleChain {
  const filling = openFullChain();
  const { chain, done, mine } = filling;
  done(0, 'rlconsensus', 'setAgentMode', { mode: 'suggest' });
  fillBridge(filling);
  fillLayers(filling);
  fillRollups(filling);
  fillStaking(filling);
  fillAccounts(filling);
  fillLightNodes(filling);
  while (chain.chain.reader.head().number < 75) mine();
  fillBitcoin(filling);
  stirGuard(filling);
  leaveLayersOpen(filling);
  leaveBridgeOpen(filling);
  leaveRollupsOpen(filling);
  retireAlgorithm(filling);
  done(0, 'rlconsensus', 'setPolicyPiece', { piece: 0n, weights: root(1) });
  fillGovernance(filling);
  leaveInMidst(filling);
  return chain;
}

/** Account 7 delegates to three validators, moves some of it and takes some back. */
function fillStaking({ chain, done, mine }: Filling): void {
  for (const account of [0, 1, 2])
    done(7, 'staking', 'delegate', { validator: addressOf(account), amount: 20_000n * qor });
  done(7, 'staking', 'undelegate', { validator: addressOf(0), amount: 100n * qor });
  done(7, 'distribution', 'withdrawRewards', { validator: addressOf(0) });
  const moves = [0, 1, 3].flatMap((to) => {
    const move = { from: addressOf(2), to: addressOf(to), amount: qor };
    return Array.from({ length: 70 }, () => chain.call(7, 'staking', 'redelegate', move));
  });
  mine(moves.slice(0, 140)); // each reads those before, and pays for it
  mine(moves.slice(140));
}

/** xQORE, a session key of account 6, an SVM-only account, a fee token of account 5, protection of account 8. */
function fillAccounts({ chain, done, mine }: Filling): void {
  for (const account of [5, 6]) done(account, 'xqore', 'lock', { amount: 1_000n * qor });
  done(5, 'xqore', 'unlock', { amount: 100n * qor });
  const key = { scheme: 'ed25519', pubkey: ed25519PublicKey(sessionKey) };
  done(6, 'abstractaccount', 'create', { accountType: 'session_based' });
  done(6, 'abstractaccount', 'setSpendingRule', { id: 'game', dailyLimit: 5n * qor, perTxLimit: qor, enabled: true });
  done(6, 'abstractaccount', 'registerAuthenticator', { ...key, permissions: ['all'], expiry: 0n, label: 'game' });
  const proven = provenRegistration(chain.chain.reader.identity, addressOf(6), new Uint8Array(32).fill(4));
  done(6, 'abstractaccount', 'registerAuthenticatorWithProof', proven);
  const [account, to] = [addressOf(6), addressOf(9)];
  const fields = ['9800', toBech32(account), key.pubkey, toBech32(to), qor.toString()];
  const signature = signEd25519(authDigest('qor-cosmos-auth-v1', fields, 0n), sessionKey);
  done(4, 'abstractaccount', 'executeNative', { account, ...key, signature, to, amount: qor, nonce: 0n });
  const guardians = { members: [addressOf(1), addressOf(2)], threshold: 1n };
  done(3, 'abstractaccount', 'create', { accountType: 'social_recovery' });
  done(3, 'abstractaccount', 'setSigners', guardians);
  done(1, 'abstractaccount', 'approveRecovery', { account: addressOf(3), newOwner: addressOf(9) });
  fillSvm({ chain, done, mine });
  done(6, 'gasabstraction', 'addLiquidity', {}, 1_000n * weiPerQor);
  done(5, 'gasabstraction', 'setFeeToken', { denom: 'ibc/USDC' });
  const pqc = testPqcKey(8);
  const registered = { algorithmId: 1n, publicKey: pqc.publicKey, ecdsaPublicKey: root(2), keyType: 'hybrid' };
  done(8, 'pqc', 'registerKey', registered);
  done(8, 'pqc', 'protect', { on: true });
  mine([hybridFrom(8, pqc, { nonce: 2n, value: 5n })]);
}

function fillSvm({ chain, done }: Filling): void {
  const deposit = { sourceVm: 'evm', targetVm: 'svm', targetContract: svmAccount, payload: emptyBytes };
  done(9, 'crossvm', 'call', { ...deposit, funds: 5n * qor });
  const payment = { account: svmAccount, to: addressOf(4), amount: weiPerQor };
  const { reader } = chain.chain;
  const block = reader.states.environmentAt(reader.head().number);
  if (block === undefined) throw new RangeError('no block');
  const context = {
    state: chain.chain.headState(),
    block,
    self: addressOf(9),
    caller: addressOf(9),
    value: 0n,
    isHybrid: false,
  };
  const digest = withdrawalDigestOf(context, ed25519PublicKey(svmKey), payment);
  done(9, 'svm', 'withdraw', { ...payment, signature: signEd25519(digest, svmKey) });
}

/** A light node of account 7, for which account 4 answers, and which is not paid. */
function fillLightNodes({ chain, done, mine }: Filling): void {
  done(7, 'lightnode', 'register', { key: addressOf(4) });
  const { reader } = chain.chain;
  while (reader.head().number % 10 !== 0) mine();
  const block = reader.states.environmentAt('next');
  const question = block && openQuestion(chain.chain.headState(), block);
  if (block === undefined || question === undefined) throw new RangeError('no question');
  const answer = rightAnswer(question, addressOf(7), block);
  done(4, 'lightnode', 'answer', { operator: addressOf(7), epoch: BigInt(question.epoch), answer });
}

/** Payments that the module ai flags: one that empties an account, and some of very different size in one block. */
function stirGuard({ chain, mine }: Filling): void {
  const balance = chain.chain.headState().account(addressOf(9))?.balance ?? 0n;
  mine([transfer(chain, 9, 1n), transfer(chain, 9, 2n, 1n), transfer(chain, 9, 1_000n, 2n)]);
  mine([creation(chain, 9)]);
  mine([transfer(chain, 9, (balance * 95n) / 100n)]);
}

type Fields = { readonly to: Address | undefined; readonly value: bigint; readonly data: Uint8Array };

function signed({ chain }: ModuleChain, account: number, fields: Fields, ahead: bigint): Transaction {
  const nonce = (chain.headState().account(addressOf(account))?.nonce ?? 0n) + ahead;
  const rest = { gasLimit: 200_000n, maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n, accessList: [] };
  return signTransaction({ type: 2, chainId: 9800n, nonce, ...rest, ...fields }, privateKeyOf(account));
}

function transfer(chain: ModuleChain, account: number, value: bigint, ahead = 0n): Transaction {
  return signed(chain, account, { to: addressOf(4), value, data: emptyBytes }, ahead);
}

/** A contract with one storage slot, whose code is STOP. */
function creation(chain: ModuleChain, account: number): Transaction {
  return signed(chain, account, { to: undefined, value: 7n, data: fromHex('0x602a6007555f5f526001601ff3') }, 0n);
}

function retireAlgorithm({ done }: Filling): void {
  done(0, 'pqc', 'addAlgorithm', { id: 3n, name: 'another', scheme: 'ml-dsa-87' });
  done(0, 'pqc', 'deprecateAlgorithm', { id: 3n, migrationBlocks: 1_000n, replacementId: 1n });
}

/**
 * The authority hands its office to governance; a holder of xQORE waits for its part in penalties; one proposal is voted
 * on, one waits for its deposit.
 */
function fillGovernance({ chain, done, mine }: Filling): void {
  mine([
    chain.call(0, 'authority', 'setParams', { module: 'xqore', changes: '{"share_after_seconds":400}' }),
    chain.call(0, 'authority', 'moveAuthority', { to: governanceAddress }),
    chain.call(3, 'xqore', 'lock', { amount: qor }),
  ]);
  const texts = { title: 'A title', summary: 'What and why' };
  const change = { module: 'xqore', changes: '{"rebase_interval":50}' };
  done(4, 'governance', 'proposeParams', { ...texts, ...change, deposit: 100n * qor });
  done(4, 'governance', 'proposeText', { ...texts, deposit: 10n * qor });
  done(0, 'governance', 'vote', { proposal: 1n, option: 'yes' });
  mine([
    chain.call(7, 'governance', 'vote', { proposal: 1n, option: 'abstain' }),
    chain.call(5, 'governance', 'vote', { proposal: 1n, option: 'yes' }),
  ]);
}

/** What lasts a block or two: queued messages, penalties and a based batch on their way, a slash that is not done, a block not signed. */
function leaveInMidst({ chain, done, mine }: Filling): void {
  while (chain.chain.reader.head().number % 5 !== 1) mine();
  done(6, 'xqore', 'unlock', { amount: 100n * qor });
  const wish = { sourceVm: 'cosmwasm', targetVm: 'evm', targetContract: bankAddress, payload: root(1), funds: qor };
  const batch = { rollupId: 'games', batchIndex: 1n, stateRoot: root(1), prevStateRoot: root(0), txCount: 7n };
  const hashes = { dataHash: root(0), withdrawalsRoot: root(0), proof: emptyBytes };
  mine([
    chain.call(4, 'rdk', 'submitBatch', { ...batch, ...hashes }),
    ...[1, 2, 3, 4].map(() => chain.call(4, 'crossvm', 'call', wish)),
  ]);
  const [silent, guilty] = [testConsensusKey(1).address, testConsensusKey(2).address];
  chain.mine({
    votes: votes.map(({ validator, signed }) => ({ validator, signed: signed && validator !== silent })),
    misbehaviour: [{ kind: 'duplicate-vote', validator: guilty, height: 1, time: 0, power: 1 }],
  });
}
