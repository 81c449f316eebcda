import type { AbiItem, KnownContract } from '../lib/abi-store.ts';
import type { Hex } from '../lib/types.ts';
import { CallForm } from './call-form.tsx';
import { Card } from './card.tsx';
import { SenderSelect } from './sender-select.tsx';
import { Empty } from './states.tsx';

const isRead = ({ stateMutability }: AbiItem) => stateMutability === 'view' || stateMutability === 'pure';

/** Every function of a contract as a form. */
export function ContractForms({
  address,
  contract: { abi },
}: {
  readonly address: Hex;
  readonly contract: KnownContract;
}) {
  const functions = abi.filter(({ type }) => type === 'function');
  return (
    <>
      <Group title="Read" address={address} items={functions.filter(isRead)} />
      <Group title="Write" address={address} items={functions.filter((item) => !isRead(item))} />
    </>
  );
}

type GroupProps = { readonly title: string; readonly address: Hex; readonly items: readonly AbiItem[] };

function Group({ title, address, items }: GroupProps) {
  return (
    <Card title={`${title}: ${items.length} functions`} aside={title === 'Write' && <SenderSelect />} bare={false}>
      {items.length === 0 ? (
        <Empty>None.</Empty>
      ) : (
        <div class="grid">
          {items.map((item) => (
            <CallForm
              key={`${item.name}(${(item.inputs ?? []).map(({ type }) => type).join()})`}
              address={address}
              item={item}
            />
          ))}
        </div>
      )}
    </Card>
  );
}
