import { knownContracts } from '../abi/abi-store.ts';
import { readBlocks } from '../blocks/blocks.ts';
import { loadBriefs } from '../modules/modules.ts';
import type { Row } from '../modules/records.ts';
import type { Validator } from '../modules/validators.ts';
import { call } from '../node/rpc.ts';
import type { Header, Hex } from '../node/types.ts';
import { toBase58, toBech32, toChecksum } from './accounts.ts';
import { allLabels } from './labels.ts';
import type { Choice } from './search.ts';

/** Most things of one kind that a search offers. */
const most = 10;

type Named = readonly [name: string, choice: Choice];

/** Names that are here without a search: modules, labels, contracts known to this browser, validators. */
async function knownNames(): Promise<readonly Named[]> {
  const [modules, validators] = await Promise.all([
    loadBriefs().catch(() => []),
    call<readonly Row<Validator>[]>('qord_listRecords', ['staking', 'validator', [], 1_000]).catch(() => []),
  ]);
  const at = (kind: string, name: string, path: string): Named => [name, { kind, name, path }];
  return [
    ...modules.map(({ name }) => at('module', name, `/modules/${name}`)),
    ...[...allLabels()]
      .filter(([, label]) => !label.endsWith(' module'))
      .map(([address, label]) => at('account', label, `/address/${address}`)),
    ...[...knownContracts.peek()].map(([address, { name }]) => at('contract', name, `/address/${address}`)),
    ...validators.map(({ key: [operator = ''], value }) =>
      at('validator', value.moniker, `/address/${encodeURIComponent(operator)}`),
    ),
  ];
}

/** Things with exactly this name, else those whose name begins so; `text` in lower case. */
export async function findByName(text: string): Promise<readonly Choice[]> {
  const names = await knownNames();
  const matches = (fits: (name: string) => boolean) =>
    names.filter(([name]) => fits(name.trim().toLowerCase())).map(([, choice]) => choice);
  const exact = matches((name) => name === text);
  const own = exact.length > 0 ? exact : matches((name) => name.startsWith(text));
  const tokens = await (await import('../tokens/tokens.ts')).findTokensByName(text).catch(() => []);
  const isExact = tokens.filter((token) => [token.name, token.symbol].some((name) => name.toLowerCase() === text));
  const shown = exact.length > 0 ? isExact : tokens;
  return [
    ...own.slice(0, most),
    ...shown.map(({ address, name, symbol, kind }) => ({
      ...{ kind: `token (${kind})`, name: `${symbol} ${name}`, path: `/token/${address}` },
    })),
  ];
}

/** Fewest characters of the beginning of an address or hash. */
const shortest = 4;
/** Newest blocks whose hashes and transactions are compared. */
const blocks = 200;
const blocksWithTransactions = 40;

/** Addresses that have a name here, and blocks and transactions of the newest blocks, by how they begin. */
export async function findByBeginning(text: string): Promise<readonly Choice[]> {
  const digits = /^(?:0x)?([\da-f]{4,63})$/i.exec(text)?.[1]?.toLowerCase();
  const begins = (id: string) => (digits === undefined ? id.startsWith(text) : id.startsWith(`0x${digits}`));
  if (text.length < shortest) return [];
  const addresses = new Map([
    ...[...knownContracts.peek()].map(([address, { name }]) => [address, name] as const),
    ...allLabels(),
  ]);
  const accounts = [...addresses].filter(([address]) =>
    digits === undefined ? [toBech32(address), toBase58(address)].some(begins) : begins(address),
  );
  const found = accounts.map(([address, name]) => ({
    ...{ kind: 'account', name: `${name} ${toChecksum(address)}`, path: `/address/${address}` },
  }));
  if (digits === undefined || found.length > 0) return found.slice(0, most);
  return (await findHashes(begins)).slice(0, most);
}

async function findHashes(begins: (hash: string) => boolean): Promise<readonly Choice[]> {
  const newest = await readBlocks('latest', blocks);
  const full = newest.filter(({ transactions }) => transactions > 0).slice(0, blocksWithTransactions);
  const bodies = await Promise.all(
    full.map(({ hash }) =>
      call<(Header & { readonly transactions: readonly Hex[] }) | null>('eth_getBlockByHash', [hash, false]),
    ),
  );
  return [
    ...bodies
      .flatMap((body) => body?.transactions ?? [])
      .filter(begins)
      .map((hash) => ({ kind: 'transaction', name: hash, path: `/tx/${hash}` })),
    ...newest
      .filter(({ hash }) => begins(hash))
      .map(({ hash, height }) => ({ kind: 'block', name: hash, path: `/block/${height}` })),
  ];
}
