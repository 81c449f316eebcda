import { fromBech32 } from '../lib/accounts.ts';
import { formatUnits, grouped } from '../lib/amounts.ts';
import { labelOf } from '../lib/labels.ts';
import { href } from '../lib/router.ts';
import type { Hex } from '../lib/types.ts';
import { Time } from './amounts.tsx';
import { Copy } from './copy.tsx';
import { Foreign } from './foreign.tsx';
import { Account, BlockLink, Id } from './ids.tsx';

type Props = { readonly value: unknown; readonly type?: string; readonly unit?: string | undefined };

const longText = 400;

/** A value of a call, event or record: accounts are links, amounts have their unit, texts stay texts. */
export function Value({ value, type = '', unit }: Props) {
  if (value === null || value === undefined) return <span class="muted">none</span>;
  if (typeof value === 'boolean') return <span class="mono">{value ? 'true' : 'false'}</span>;
  if (typeof value === 'number' || typeof value === 'bigint') return <NumberValue value={value} unit={unit} />;
  if (typeof value === 'string') return <TextValue value={value} type={type} unit={unit} />;
  if (Array.isArray(value)) return <List items={value} type={type.replace(/\[\d*\]$/, '')} unit={unit} />;
  return <Members value={value as Readonly<Record<string, unknown>>} />;
}

function NumberValue({ value, unit }: { readonly value: number | bigint; readonly unit: string | undefined }) {
  const whole = typeof value === 'bigint' || Number.isInteger(value);
  if (unit === 'uqor' || unit === 'wei') {
    const amount = BigInt(value);
    return (
      <span class="number" title={`${amount} ${unit}`}>
        {formatUnits(amount, unit === 'uqor' ? 6 : 18)} QOR
      </span>
    );
  }
  return (
    <span class="number" title={String(value)}>
      {whole ? grouped(BigInt(value)) : String(value)}
      {unit === undefined ? '' : ` ${unit}`}
    </span>
  );
}

function TextValue({
  value,
  type,
  unit,
}: {
  readonly value: string;
  readonly type: string;
  readonly unit: string | undefined;
}) {
  if (/^0x[\da-f]{40}$/i.test(value)) return <Account address={value} />;
  const account = /^qor\w*1[a-z\d]{38,}$/.test(value) ? fromBech32(value) : undefined;
  if (account !== undefined) return <Bech32 text={value} address={account.address} />;
  const [, uqor] = /^(\d{1,40})uqor$/.exec(value) ?? [];
  if (uqor !== undefined) return <NumberValue value={BigInt(uqor)} unit="uqor" />;
  if (unit !== undefined && /^\d+$/.test(value)) return <NumberValue value={BigInt(value)} unit={unit} />;
  if (/^0x[\da-f]{64}$/i.test(value)) return <Id id={value} what="32 bytes" />;
  const shown = value.length > longText ? `${value.slice(0, longText)}…` : value;
  return (
    <span
      class={type === 'string' ? 'wrap' : 'mono wrap'}
      title={value.length > longText ? value.slice(0, 4_000) : undefined}
    >
      {shown === '' ? <span class="muted">empty</span> : <Foreign text={shown} most={2_000} />}
      {value.length > longText && <Copy text={value} what="whole text" />}
    </span>
  );
}

/** An account in the spelling it was given in, or its label. */
function Bech32({ text, address }: { readonly text: string; readonly address: Hex }) {
  const label = labelOf(address);
  const shown = `${text.slice(0, text.indexOf('1') + 5)}…${text.slice(-4)}`;
  return (
    <span class="nowrap">
      <a class={label === undefined ? 'mono' : ''} href={href(`/address/${text}`)} title={text}>
        {label ?? shown}
      </a>
      <Copy text={text} what="address" />
    </span>
  );
}

function List({
  items,
  type,
  unit,
}: {
  readonly items: readonly unknown[];
  readonly type: string;
  readonly unit: string | undefined;
}) {
  if (items.length === 0) return <span class="muted">empty list</span>;
  return (
    <ol class="values">
      {items.slice(0, 100).map((item, at) => (
        <li key={at}>
          <Value value={item} type={type} unit={unit} />
        </li>
      ))}
      {items.length > 100 && <li class="muted">{items.length - 100} more</li>}
    </ol>
  );
}

function Members({ value }: { readonly value: Readonly<Record<string, unknown>> }) {
  const members = Object.entries(value);
  if (members.length === 0) return <span class="muted">empty</span>;
  return (
    <dl class="members">
      {members.map(([name, member]) => [
        <dt key={`${name} name`}>{name}</dt>,
        <dd key={name}>
          <Member name={name} value={member} />
        </dd>,
      ])}
    </dl>
  );
}

/** Heights and times have no unit in the records; their names say what they are. */
function Member({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (typeof value === 'number' && value > 0) {
    if (/(?:^|_)height$/.test(name)) return <BlockLink height={value} />;
    if (/_(?:at|time|until|end)$/.test(name) && value > firstTime && value < lastTime) return <Time at={value} full />;
  }
  return <Value value={value} unit={unitOfName(name)} />;
}

/** Seconds since 1970 in 2001 and 2096: no height of this chain is near. */
const firstTime = 1_000_000_000;
const lastTime = 4_000_000_000;

/** The unit that a member's name ends with, as in `locked_uqor`. */
function unitOfName(name: string): string | undefined {
  const [, unit] = /(?:_|^)(uqor|wei|sat|seconds|blocks)$/i.exec(name.replace(/([a-z])([A-Z])/g, '$1_$2')) ?? [];
  return unit?.toLowerCase();
}
