import { createBlock } from '@ethereumjs/block';
import { Common, Mainnet } from '@ethereumjs/common';
import { SimpleStateManager } from '@ethereumjs/statemanager';
import { createTx, type TypedTransaction } from '@ethereumjs/tx';
import { createAccount, createAddressFromString, hexToBytes } from '@ethereumjs/util';
import { createVM, type RunTxResult, runTx } from '@ethereumjs/vm';
import { authorizationsOf } from '#qord/kernel/transaction/transaction.ts';
import { addressFromBytes, parseAddress } from '#qord/primitives/address.ts';
import { emptyBytes, trimLeadingZeros } from '#qord/primitives/bytes.ts';
import { keccakHash } from '#qord/primitives/crypto/keccak.ts';
import { hashFromBytes } from '#qord/primitives/hash.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import { testBlockHash } from '../official/state-case.ts';
import type { TestAccount, TestAccounts } from '../official/state-test-file.ts';
import { dumpOracle } from './oracle-dump.ts';
import type { RunResult } from './run-result.ts';
import { type Scenario, type Sent, toAccounts } from './scenario.ts';

/** Runs a case with an independent implementation, written in JavaScript by the Ethereum Foundation's project. */
export async function runOracle(scenario: Scenario): Promise<RunResult> {
  const run = await openOracle(scenario);
  return run(scenario);
}

/**
 * Opens the state of a scenario in that implementation; what is returned runs one transaction after the other on it.
 */
export async function openOracle(scenario: Omit<Scenario, keyof Sent>): Promise<(sent: Sent) => Promise<RunResult>> {
  const common = new Common({ chain: Mainnet, hardfork: scenario.block.fork, customCrypto: { kzg } });
  const state = await worldOf(toAccounts(scenario.accounts));
  const vm = await createVM({ common, stateManager: state, blockchain });
  return async (sent) => {
    try {
      const tx = transactionOf(sent, common);
      const block = blockOf(scenario, common);
      return toRunResult(await runTx(vm, { tx, block }), state, isPrecompile(sent.tx.to));
    } catch (error) {
      return { status: 'rejected', reason: error instanceof Error ? error.message.slice(0, 200) : String(error) };
    }
  };
}

/** Blob transactions require its presence; its user, the precompile 0x0a, is not called by the fuzzers. */
const unavailable = () => {
  throw new Error('the oracle has no KZG');
};
const kzg = {
  blobToKzgCommitment: unavailable,
  computeBlobProof: unavailable,
  verifyProof: unavailable,
  verifyBlobProofBatch: unavailable,
  computeCells: unavailable,
  computeCellsAndProofs: unavailable,
  recoverCellsAndProofs: unavailable,
  verifyCellKzgProofBatch: unavailable,
};

/** Only the hash of a block is read. */
const blockchain = {
  getBlock: async (number: number) => ({ hash: () => fromHex(testBlockHash(BigInt(number), BigInt(number) + 1n)) }),
  putBlock: async () => {},
  shallowCopy: () => blockchain,
};

/** Its deletion of an account leaves code and storage behind, which an account that is there later would have again. */
class OracleState extends SimpleStateManager {
  override async deleteAccount(address: Parameters<SimpleStateManager['deleteAccount']>[0]): Promise<void> {
    await super.deleteAccount(address);
    await this.clearStorage(address);
    this.codeStack.at(-1)?.delete(address.toString());
  }
}

async function worldOf(accounts: TestAccounts): Promise<SimpleStateManager> {
  const state = new OracleState();
  for (const [text, { nonce, balance, code, storage }] of Object.entries(accounts)) {
    const address = createAddressFromString(text);
    await state.putAccount(address, createAccount({ nonce, balance, ...storageRootOf(storage) }));
    if (code.length > 0) await state.putCode(address, code);
    for (const [slot, word] of Object.entries(storage)) {
      await state.putStorage(address, fromHex(slot), trimLeadingZeros(fromHex(word)));
    }
  }
  return state;
}

/**
 * Its state keeps no storage roots, and would let a contract be created where there is storage already (EIP-7610): any
 * root but that of empty storage prevents it.
 */
function storageRootOf(storage: TestAccount['storage']) {
  return Object.keys(storage).length === 0 ? {} : { storageRoot: fromHex(keccakHash(emptyBytes)) };
}

function blockOf({ block, excessBlobGas }: Pick<Scenario, 'block' | 'excessBlobGas'>, common: Common) {
  const header = {
    number: block.number,
    timestamp: block.timestamp,
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFee,
    coinbase: createAddressFromString(block.coinbase),
    mixHash: hexToBytes(block.prevRandao),
    excessBlobGas,
  };
  return createBlock({ header }, { common, skipConsensusFormatValidation: true, freeze: false });
}

/** The sender is set rather than signed for: signing and recovering would take most of the time. */
function transactionOf({ tx, blobs }: Sent, common: Common): TypedTransaction {
  const authorizationList = authorizationsOf(tx).map(({ chainId, address, nonce, yParity, r, s }) => ({
    chainId: quantity(chainId),
    address,
    nonce: quantity(nonce),
    yParity: quantity(yParity),
    r: quantity(r),
    s: quantity(s),
  }));
  const { sender, to, ...fields } = tx;
  const extra =
    blobs === undefined
      ? { authorizationList }
      : { type: 3, blobVersionedHashes: blobs.hashes, maxFeePerBlobGas: blobs.maxFeePerBlobGas };
  const made = createTx(
    { ...fields, ...extra, to: to && createAddressFromString(to) } as Parameters<typeof createTx>[0],
    { common, freeze: false },
  );
  made.getSenderAddress = () => createAddressFromString(sender);
  return made;
}

function isPrecompile(to: string | undefined): boolean {
  return to !== undefined && BigInt(to) <= 0x100n;
}

/** It reports a revert for some precompiles that fail and use all gas. */
function toRunResult(result: RunTxResult, state: SimpleStateManager, toPrecompile: boolean): RunResult {
  const { exceptionError, returnValue } = result.execResult;
  const failure = exceptionError?.error === 'revert' && !toPrecompile ? 'revert' : 'halt';
  return {
    status: exceptionError === undefined ? 'success' : failure,
    gasUsed: result.totalGasSpent,
    output: toHex(returnValue),
    created: result.createdAddress === undefined ? undefined : parseAddress(result.createdAddress.toString()),
    logs: result.receipt.logs.map(([address, topics, data]) => ({
      address: addressFromBytes(address),
      topics: topics.map(hashFromBytes),
      data,
    })),
    accounts: dumpOracle(state),
  };
}
