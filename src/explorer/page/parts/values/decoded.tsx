import { useSignal } from '@preact/signals';
import type { Decoded, DecodedArgument } from '../../lib/abi/decode.ts';
import type { Hex } from '../../lib/node/types.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { ItemName } from '../accounts/tokens.tsx';
import { HashedText } from './hashed-text.tsx';
import { Value } from './value.tsx';

/** Names, types and values of arguments. */
export function Arguments({ args }: { readonly args: readonly DecodedArgument[] }) {
  if (args.length === 0) return <p class="hint">no arguments</p>;
  return (
    <dl class="decoded">
      {args.map(({ name, type, value, unit, token, collection, isHash }) => [
        <dt key={`${name} name`}>
          {name} <span class="mono hint">{type}</span>
        </dt>,
        <dd key={name}>
          {isHash === true ? (
            <HashedText hash={String(value)} />
          ) : collection !== undefined ? (
            <ItemNames collection={collection} ids={value} />
          ) : (
            <Value value={value} type={type} unit={unit} token={token} />
          )}
        </dd>,
      ])}
    </dl>
  );
}

/** Most tokens of a list that are named. */
const shownItems = 50;

/** One token of a collection, or several. */
function ItemNames({ collection, ids }: { readonly collection: Hex; readonly ids: unknown }) {
  const all = (Array.isArray(ids) ? ids : [ids]).filter((id) => typeof id === 'bigint');
  return (
    <span class="row">
      {all.slice(0, shownItems).map((id, at) => (
        <ItemName key={at} collection={collection} id={id} />
      ))}
      {all.length > shownItems && <span class="muted">{grouped(all.length - shownItems)} more</span>}
    </span>
  );
}

type Props = { readonly decoded: Decoded | undefined; readonly raw: preact.ComponentChildren };

/** The decoded form with a switch to the raw one; the raw one where no ABI fits. */
export function DecodedOrRaw({ decoded, raw }: Props) {
  const isRaw = useSignal(false);
  if (decoded === undefined) return <>{raw}</>;
  return (
    <div>
      <div class="row between">
        <span>
          <strong class="mono">{decoded.name}</strong> <span class="hint">{decoded.source}</span>
        </span>
        <button
          type="button"
          class="plain"
          aria-pressed={isRaw.value}
          onClick={() => {
            isRaw.value = !isRaw.value;
          }}
        >
          {isRaw.value ? 'show decoded' : 'show raw'}
        </button>
      </div>
      {isRaw.value ? raw : <Arguments args={decoded.args} />}
    </div>
  );
}
