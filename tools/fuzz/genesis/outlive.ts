import { type GenesisDocument, GenesisDocumentError } from '#qord/chain/genesis/parse-genesis.ts';
import { CodecError } from '#qord/kernel/codec/codec.ts';
import { createModules } from '#qord/modules/index.ts';
import { ArithmeticError } from '#qord/primitives/arithmetic-error.ts';
import { InsufficientBalanceError } from '#qord/state/types.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import { openModuleChain } from '#qord/testing/module-chain.ts';
import type { BlockCheck } from '../modules/check-block.ts';

/** What becomes of a genesis: a line that says why it is refused, or undefined when the chain lives. */
export type GenesisFate = { readonly refused: string | undefined };

const [second, day] = [1_000, 86_400_000];
/** Times between blocks: past everything that is scheduled. */
const jumps = [2 * second, 2 * second, 60 * second, day, 2 * second, 1_200 * day, 2 * second, 400 * day, 2 * second];
/** Blocks after these, so that heights pass, too. */
const blocksAfter = 11;

/**
 * Returns what starts a chain, makes 20 blocks and checks each, starts it again from its data, and another from what it
 * exports. It throws when one of them fails, or the genesis is refused by an error that is none of those that say what is
 * wrong.
 */
export function createOutlive(blockFaults: BlockCheck) {
  return (genesis: GenesisDocument, pick: Dice): GenesisFate => {
    const store = createMemoryStore();
    const refused = refusalOf(genesis, store);
    if (refused !== undefined) return { refused };
    const network = openModuleChain(genesis, createModules(), store);
    for (const milliseconds of [...jumps, ...Array<number>(blocksAfter).fill(2 * second)]) {
      const block = network.mine({ milliseconds });
      const [fault] = blockFaults(pick, network, block, []);
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
  };
}

/** Why no chain starts from the document in the store; undefined when one does. Throws what is no refusal. */
export function refusalOf(genesis: GenesisDocument, store = createMemoryStore()): string | undefined {
  try {
    openModuleChain(genesis, createModules(), store);
    return undefined;
  } catch (error) {
    if (isRefusal(error)) return error.message;
    throw error;
  }
}

function isRefusal(error: unknown): error is Error {
  return [CodecError, RangeError, GenesisDocumentError, InsufficientBalanceError, ArithmeticError].some(
    (kind) => error instanceof kind,
  );
}
