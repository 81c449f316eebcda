import { Qor } from './amounts.tsx';

/** What the balance of an account changed by, with its sign. */
export function Gain({ wei }: { readonly wei: bigint }) {
  return (
    <span class="nowrap">
      {wei > 0n ? '+' : ''}
      <Qor wei={wei} />
    </span>
  );
}
