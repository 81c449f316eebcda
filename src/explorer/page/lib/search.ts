import { knownContracts } from './abi-store.ts';
import { fromBase58, fromBech32, hashOfSignature, hexOf, parseAccount } from './accounts.ts';
import { accountOfLabel, allLabels } from './labels.ts';
import { loadBriefs, loadModules } from './modules.ts';
import { call } from './rpc.ts';
import type { Header } from './types.ts';

/** The page for a text, or the spellings that were tried. */
export type SearchResult = { readonly path: string } | { readonly lookedFor: readonly string[] };

/** Finds what a text names, in any spelling. Rejects with an RpcError when the node cannot be reached. */
export async function search(input: string): Promise<SearchResult> {
  const text = input.trim();
  const height = /^(?:#|block\s+#?)?\s*(\d[\d\s_,.\u202f]*)$/i.exec(text)?.[1];
  if (height !== undefined) return { path: `/block/${height.replace(/\D/g, '')}` };
  if (tags.includes(text.toLowerCase())) return findTag(text.toLowerCase());
  if (/^(?:0x)?[\da-f]{64}$/i.test(text)) return findHash(`0x${text.slice(-64).toLowerCase()}`);
  if (/^0x[\da-f]{8}$/i.test(text)) return findSelector(text.toLowerCase());
  if (/^qorval/i.test(text) && fromBech32(text.toLowerCase()) !== undefined)
    return { path: `/address/${text.toLowerCase()}` };
  const account = parseAccount(/^[\da-f]{40}$/i.test(text) ? `0x${text}` : text);
  if (account !== undefined) return { path: `/address/${account}` };
  const hash = hashOfSignature(text);
  if (hash !== undefined) return { path: `/tx/${hash}` };
  const key = fromBase58(text);
  if (key?.length === 32) return findKey(text, hexOf(key));
  return findName(text);
}

/** Names of blocks that Ethereum's methods take. */
const tags = ['latest', 'safe', 'finalized', 'earliest'];

async function findTag(tag: string): Promise<SearchResult> {
  const block = await call<Header | null>('eth_getBlockByNumber', [tag, false]);
  return block === null ? { lookedFor: [`block ${tag}`] } : { path: `/block/${Number(block.number)}` };
}

/** The contract or module with a function of this selector. */
async function findSelector(selector: string): Promise<SearchResult> {
  const { placeOfSelector } = await import('./selectors.ts');
  const path = placeOfSelector(selector, await loadModules(), knownContracts.peek());
  return path === undefined
    ? { lookedFor: ['selector of a call of a module', 'selector in the ABIs that this browser knows'] }
    : { path };
}

async function findHash(hash: string): Promise<SearchResult> {
  const [transaction, block] = await Promise.all([
    call<object | null>('eth_getTransactionByHash', [hash]),
    call<Header | null>('eth_getBlockByHash', [hash, false]),
  ]);
  if (transaction !== null) return { path: `/tx/${hash}` };
  if (block !== null) return { path: `/block/${Number(block.number)}` };
  return { lookedFor: ['hash of a transaction (in a block or waiting)', 'hash of a block'] };
}

/** 32 bytes in base58: a block hash as the SVM interface writes it, else an account that is no native one. */
async function findKey(text: string, hash: string): Promise<SearchResult> {
  const block = await call<Header | null>('eth_getBlockByHash', [hash, false]);
  return { path: block === null ? `/address/${text}` : `/block/${Number(block.number)}` };
}

/** A contract to whose address the user has given an ABI. */
function contractOfName(text: string): string | undefined {
  for (const [address, { name }] of knownContracts.peek()) {
    if (name.toLowerCase() === text.toLowerCase()) return address;
  }
  return undefined;
}

/** Fewest characters of the beginning of a name. */
const shortestBeginning = 2;

/** The one thing whose name begins so, else a token by its name or symbol. */
async function findBeginning(text: string): Promise<string | undefined> {
  if (text.length < shortestBeginning) return undefined;
  const names = [
    ...(await loadBriefs().catch(() => [])).map(({ name }) => [name, `/modules/${name}`] as const),
    ...[...allLabels()].map(([address, label]) => [label, `/address/${address}`] as const),
    ...[...knownContracts.peek()].map(([address, { name }]) => [name, `/address/${address}`] as const),
  ];
  const begun = names.find(([name]) => name.toLowerCase().startsWith(text));
  if (begun !== undefined) return begun[1];
  const token = await (await import('./tokens.ts')).findTokenByName(text).catch(() => undefined);
  return token === undefined ? undefined : `/token/${token}`;
}

const things = [
  { what: 'id of a rollup', method: 'qor_getRollupStatus', path: '/rollups/' },
  { what: 'id of a layer', method: 'qor_getLayerInfo', path: '/layers/' },
  { what: 'id of a bridged chain', method: 'qor_getBridgeStatus', path: '/bridges/' },
  { what: 'id of a cross-VM message', method: 'qor_getCrossVMMessage', path: '/crossvm/' },
] as const;

async function findName(text: string): Promise<SearchResult> {
  const modules = await loadBriefs().catch(() => []);
  if (modules.some(({ name }) => name === text.toLowerCase())) return { path: `/modules/${text.toLowerCase()}` };
  const labelled = accountOfLabel(text) ?? contractOfName(text);
  if (labelled !== undefined) return { path: `/address/${labelled}` };
  const found = await Promise.all(things.map(({ method }) => call(method, [text]).catch(() => null)));
  const at = found.findIndex((result) => result !== null);
  const thing = things[at];
  if (thing !== undefined) return { path: `${thing.path}${encodeURIComponent(text)}` };
  if (/^[a-z]+_\w+$/i.test(text)) return { path: `/console/${text}` };
  const begun = await findBeginning(text.toLowerCase());
  if (begun !== undefined) return { path: begun };
  return {
    lookedFor: [
      'height of a block',
      'hash (0x and 64 digits)',
      'account (0x…, qor1…, qorvaloper1…, qorvalcons1…, base58)',
      'signature (base58)',
      'name of a block (latest, safe, finalized, earliest)',
      'name of a module, of a development account, of a contract known to this browser, or how one begins',
      'token or contract among those of the newest blocks, by its name or symbol',
      ...things.map(({ what }) => what),
      'RPC method',
    ],
  };
}
