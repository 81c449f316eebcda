import { fromBech32 } from '../lib/accounts.ts';
import { formatUnits, grouped } from '../lib/amounts.ts';
import { href } from '../lib/router.ts';
import { Copy } from './copy.tsx';
import { Account, Id } from './ids.tsx';

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
  if (/^qor\w*1[a-z\d]{38,}$/.test(value) && fromBech32(value) !== undefined) {
    return (
      <span class="nowrap">
        <a class="mono" href={href(`/address/${value}`)} title={value}>
          {value.slice(0, value.indexOf('1') + 5)}…{value.slice(-4)}
        </a>
        <Copy text={value} what="address" />
      </span>
    );
  }
  if (unit !== undefined && /^\d+$/.test(value)) return <NumberValue value={BigInt(value)} unit={unit} />;
  if (/^0x[\da-f]{64}$/i.test(value)) return <Id id={value} what="32 bytes" />;
  const shown = value.length > longText ? `${value.slice(0, longText)}…` : value;
  return (
    <span
      class={type === 'string' ? 'wrap' : 'mono wrap'}
      title={value.length > longText ? value.slice(0, 4_000) : undefined}
    >
      {shown === '' ? <span class="muted">empty</span> : <bdi>{shown}</bdi>}
      {value.length > longText && <Copy text={value} what="whole text" />}
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
          <Value value={member} unit={unitOfName(name)} />
        </dd>,
      ])}
    </dl>
  );
}

/** The unit that a member's name ends with, as in `locked_uqor`. */
export function unitOfName(name: string): string | undefined {
  const [, unit] = /(?:_|^)(uqor|wei|sat|seconds|blocks)$/i.exec(name.replace(/([a-z])([A-Z])/g, '$1_$2')) ?? [];
  return unit?.toLowerCase();
}
