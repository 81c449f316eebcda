import { fromBech32 } from '../../lib/accounts/accounts.ts';
import { labelOf } from '../../lib/accounts/labels.ts';
import type { Schema } from '../../lib/node/openrpc.ts';
import type { Hex } from '../../lib/node/types.ts';
import { href } from '../../lib/site/router.ts';
import { decimalText, unitText, wordsOf } from '../../lib/text/unit-text.ts';
import { Copy } from '../frame/copy.tsx';
import { Time } from './amounts.tsx';
import { Foreign } from './foreign.tsx';
import { Account, BlockLink, Id } from './ids.tsx';
import { TokenAmount } from './token-amount.tsx';

type Props = {
  readonly value: unknown;
  readonly type?: string;
  readonly unit?: string | undefined;
  /** how the node declares it, where it does */
  readonly schema?: Schema | undefined;
  /** the token that an amount is of */
  readonly token?: Hex | undefined;
};

const longText = 400;

/** A value of a call, event or record: accounts are links, amounts have their unit, texts stay texts. */
export function Value({ value, type = '', unit: given, schema, token }: Props) {
  const unit = given ?? schema?.['x-unit'] ?? schema?.['x-bounds']?.unit;
  if (value === null || value === undefined) return <span class="muted">none</span>;
  if (typeof value === 'boolean') return <span class="mono">{value ? 'true' : 'false'}</span>;
  if (token !== undefined && typeof value === 'bigint') return <TokenAmount token={token} amount={value} />;
  if (typeof value === 'number' || typeof value === 'bigint') {
    return <NumberValue value={value} unit={unit} scaleBits={schema?.['x-scale-bits']} />;
  }
  if (typeof value === 'string') return <TextValue {...{ value, type, unit, schema }} />;
  if (Array.isArray(value)) {
    return <List items={value} type={type.replace(/\[\d*\]$/, '')} unit={given} schema={schema?.items} />;
  }
  return <Members value={value as Readonly<Record<string, unknown>>} schema={schema} />; // JSON has nothing else
}

type NumberProps = {
  readonly value: number | bigint;
  readonly unit: string | undefined;
  readonly scaleBits?: number | undefined;
};

function NumberValue({ value, unit, scaleBits }: NumberProps) {
  if (typeof value === 'number' && !Number.isInteger(value)) return <span class="number">{String(value)}</span>;
  const isPlace = unit === 'height' || unit === 'time';
  if (isPlace && Number(value) <= 0) return <span class="number">{String(value)}</span>; // not yet, never, or genesis
  if (unit === 'height') return <BlockLink height={Number(value)} />;
  if (unit === 'time') return <Time at={Number(value)} full />;
  const scaled = scaleBits === undefined ? '' : ` / 2^${scaleBits}`;
  return (
    <span class="number" title={`${value}${scaled} ${unit ?? ''}`}>
      {unitText(BigInt(value), unit, scaleBits)}
    </span>
  );
}

type TextProps = Required<Pick<Props, 'type'>> & Pick<Props, 'unit' | 'schema'> & { readonly value: string };

function TextValue({ value, type, unit, schema }: TextProps) {
  if (schema?.enum !== undefined) return <span title={value}>{wordsOf(value) || '(none)'}</span>;
  if (/^0x[\da-f]{40}$/i.test(value)) return <Account address={value} />;
  const account = /^qor\w*1[a-z\d]{38,}$/.test(value) ? fromBech32(value) : undefined;
  if (account !== undefined) return <Bech32 text={value} address={account.address} />;
  const [, uqor] = /^(\d{1,40})uqor$/.exec(value) ?? [];
  if (uqor !== undefined) return <NumberValue value={BigInt(uqor)} unit="uqor" />;
  const isNumber = schema?.pattern === '^[0-9]+$' || unit !== undefined;
  if (isNumber && /^\d+$/.test(value)) {
    return <NumberValue value={BigInt(value)} unit={unit} scaleBits={schema?.['x-scale-bits']} />;
  }
  if (/^-?\d+\.\d+$/.test(value)) return <DecimalValue value={value} unit={unit} />;
  if (/^(?:0x)?[\da-f]{64}$/i.test(value)) return <Id id={value} what="32 bytes" />;
  return <LongText value={value} type={type} />;
}

function DecimalValue({ value, unit }: { readonly value: string; readonly unit: string | undefined }) {
  return (
    <span class="number" title={value}>
      {decimalText(value)}
      {unit === undefined || unit === '' ? '' : ` ${unit}`}
    </span>
  );
}

function LongText({ value, type }: { readonly value: string; readonly type: string }) {
  const shown = value.length > longText ? `${value.slice(0, longText)}…` : value;
  return (
    <span class={type === 'string' ? 'wrap' : 'mono wrap'}>
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

type ListProps = Required<Pick<Props, 'type'>> &
  Pick<Props, 'unit' | 'schema'> & { readonly items: readonly unknown[] };

function List({ items, type, unit, schema }: ListProps) {
  if (items.length === 0) return <span class="muted">empty list</span>;
  return (
    <ol class="values">
      {items.slice(0, 100).map((item, at) => (
        <li key={at}>
          <Value value={item} type={type} unit={unit} schema={schema} />
        </li>
      ))}
      {items.length > 100 && <li class="muted">{items.length - 100} more</li>}
    </ol>
  );
}

type MembersProps = { readonly value: Readonly<Record<string, unknown>>; readonly schema: Schema | undefined };

function Members({ value, schema }: MembersProps) {
  const members = Object.entries(value);
  if (members.length === 0) return <span class="muted">empty</span>;
  return (
    <dl class="members">
      {members.map(([name, member]) => (
        <div key={name}>
          <dt title={name}>{wordsOf(name)}</dt>
          <dd>
            <Member name={name} value={member} schema={schema?.properties?.[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type MemberProps = { readonly name: string; readonly value: unknown; readonly schema: Schema | undefined };

/** Results of methods are not declared with units; their names say what they are. */
function Member({ name, value, schema }: MemberProps) {
  if (schema !== undefined) return <Value value={value} schema={schema} />;
  if (typeof value === 'number' && value > 0) {
    if (/(?:^|_)height$/.test(name)) return <BlockLink height={value} />;
    if (/_(?:at|time|until|end)$/.test(name) && value > earliestTimestamp && value < latestTimestamp)
      return <Time at={value} full />;
  }
  return <Value value={value} unit={unitOfName(name)} />;
}

/** Seconds since 1970 in 2001 and 2096: no height of this chain is near. */
const earliestTimestamp = 1_000_000_000;
const latestTimestamp = 4_000_000_000;

/** The unit that a member's name ends with, as in `locked_uqor`. */
function unitOfName(name: string): string | undefined {
  const [, unit] = /(?:_|^)(uqor|wei|sat|seconds|blocks)$/i.exec(name.replace(/([a-z])([A-Z])/g, '$1_$2')) ?? [];
  return unit?.toLowerCase();
}
