import { knownContracts } from '../abi/abi-store.ts';
import { loadBriefs, loadModules } from '../modules/modules.ts';
import { chain } from '../node/chain.ts';
import { call } from '../node/rpc.ts';
import type { Header } from '../node/types.ts';
import { fromBase58, fromBech32, hashOfSignature, hexOf, parseAccount } from './accounts.ts';
import { accountOfLabel } from './labels.ts';
import { findByBeginning, findByName } from './search-beginnings.ts';

/** One of several things that a text names. */
export type Choice = { readonly kind: string; readonly name: string; readonly path: string };

/** The page for a text, several that it may mean, or the spellings that were tried. */
export type SearchResult =
  | { readonly path: string }
  | { readonly choices: readonly Choice[] }
  | { readonly lookedFor: readonly string[] };

/** Finds what a text names, in any spelling. Rejects with an RpcError when the node cannot be reached. */
export async function search(input: string): Promise<SearchResult> {
  const text = withoutWrapping(input);
  const height = /^(?:#|block\s+#?)?\s*(\d[\d\s_,.\u202f]*)$/i.exec(text)?.[1];
  if (height !== undefined) return { path: `/block/${height.replace(/\D/g, '')}` };
  if (tags.includes(text.toLowerCase())) return findTag(text.toLowerCase());
  if (/^(?:0x)?[\da-f]{64}$/i.test(text)) return findHash(`0x${text.slice(-64).toLowerCase()}`);
  if (/^0x[\da-f]{8}$/i.test(text)) return findSelector(text.toLowerCase());
  if (/^qorval/i.test(text) && fromBech32(text.toLowerCase()) !== undefined)
    return { path: `/address/${text.toLowerCase()}` };
  const account = parseAccount(/^[\da-f]{40}$/i.test(text) ? `0x${text}` : text);
  if (account !== undefined) return { path: `/address/${account}` };
  if (/^(?:0x)?[\da-f]{40}$/i.test(text))
    return { lookedFor: ['account, but its letters do not fit its checksum: mistyped?'] };
  const hash = hashOfSignature(text);
  if (hash !== undefined) return { path: `/tx/${hash}` };
  const key = fromBase58(text);
  if (key?.length === 32) return findKey(text, hexOf(key));
  return findName(text);
}

/** What surrounds an id where people copy it from: quotes, a scheme (EIP-681), a chain (CAIP-10), the URL of an explorer. */
function withoutWrapping(input: string): string {
  const text = input.trim().replace(/^["'`<(]+|["'`>),.;]+$/g, '');
  const [, ofUrl] = /^https?:\/\/[^/]+\/(?:tx|address|token|block)\/([^/?#]+)/i.exec(text) ?? [];
  return ofUrl ?? text.replace(/^(?:ethereum:|eip155:\d+:|solana:[^:]*:)/i, '').trim();
}

/** Names of blocks that Ethereum's methods take. */
const tags = ['latest', 'safe', 'finalized', 'earliest'];

async function findTag(tag: string): Promise<SearchResult> {
  const block = await call<Header | null>('eth_getBlockByNumber', [tag, false]);
  return block === null ? { lookedFor: [`block ${tag}`] } : { path: `/block/${Number(block.number)}` };
}

async function findSelector(selector: string): Promise<SearchResult> {
  const { placeOfSelector } = await import('../abi/selectors.ts');
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
  const event = (await loadModules()).find(({ events }) => events.some(({ topic }) => topic === hash));
  if (event !== undefined) return { path: `/modules/${event.name}?tab=events` };
  return {
    lookedFor: ['hash of a transaction (in a block or waiting)', 'hash of a block', 'topic of an event of a module'],
  };
}

/** 32 bytes in base58: a block hash as the SVM interface writes it, else an account that is no native one. */
async function findKey(text: string, hash: string): Promise<SearchResult> {
  const block = await call<Header | null>('eth_getBlockByHash', [hash, false]);
  return { path: block === null ? `/address/${text}` : `/block/${Number(block.number)}` };
}

/** Fewest characters of a name, or of its beginning. */
const shortestName = 2;

const things = [
  { what: 'id of a rollup', method: 'qor_getRollupStatus', path: '/rollups/' },
  { what: 'id of a layer', method: 'qor_getLayerInfo', path: '/layers/' },
  { what: 'id of a bridged chain', method: 'qor_getBridgeStatus', path: '/bridges/' },
  { what: 'id of a cross-VM message', method: 'qor_getCrossVMMessage', path: '/crossvm/' },
] as const;

/** Whether a text is written as the methods of the interfaces are. */
function isMethod(text: string): boolean {
  const [, namespace = ''] = /^([a-z]\w*)_\w+$/i.exec(text) ?? [];
  return (
    (chain.peek()?.namespaces ?? []).includes(namespace) || /^(?:qord?_\w+|(?:get|is|minimum)[A-Z]\w+)$/.test(text)
  );
}

async function findName(text: string): Promise<SearchResult> {
  const modules = await loadBriefs().catch(() => []);
  if (modules.some(({ name }) => name === text.toLowerCase())) return { path: `/modules/${text.toLowerCase()}` };
  const labelled = accountOfLabel(text);
  if (labelled !== undefined) return { path: `/address/${labelled}` };
  const found = await Promise.all(things.map(({ method }) => call(method, [text]).catch(() => null)));
  const at = found.findIndex((result) => result !== null);
  const thing = things[at];
  if (thing !== undefined) return { path: `${thing.path}${encodeURIComponent(text)}` };
  if (isMethod(text)) return { path: `/console/${text}` };
  const named = text.length < shortestName ? [] : await findByName(text.toLowerCase());
  const all = named.length > 0 ? named : await findByBeginning(text);
  const [only] = all;
  if (only !== undefined && all.length === 1) return { path: only.path };
  if (only !== undefined) return { choices: all };
  return {
    lookedFor: [
      'height of a block',
      'hash (0x and 64 digits)',
      'account (0x…, qor1…, qorvaloper1…, qorvalcons1…, base58)',
      'signature (base58)',
      'name of a block (latest, safe, finalized, earliest)',
      'name of a module, of a development account, of a validator, of a contract known to this browser, or how one begins',
      'token or collection among those of the newest 20\u202f000 blocks, by its name or symbol',
      'beginning of a known address, or of a hash among the newest blocks',
      ...things.map(({ what }) => what),
      'RPC method',
    ],
  };
}
