import { base58 } from '@scure/base';
import { fromSvmKey } from '#qord/primitives/address.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { systemProgramId } from '#qord/svm/programs.ts';
import type { Random } from '#qord/testing/random/random.ts';
import type { Client } from './client.ts';
import { assertSame } from './difference.ts';
import type { SvmLedger } from './svm-ledger.ts';

type Entry = { readonly signature: string; readonly slot: number; readonly blockTime: number; readonly err: unknown };
type Page = {
  readonly txs: readonly { readonly hash: string; readonly blockNumber: string }[];
  readonly lastPage: boolean;
};

/** Compares the histories of accounts, read page by page, with a scan of all blocks. */
export async function checkHistories(
  { eth, svm }: { eth: Client; svm: Client },
  ledger: SvmLedger,
  random: Random,
  count: number,
): Promise<void> {
  const all = ledger.newestFirst;
  const named = [...new Set(all.flatMap(({ keys }) => keys))];
  const keys = [
    systemProgramId,
    ...Array.from({ length: count }, () => named[random.below(named.length)] ?? systemProgramId),
  ];
  for (const key of keys) {
    const scanned = all.filter((entry) => entry.keys.includes(key));
    const limit = 1 + random.below(random.chance(0.5) ? 5 : 200);
    const history = await readHistory(svm, key, limit);
    const what = `of ${key} in pages of ${limit}`;
    const wanted = scanned.map(({ signature, slot, blockTime, err }) => ({ signature, slot, blockTime, err }));
    assertSame(`getSignaturesForAddress and a scan ${what}`, history, wanted);
    if (key === systemProgramId) continue;
    const searched = await searchBackwards(eth, fromSvmKey(base58.decode(key)) ?? key, 1 + random.below(25));
    const hashes = scanned.map(({ signature }) => toHex(base58.decode(signature).subarray(0, 32)));
    assertSame(`ots_searchTransactionsBefore and a scan ${what}`, searched, hashes);
  }
}

async function readHistory(svm: Client, key: string, limit: number): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (;;) {
    const before = found.at(-1)?.signature;
    const page = await svm<Entry[]>('getSignaturesForAddress', key, {
      limit,
      ...(before === undefined ? {} : { before }),
    });
    found.push(...page.map(({ signature, slot, blockTime, err }) => ({ signature, slot, blockTime, err })));
    if (page.length < limit) return found;
  }
}

/** Hashes, newest first. A page has whole blocks. */
async function searchBackwards(eth: Client, address: string, pageSize: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let before = 0; ; ) {
    const { txs, lastPage } = await eth<Page>('ots_searchTransactionsBefore', address, before, pageSize);
    found.push(...txs.map(({ hash }) => hash));
    before = Number(txs.at(-1)?.blockNumber ?? 0);
    if (lastPage || before === 0) return found;
  }
}
