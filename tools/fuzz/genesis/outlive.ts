import { type GenesisDocument, GenesisDocumentError } from '#qord/chain/genesis/parse-genesis.ts';
import { CodecError } from '#qord/kernel/codec/codec.ts';
import { hookFailedTopic } from '#qord/kernel/module-sdk/hook-failed.ts';
import { createModules } from '#qord/modules/index.ts';
import { toBech32 } from '#qord/primitives/address.ts';
import { ArithmeticError } from '#qord/primitives/arithmetic-error.ts';
import { InsufficientBalanceError } from '#qord/state/types.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import { openModuleChain } from '#qord/testing/module-chain.ts';
import type { BlockCheck } from '../modules/check-block.ts';

/** What becomes of a genesis: a line that says why it is refused, or undefined when the chain lives. */
export type GenesisFate = { readonly refused: string | undefined };

/** Times between blocks: past everything that is scheduled. */
const day = 86_400_000;
const jumps = [
  2_000,
  2_000,
  60_000,
  2_000,
  day,
  2_000,
  100_000_000,
  2_000,
  2_000,
  2_000,
  2_000,
  2_000,
  2_000,
  2_000,
  40 * day,
  2_000,
  400 * day,
  2_000,
  4_000 * day,
  2_000,
];

/**
 * Starts a chain, makes blocks, starts it again from its data, and another from what it exports. Throws when one of them
 * fails, or a hook does, or the genesis is refused by an error that is none of those that say what is wrong.
 */
export function outlive(genesis: GenesisDocument, blockFaults?: BlockCheck, pick?: Dice): GenesisFate {
  const store = createMemoryStore();
  try {
    openModuleChain(genesis, createModules(), store);
  } catch (error) {
    if (isRefusal(error)) return { refused: error.message };
    throw error;
  }
  const network = openModuleChain(genesis, createModules(), store);
  for (const milliseconds of jumps) {
    const block = network.mine({ milliseconds });
    const failed = block.events.find(({ topics }) => topics[0] === hookFailedTopic);
    if (failed !== undefined) throw new Error(`a hook of ${toBech32(failed.address)} failed`);
    const [fault] = blockFaults && pick ? blockFaults(pick, network, block, []) : [];
    if (fault !== undefined) throw new Error(fault);
  }
  openModuleChain(genesis, createModules(), store).mine();
  const exported = network.exported();
  try {
    openModuleChain(exported).mine();
  } catch (error) {
    // a number at its bound that has grown by one since is refused as any beyond it
    if (!(error instanceof CodecError && error.message.includes('must be from'))) throw error;
  }
  return { refused: undefined };
}

function isRefusal(error: unknown): error is Error {
  return [CodecError, RangeError, GenesisDocumentError, InsufficientBalanceError, ArithmeticError].some(
    (kind) => error instanceof kind,
  );
}
