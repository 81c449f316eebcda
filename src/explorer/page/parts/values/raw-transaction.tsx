import { writeExact } from '../../lib/node/exact-json.ts';
import type { Receipt, Transaction } from '../../lib/node/types.ts';
import { escapedText } from '../../lib/text/visible-text.ts';
import { Copy } from '../frame/copy.tsx';

/** A transaction and its receipt as the node returns them. */
export function RawTransaction({
  transaction,
  receipt,
}: {
  readonly transaction: Transaction;
  readonly receipt: Receipt;
}) {
  return (
    <div class="stack padded">
      <JsonText title="eth_getTransactionByHash" value={transaction} />
      <JsonText title="eth_getTransactionReceipt" value={receipt} />
    </div>
  );
}

const longText = 200_000;

type JsonTextProps = {
  readonly title: string;
  readonly value: unknown;
  /** whether the value is JSON text already */
  readonly isText?: boolean;
};

/** JSON as text, with a button to copy it. */
export function JsonText({ title, value, isText = false }: JsonTextProps) {
  const text = isText ? String(value) : writeExact(value);
  return (
    <div>
      <div class="row between">
        {title === '' ? <span /> : <h3 class="mono">{title}</h3>}
        <Copy text={text} what={title || 'response'} label="copy" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus */}
      <pre tabIndex={0} dir="ltr">
        {escapedText(text.length > longText ? `${text.slice(0, longText)}…` : text)}
      </pre>
    </div>
  );
}
