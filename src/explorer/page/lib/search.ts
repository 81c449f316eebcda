import { fromBase58, fromBech32, hashOfSignature, hexOf, parseAccount } from './accounts.ts';
import { accountOfLabel } from './labels.ts';
import { loadModules } from './modules.ts';
import { call } from './rpc.ts';
import type { Header } from './types.ts';

/** The page for a text, or the spellings that were tried. */
export type SearchResult = { readonly path: string } | { readonly lookedFor: readonly string[] };

/** Finds what a text names, in any spelling. Rejects with an RpcError when the node cannot be reached. */
export async function search(input: string): Promise<SearchResult> {
  const text = input.trim();
  if (/^\d[\d\s_,]*$/.test(text)) return { path: `/block/${text.replace(/[\s_,]/g, '')}` };
  if (/^0x[\da-f]{64}$/i.test(text)) return findHash(text.toLowerCase());
  if (/^qorval/i.test(text) && fromBech32(text.toLowerCase()) !== undefined)
    return { path: `/address/${text.toLowerCase()}` };
  const account = parseAccount(text);
  if (account !== undefined) return { path: `/address/${account}` };
  const hash = hashOfSignature(text);
  if (hash !== undefined) return { path: `/tx/${hash}` };
  const key = fromBase58(text);
  if (key?.length === 32) return findKey(text, hexOf(key));
  return findName(text);
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

const things = [
  { what: 'id of a rollup', method: 'qor_getRollupStatus', path: '/rollups/' },
  { what: 'id of a layer', method: 'qor_getLayerInfo', path: '/layers/' },
  { what: 'id of a bridged chain', method: 'qor_getBridgeStatus', path: '/bridges/' },
  { what: 'id of a cross-VM message', method: 'qor_getCrossVMMessage', path: '/crossvm/' },
] as const;

async function findName(text: string): Promise<SearchResult> {
  const modules = await loadModules().catch(() => []);
  if (modules.some(({ name }) => name === text.toLowerCase())) return { path: `/modules/${text.toLowerCase()}` };
  const labelled = accountOfLabel(text);
  if (labelled !== undefined) return { path: `/address/${labelled}` };
  const found = await Promise.all(things.map(({ method }) => call(method, [text]).catch(() => null)));
  const at = found.findIndex((result) => result !== null);
  const thing = things[at];
  if (thing !== undefined) return { path: `${thing.path}${encodeURIComponent(text)}` };
  if (/^[a-z]+_\w+$/i.test(text)) return { path: `/console/${text}` };
  return {
    lookedFor: [
      'height of a block',
      'hash (0x and 64 digits)',
      'account (0x…, qor1…, qorvaloper1…, qorvalcons1…, base58)',
      'signature (base58)',
      'name of a module or of a development account',
      ...things.map(({ what }) => what),
      'RPC method',
    ],
  };
}
