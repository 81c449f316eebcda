import { endpoints } from '../../lib/node/endpoints.ts';
import { useSvm } from '../../lib/node/query.ts';
import { href } from '../../lib/site/router.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { escapedText } from '../../lib/text/visible-text.ts';
import { type FactList, Facts } from '../frame/card.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { Id } from '../values/ids.tsx';

type SvmShape = {
  readonly slot: number;
  readonly transaction: {
    readonly signatures: readonly string[];
    readonly message: {
      readonly accountKeys: readonly string[];
      readonly recentBlockhash: string;
      readonly instructions: readonly {
        readonly programIdIndex: number;
        readonly accounts: readonly number[];
        readonly data: string;
      }[];
    };
  };
  readonly meta: {
    readonly err: unknown;
    readonly fee: number;
    readonly preBalances: readonly (number | bigint)[];
    readonly postBalances: readonly (number | bigint)[];
    readonly logMessages?: readonly string[];
    readonly computeUnitsConsumed?: number;
  } | null;
};

const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 };

/** The transaction as Solana's clients see it. */
export function SvmTransaction({ signature }: { readonly signature: string }) {
  const state = useSvm<SvmShape | null>('getTransaction', [signature, options], { skip: endpoints.svm === null });
  if (endpoints.svm === null)
    return <Empty>The SVM interface is off: set enable = true in section [svm-rpc] of app.toml.</Empty>;
  return (
    <Async state={state}>
      {(shape) =>
        shape === null ? (
          <Empty>The SVM interface does not show this transaction.</Empty>
        ) : (
          <>
            <Facts entries={factsOf(shape, signature)} />
            <Accounts shape={shape} />
          </>
        )
      }
    </Async>
  );
}

function factsOf({ slot, transaction, meta }: SvmShape, signature: string): FactList {
  const { accountKeys, instructions, recentBlockhash } = transaction.message;
  return {
    signature: <Id id={signature} what="signature" whole />,
    slot: String(slot),
    'recent block hash': <Id id={recentBlockhash} what="block hash" />,
    error: meta?.err == null ? 'none' : JSON.stringify(meta.err),
    fee: meta && `${grouped(meta.fee)} lamports`,
    'compute units': meta?.computeUnitsConsumed === undefined ? undefined : grouped(meta.computeUnitsConsumed),
    instructions: (
      <ol class="values">
        {instructions.map(({ programIdIndex, accounts, data }, at) => (
          <li key={at}>
            <span class="mono">{accountKeys[programIdIndex]}</span> accounts {accounts.join(', ')}
            <br />
            <span class="mono wrap hint">{data.length > 300 ? `${data.slice(0, 300)}…` : data}</span>
          </li>
        ))}
      </ol>
    ),
    log: meta?.logMessages && <pre>{escapedText(meta.logMessages.join('\n').slice(0, 20_000))}</pre>,
  };
}

function Accounts({ shape: { transaction, meta } }: { readonly shape: SvmShape }) {
  return (
    <Table
      rows={transaction.message.accountKeys}
      rowKey={(key) => key}
      columns={[
        { title: '#', cell: (_key, at) => at, cellClass: 'number' },
        {
          title: 'account',
          cell: (key) => (
            <a class="mono" href={href(`/address/${key}`)}>
              {key}
            </a>
          ),
        },
        { title: '>lamports before', cell: (_key, at) => grouped(meta?.preBalances[at] ?? 0) },
        { title: '>after', cell: (_key, at) => grouped(meta?.postBalances[at] ?? 0) },
      ]}
    />
  );
}
