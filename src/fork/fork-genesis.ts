import type { GenesisAccount, GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { isChainId } from '../kernel/chain-id.ts';
import { moduleAccounts } from '../kernel/module-account.ts';
import type { Address } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { quantity } from '../primitives/quantity.ts';
import type { JsonValue } from '../rpc/json-value.ts';
import { emptyAccount } from '../state/account.ts';
import { OriginError } from '../state/origin-state.ts';
import type { Origin } from './origin.ts';
import { type ModuleEntries, readOriginModules, servesModules } from './origin-modules.ts';
import { readOriginAccount, readOriginBlock, readOriginNonce } from './origin-reads.ts';

const emptyGenesisAccount: GenesisAccount = { balance: 0n, nonce: 0n, code: emptyBytes, storage: {} };

type ForkRequest = {
  /** its height; below zero: so many blocks before the newest; undefined: the newest */
  readonly blockNumber: number | undefined;
  /** undefined: that of the origin */
  readonly chainId: number | undefined;
};

/** Which records of native modules to copy when the origin is a qord. */
type ModuleRequest = {
  /** their accounts */
  readonly natives: Iterable<Address>;
  /** 0: none */
  readonly maxRecords: number;
};

/**
 * The genesis of a fork: that of a development network, as the block after the last block of the origin. Its accounts
 * with public keys continue with the nonces they have in the origin, because contracts may exist where lower ones would
 * create them. Accounts of modules are there too, so that blocks need nothing of the origin. Rejects with an
 * OriginError or RpcError.
 */
export async function forkGenesis(
  origin: Origin,
  { blockNumber, chainId }: ForkRequest,
  development: GenesisDocument,
  { natives, maxRecords }: ModuleRequest,
): Promise<GenesisDocument> {
  const [newestChainId, block] = await Promise.all([readChainId(origin), readForkBlock(origin, blockNumber)]);
  const alloc = new Map(development.alloc);
  await Promise.all(
    [...development.alloc]
      .filter(([address]) => !moduleAccounts.includes(address))
      .map(async ([address, account]) => {
        const nonce = await readOriginNonce(origin, address, block.number);
        if (account.code.length === 0) alloc.set(address, { ...account, nonce });
        else if (nonce > 0n) alloc.delete(address); // the contract of the origin, with what it holds
      }),
  );
  const modules = maxRecords === 0 ? undefined : await readOriginModules(origin, natives, block.number, maxRecords);
  if (modules === undefined) {
    for (const address of moduleAccounts) if (!alloc.has(address)) alloc.set(address, emptyGenesisAccount);
  } else await copyModules(origin, modules, block.number, alloc);
  const isQord = modules !== undefined || (maxRecords === 0 && (await servesModules(origin, block.number)));
  const originChainId = isQord ? await readChainIdAt(origin, block.number) : newestChainId;
  const { parameters } = development;
  const { baseFee = parameters.baseFeeFloor } = block;
  return {
    ...development,
    chainId: chainId ?? originChainId,
    timestamp: block.timestamp,
    initialHeight: 1,
    parameters: { ...parameters, baseFeeFloor: baseFee < parameters.baseFeeFloor ? baseFee : parameters.baseFeeFloor },
    alloc,
    modules: modules === undefined ? development.modules : {},
    fork: {
      ...(modules && { modules: 'origin' as const }),
      chainId: originChainId,
      blockNumber: block.number,
      blockHash: block.hash,
    },
  };
}

async function readForkBlock(origin: Origin, number: number | undefined): ReturnType<typeof readOriginBlock> {
  if (number === undefined || number >= 0) return readOriginBlock(origin, number);
  const newest = await readOriginBlock(origin);
  if (newest.number + number >= 0) return readOriginBlock(origin, newest.number + number);
  const reason = `its newest block is ${newest.number}: there is none ${-number} before it`;
  throw new OriginError(`origin ${origin.name}: ${reason}`);
}

/** Puts the accounts of modules into `alloc` with all that they have in the origin. */
async function copyModules(
  origin: Origin,
  modules: ModuleEntries,
  height: number,
  alloc: Map<Address, GenesisAccount>,
): Promise<void> {
  await Promise.all(
    [...modules.keys(), ...moduleAccounts].map(async (address) => {
      const { account = emptyAccount } = await readOriginAccount(origin, address, height);
      const { balance, nonce } = account;
      const entries = Object.entries(modules.get(address) ?? {}).filter(([key]) => !isChainId(address, key));
      alloc.set(address, { balance, nonce, code: emptyBytes, storage: Object.fromEntries(entries) });
    }),
  );
}

/** Code that returns the chain id: CHAINID, MSTORE at 0, RETURN of the word. */
const chainIdCode = '0x4660005260206000f3';

/** Of the blocks after that height: a development network may have changed it since. */
function readChainIdAt(origin: Origin, height: number): Promise<number> {
  return readChainId(origin, 'eth_call', [{ data: chainIdCode }, quantity(height)]);
}

async function readChainId(origin: Origin, method = 'eth_chainId', params: readonly JsonValue[] = []): Promise<number> {
  const text = await origin.request(method, params);
  const id = typeof text === 'string' && /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text) : undefined;
  if (id === undefined || id > Number.MAX_SAFE_INTEGER)
    throw new OriginError(`origin ${origin.name}: ${method} returned something unexpected`);
  return Number(id);
}
