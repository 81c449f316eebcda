import type { BlockEnvironment } from '../kernel/engine.ts';
import type { ProposerReport } from '../kernel/module.ts';
import type { Network } from '../kernel/network.ts';
import type { Address } from '../primitives/address.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { type Hash, zeroHash } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { nextBaseFee } from './base-fee.ts';
import type { Parameters } from './genesis/parse-genesis.ts';
import type { Header, SealedHeader } from './types.ts';

/** The inputs of a block besides its parent and its transactions. */
export type Proposal = {
  /** proposer's account */
  readonly miner: Address;
  /** its time becomes the timestamp of the block */
  readonly report: ProposerReport;
};

/** The rules of the chain. Fixed, except for `overrides`, which a development network may set for its next blocks. */
export type ChainRules = {
  readonly network: Network;
  /** Chain id of the genesis */
  readonly chainId: bigint;
  readonly genesisHash: Hash;
  readonly parameters: Parameters;
  readonly overrides: { baseFee?: bigint; gasLimit?: bigint; prevRandao?: Hash };
};

/** What else the block after a parent depends on. */
export type AfterParent = { readonly hashes: BlockHashes; readonly baseFeeFloor: bigint; readonly chainId: bigint };

/** Hash of the block at a height; undefined when there is none. */
export type BlockHashes = (height: number) => Hash | undefined;

/** Number of blocks that BLOCKHASH reaches back (yellow paper 9.4.2). */
const hashWindowBlocks = 256n;
/** EIP-4844: the minimum. There are no blobs, so it never rises. */
const blobBaseFee = 1n;

/** The proposal with its time raised to that of the parent, if it is earlier: timestamps never decrease. */
export function proposalAfter(parent: SealedHeader, { miner, report }: Proposal): Proposal {
  return { miner, report: { ...report, time: Math.max(report.time, parent.timestamp * 1000) } };
}

/**
 * What code sees in the block after `parent`, whose state sets chain id and floor of the base fee. prevRandao is
 * keccak(parent's hash): public, but hard to manipulate.
 */
export function nextEnvironment(
  parent: SealedHeader,
  { miner, report }: Proposal,
  { genesisHash, parameters, overrides }: Omit<ChainRules, 'chainId'>,
  { hashes, baseFeeFloor, chainId }: AfterParent,
): BlockEnvironment {
  const header = {
    number: parent.number + 1,
    timestamp: Math.floor(report.time / 1000),
    miner,
    gasLimit: overrides.gasLimit ?? parameters.gasLimit,
    baseFee: overrides.baseFee ?? nextBaseFee(parent, { baseFeeFloor }),
    prevRandao: overrides.prevRandao ?? keccakHash(fromHex(parent.hash)),
  };
  return environmentOf(header, { chainId, genesisHash, parameters }, hashes);
}

/** What code sees in a block with this header. */
export function environmentOf(
  header: Pick<Header, 'number' | 'timestamp' | 'gasLimit' | 'baseFee' | 'prevRandao' | 'miner'>,
  { chainId, genesisHash, parameters }: Pick<ChainRules, 'chainId' | 'genesisHash' | 'parameters'>,
  hashes: BlockHashes,
): BlockEnvironment {
  const number = BigInt(header.number);
  return {
    fork: 'osaka',
    chainId,
    genesisHash,
    number,
    timestamp: BigInt(header.timestamp),
    gasLimit: header.gasLimit,
    maxTransactionGas: parameters.maxTransactionGas,
    maxCodeBytes: parameters.maxCodeBytes,
    baseFee: header.baseFee,
    blobBaseFee,
    prevRandao: header.prevRandao,
    coinbase: header.miner,
    blockHash: blockHashBelow(number, hashes),
  };
}

/** What BLOCKHASH returns in the block of that number. */
export function blockHashBelow(number: bigint, hashes: BlockHashes): BlockEnvironment['blockHash'] {
  return (wanted) =>
    wanted < number && wanted + hashWindowBlocks >= number ? (hashes(Number(wanted)) ?? zeroHash) : zeroHash;
}
