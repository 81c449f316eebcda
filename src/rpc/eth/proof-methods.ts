import type { ChainReader } from '../../chain/types.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { EntryProof } from '../../state/proof.ts';
import { define, optional } from '../dispatch/define.ts';
import { isPending, requireHeight } from '../evm-common/resolve-block.ts';
import { assertNotStopped, defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';
import type { Executor } from '../execution/executor.ts';
import type { JsonValue } from '../json-value.ts';
import type { Methods } from '../method.ts';
import { type BlockRef, blockRefParam, latest } from '../params/block-ref.ts';
import { addressParam, parseData, parseSlot, recordKeyType } from '../params/bytes.ts';
import { listType, paramOf } from '../params/param-type.ts';
import { RpcError } from '../rpc-error.ts';

const maxKeys = 1024;
const emptyCodeHash = keccakHash(emptyBytes);

const account = addressParam('address', 'The account.');
const keys = paramOf(
  'storageKeys',
  `Storage slots; of native modules, keys of records. ${maxKeys} at most.`,
  listType(recordKeyType, {
    most: maxKeys,
    tooMany: (count) => new RangeError(`too many slots (requested ${count}, max ${maxKeys})`),
    itemName: String,
  }),
);

type ProofRequest = ExecutionRequest & {
  readonly block: BlockRef;
  readonly address: Address;
  /** Keys as they were requested. */
  readonly keys: readonly string[];
};

/** Milliseconds of a proof on the main thread; one at an earlier block goes through all changes since. */
const inlineMs = 1;

/** The first proof at the pending block computes the nodes of all that the block changes. */
function isLarge({ block }: Pick<ProofRequest, 'block'>): boolean {
  return isPending(block);
}

/** Throws an RpcError. */
function placeOf(chain: ChainReader, block: BlockRef): number | 'pending' {
  return isPending(block) ? 'pending' : requireHeight(chain, block);
}

/** eth_getProof */
export const proofExecution = defineExecution<ProofRequest>('proof', {
  inlineMs,
  isLarge,
  run: ({ chain, natives }, { block, address, keys: requested }, control) => {
    const isModule = natives.at(address)?.stateful === true;
    const entryKeys = requested.map((key) => toEntryKey(key, isModule));
    const onProgress = () => assertNotStopped(control);
    const proof = chain.states.proof(address, entryKeys, placeOf(chain, block), onProgress);
    if (proof === undefined) throw new RpcError(-32000, 'header not found');
    return {
      address,
      accountProof: proof.nodes.map(toHex),
      balance: quantity(proof.account?.balance ?? 0n),
      codeHash: proof.account?.codeHash ?? emptyCodeHash,
      nonce: quantity(proof.account?.nonce ?? 0n),
      storageHash: proof.storageRoot,
      storageProof: proof.entries.map((entry, index) => toStorageProof(entry, requested[index] ?? entry.key, isModule)),
    };
  },
});

/** eth_getAccount: its storage root needs what a proof needs. */
export const accountExecution = defineExecution<Omit<ProofRequest, 'keys'>>('account', {
  inlineMs,
  isLarge,
  run: ({ chain }, { block, address }, control) => {
    const proof = chain.states.proof(address, [], placeOf(chain, block), () => assertNotStopped(control));
    if (proof === undefined) throw new RpcError(-32000, 'header not found');
    if (proof.account === undefined) return null;
    const { nonce, balance, codeHash } = proof.account;
    return { nonce: quantity(nonce), balance: quantity(balance), storageRoot: proof.storageRoot, codeHash };
  },
});

/** Merkle proofs of accounts and their storage (EIP-1186). */
export function proofMethods(executor: Executor): Methods {
  return {
    eth_getProof: define(
      'Merkle proof of an account and of some of its storage, against the state root of the block.',
      [account, keys, optional(blockRefParam, latest)],
      { type: 'object' },
      ([address, requested, block], call) => executor.run(proofExecution, { block, address, keys: requested }, call),
    ),
  };
}

/** Throws an RpcError: whether a key is a slot depends on the account. */
function toEntryKey(key: string, isModule: boolean): Hex {
  try {
    return isModule ? toHex(parseData(key)) : parseSlot(key);
  } catch (error) {
    throw new RpcError(-32602, `invalid argument 1: ${error instanceof Error ? error.message : 'not a key'}`);
  }
}

/** A slot's value is a number; a record's is bytes of any length. The key is returned as it was requested. */
function toStorageProof({ value, nodes }: EntryProof, key: string, isModule: boolean): JsonValue {
  const hex: Hex = value === undefined ? '0x' : toHex(value);
  return { key, value: isModule ? hex : quantity(hex === '0x' ? 0n : BigInt(hex)), proof: nodes.map(toHex) };
}
