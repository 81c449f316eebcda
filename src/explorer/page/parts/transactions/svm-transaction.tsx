import { endpoints } from '../../lib/node/endpoints.ts';
import { useSvm } from '../../lib/node/query.ts';
import { href } from '../../lib/site/router.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { escapedText } from '../../lib/text/visible-text.ts';
import { Facts } from '../frame/card.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
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

function factsOf({ slot, transaction, meta }: SvmShape, signature: string): Parameters<typeof Facts>[0]['entries'] {
  const { accountKeys, instructions, recentBlockhash } = transaction.message;
  return [
    ['signature', <Id key="signature" id={signature} what="signature" whole />],
    ['slot', String(slot)],
    ['recent block hash', <Id key="hash" id={recentBlockhash} what="block hash" />],
    ['error', meta?.err == null ? 'none' : JSON.stringify(meta.err)],
    ['fee', meta === null ? undefined : `${grouped(meta.fee)} lamports`],
    ['compute units', meta?.computeUnitsConsumed === undefined ? undefined : grouped(meta.computeUnitsConsumed)],
    [
      'instructions',
      <ol key="instructions" class="values">
        {instructions.map(({ programIdIndex, accounts, data }, at) => (
          <li key={at}>
            <span class="mono">{accountKeys[programIdIndex]}</span> accounts {accounts.join(', ')}
            <br />
            <span class="mono wrap hint">{data.length > 300 ? `${data.slice(0, 300)}…` : data}</span>
          </li>
        ))}
      </ol>,
    ],
    [
      'log',
      meta?.logMessages === undefined ? undefined : (
        <pre key="log">{escapedText(meta.logMessages.join('\n').slice(0, 20_000))}</pre>
      ),
    ],
  ];
}

function Accounts({ shape: { transaction, meta } }: { readonly shape: SvmShape }) {
  return (
    <TableFrame>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>account</th>
            <th class="right">lamports before</th>
            <th class="right">after</th>
          </tr>
        </thead>
        <tbody>
          {transaction.message.accountKeys.map((key, at) => (
            <tr key={key}>
              <td class="number">{at}</td>
              <td>
                <a class="mono" href={href(`/address/${key}`)}>
                  {key}
                </a>
              </td>
              <td class="number right">{grouped(meta?.preBalances[at] ?? 0)}</td>
              <td class="number right">{grouped(meta?.postBalances[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
