import { useDecoder } from '../../lib/abi/decoder.ts';
import { signatureOf, toChecksum } from '../../lib/accounts/accounts.ts';
import { findByNonce } from '../../lib/accounts/sender-history.ts';
import { useQuery, useRpc } from '../../lib/node/query.ts';
import type { Header, Hex, Receipt, Transaction } from '../../lib/node/types.ts';
import { href } from '../../lib/site/router.ts';
import { formatGasPrice, formatWei, grouped, percent } from '../../lib/text/amounts.ts';
import { Card, Facts } from '../frame/card.tsx';
import { Copy } from '../frame/copy.tsx';
import { Count, Qor, Time } from '../values/amounts.tsx';
import { DecodedOrRaw } from '../values/decoded.tsx';
import { HexText } from '../values/hex-text.tsx';
import { Account, BlockLink, Id, TransactionId } from '../values/ids.tsx';
import { Recipient } from '../values/recipient.tsx';
import { Status } from '../values/status.tsx';
import { FeeSplit } from './fee-split.tsx';
import { RevertReason } from './revert-reason.tsx';

type Props = { readonly transaction: Transaction; readonly receipt: Receipt | undefined };

/** A transaction in one screen: status, from and to, value, call, fee. */
export function TransactionSummary({ transaction, receipt }: Props) {
  const decoder = useDecoder();
  const { hash, from, to, input, value, blockNumber } = transaction;
  const header = useRpc<Header | null>('eth_getBlockByNumber', [blockNumber, false], {
    skip: blockNumber === null,
  }).data;
  const authorizations = transaction.authorizationList ?? [];
  const isCall = input !== '0x' && to !== null;
  return (
    <Card title={<TransactionId hash={hash} whole />} aside={<Status ok={receipt && receipt.status === '0x1'} />}>
      <Facts
        entries={{
          reverted: receipt?.status === '0x0' && <RevertReason transaction={transaction} />,
          from: <Account address={from} whole />,
          to:
            to === null ? (
              <Recipient transaction={transaction} created={receipt?.contractAddress ?? null} />
            ) : (
              <Account address={to} whole />
            ),
          value: <Qor wei={value} exact />,
          call: isCall && (
            <DecodedOrRaw decoded={decoder?.call(to, input)} raw={<HexText data={input} what="data of the call" />} />
          ),
          fee: receipt && <Fee receipt={receipt} header={header ?? undefined} />,
          block:
            blockNumber === null ? (
              'waiting for a block'
            ) : (
              <Place transaction={transaction} header={header ?? undefined} />
            ),
          gas: receipt && <GasUse transaction={transaction} receipt={receipt} />,
          nonce: <Neighbours from={from} nonce={BigInt(transaction.nonce)} />,
          type: typeNames[Number(transaction.type)] ?? transaction.type,
          authorizations: authorizations.length > 0 && <Authorizations list={authorizations} />,
          'post-quantum signature': transaction.pqcSignature && <PqcSignature transaction={transaction} />,
          'SVM signature': <Id id={signatureOf(hash)} what="SVM signature" />,
        }}
      />
    </Card>
  );
}

const typeNames: Readonly<Record<number, string>> = {
  0: '0, legacy',
  1: '1, access list (EIP-2930)',
  2: '2, dynamic fee (EIP-1559)',
  3: '3, blobs',
  4: '4, set code (EIP-7702)',
  81: '0x51, hybrid: signed by ECDSA and by the post-quantum key of the sender',
};

/** The second signature of a hybrid transaction. */
function PqcSignature({
  transaction: { pqcSignature = '0x', algorithmId, from },
}: {
  readonly transaction: Transaction;
}) {
  return (
    <span class="row">
      <span>
        algorithm {Number(algorithmId)}, <Count of={pqcSignature.length / 2 - 1} /> bytes
      </span>
      <Copy text={pqcSignature} what="post-quantum signature" />
      <a href={href('/modules/pqc', { record: 'key', tab: 'records' })}>registered keys</a>
      <span class="visually-hidden">of {toChecksum(from)}</span>
    </span>
  );
}

/** Codes that accounts have set by signatures in this transaction (EIP-7702). */
function Authorizations({ list }: { readonly list: NonNullable<Transaction['authorizationList']> }) {
  return (
    <ul class="plain-list">
      {list.slice(0, 50).map(({ address, nonce, chainId }, at) => (
        <li key={at} class="row">
          runs the code of <Account address={address} />
          <span class="hint">
            signed with nonce {grouped(BigInt(nonce))},{' '}
            {BigInt(chainId) === 0n ? 'for any chain' : `for chain ${BigInt(chainId)}`}
          </span>
        </li>
      ))}
      {list.length > 50 && <li class="hint">{list.length - 50} more, in the tab Raw</li>}
    </ul>
  );
}

function Place({ transaction, header }: { readonly transaction: Transaction; readonly header: Header | undefined }) {
  return (
    <span class="row">
      <BlockLink height={Number(transaction.blockNumber)} /> position{' '}
      <Count of={Number(transaction.transactionIndex)} />
      {header !== undefined && <Time at={Number(header.timestamp)} full />}
    </span>
  );
}

function Fee({ receipt, header }: { readonly receipt: Receipt; readonly header: Header | undefined }) {
  const fee = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
  const base = header === undefined ? undefined : BigInt(receipt.gasUsed) * BigInt(header.baseFeePerGas);
  return (
    <details>
      <summary>
        <span class="number" title={`${grouped(fee)} wei`}>
          {formatWei(fee)} QOR
        </span>
        {base !== undefined && (
          <span class="muted">
            {' '}
            (base fee {formatWei(base)}, tip {formatWei(fee - base)})
          </span>
        )}
      </summary>
      <FeeSplit wei={fee} />
    </details>
  );
}

function GasUse({ transaction, receipt }: { readonly transaction: Transaction; readonly receipt: Receipt }) {
  const [used, limit] = [BigInt(receipt.gasUsed), BigInt(transaction.gas)];
  return (
    <span>
      <Count of={used} /> of <Count of={limit} /> ({percent(used, limit)}) at{' '}
      {formatGasPrice(BigInt(receipt.effectiveGasPrice))} per gas
    </span>
  );
}

/** Steps to the previous and next transaction of the sender. */
function Neighbours({ from, nonce }: { readonly from: Hex; readonly nonce: bigint }) {
  const previous = useQuery(nonce === 0n ? undefined : `nonce ${from} ${nonce - 1n}`, () =>
    findByNonce(from, nonce - 1n),
  ).data;
  const key = `nonce ${from} ${nonce + 1n}`;
  const known = useQuery(key, () => findByNonce(from, nonce + 1n)).data; // also live below, until there is one
  const next = useQuery(key, () => findByNonce(from, nonce + 1n), { live: known === null }).data;
  return (
    <span class="row">
      <Count of={nonce} />
      {previous && <a href={href(`/tx/${previous}`)}>← previous of the sender</a>}
      {next && <a href={href(`/tx/${next}`)}>next of the sender →</a>}
      <span class="visually-hidden">sender {toChecksum(from)}</span>
    </span>
  );
}
