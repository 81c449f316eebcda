import type { ChainReader, SealedHeader } from '../../chain/types.ts';
import { epochLength } from '../../modules/readers.ts';
import { fromHex } from '../../primitives/hex.ts';
import { type SvmAccount, sysvarAccount } from '../../svm/account.ts';
import { parsePublicKey } from '../../svm/public-key.ts';
import {
  encodeClock,
  encodeEpochSchedule,
  encodeRent,
  encodeSlotHashes,
  encodeSlotHistory,
  encodeStakeHistory,
} from '../../svm/sysvars.ts';
import type { StateAt } from './context.ts';

/** How many block hashes SlotHashes holds at most. */
const slotHashes = 512;

type Contents = (chain: ChainReader, at: StateAt) => Uint8Array;

/** Base58 key → contents after a block. */
const sysvars: Readonly<Record<string, Contents>> = {
  SysvarC1ock11111111111111111111111111111111: (chain, { slot, state }) => {
    const slots = epochLength(state);
    const epoch = Math.floor(slot / slots);
    const { timestamp: epochStart } = headerAt(chain, Math.max(epoch * slots, chain.identity.genesisHeight));
    const { timestamp: time } = headerAt(chain, slot);
    return encodeClock({ slot, epochStart, epoch, leaderScheduleEpoch: epoch, time });
  },
  SysvarEpochSchedu1e111111111111111111111111: (_, { state }) => encodeEpochSchedule(epochLength(state)),
  SysvarRent111111111111111111111111111111111: encodeRent,
  SysvarS1otHashes111111111111111111111111111: (chain, at) => {
    const known = at.slot + 1 - chain.identity.genesisHeight;
    const slots = Array.from({ length: Math.min(slotHashes, known) }, (_, i) => at.slot - i);
    return encodeSlotHashes(slots.map((slot) => ({ slot, hash: fromHex(headerAt(chain, slot).hash) })));
  },
  SysvarS1otHistory11111111111111111111111111: (chain, { slot }) =>
    encodeSlotHistory(chain.identity.genesisHeight, slot),
  SysvarStakeHistory1111111111111111111111111: encodeStakeHistory,
};

/** Base58 keys of all sysvar accounts. */
export const sysvarKeys: readonly string[] = Object.keys(sysvars);

const byBytes = new Map(Object.entries(sysvars).map(([key, contents]) => [toHexText(parsePublicKey(key)), contents]));

/** The sysvar account with that key; undefined when it is none. */
export function readSysvar(chain: ChainReader, at: StateAt, key: Uint8Array): SvmAccount | undefined {
  const contents = byBytes.get(toHexText(key));
  return contents && sysvarAccount(contents(chain, at));
}

function headerAt(chain: ChainReader, height: number): SealedHeader {
  const header = chain.header(height);
  if (header === undefined) throw new Error(`no block at height ${height}`);
  return header;
}

function toHexText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
