import type { Address } from '../primitives/address.ts';
import type { StateView, WorldState } from '../state/contract.ts';
import type { BlockEnvironment } from './engine.ts';

/** What a module sees while it runs outside a transaction: in genesis and in the hooks around a block. */
export type Context = {
  readonly state: WorldState;
  readonly block: BlockEnvironment;
};

/** JSON of a module's section in the genesis document; the module itself checks its shape. */
export type GenesisSection = unknown;

/** A native module as the chain sees it. Absent hooks are absent. */
export type Module = {
  /** key of its section in the genesis document */
  readonly name: string;
  /** where it is called, and the account whose entries are its records */
  readonly address: Address;
  /** Writes its first records; `section` is undefined when the document has none. Throws when the section is wrong. */
  readonly initGenesis?: (context: Context, section: GenesisSection | undefined) => void;
  /** The section that would rebuild the records as they are. */
  readonly exportGenesis?: (state: StateView) => GenesisSection;
  /** before the first transaction of a block */
  readonly beginBlock?: (context: Context) => void;
  /** after the last transaction of a block */
  readonly endBlock?: (context: Context) => void;
};
