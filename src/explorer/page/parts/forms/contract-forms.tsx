import type { AbiItem } from '../../../../sources/abi-item.ts';
import type { KnownContract } from '../../lib/abi/abi-store.ts';
import type { Hex } from '../../lib/node/types.ts';
import type { TokenFacts } from '../../lib/tokens/tokens.ts';
import { useToken } from '../../lib/tokens/use-token.ts';
import { Card } from '../frame/card.tsx';
import { Empty } from '../frame/states.tsx';
import { CallForm } from './call-form.tsx';
import { SenderSelect } from './sender-select.tsx';

const isRead = ({ stateMutability }: AbiItem) => stateMutability === 'view' || stateMutability === 'pure';

/** Every function of a contract as a form. */
export function ContractForms({
  address,
  contract: { abi },
}: {
  readonly address: Hex;
  readonly contract: KnownContract;
}) {
  const token = useToken(address);
  const functions = abi.filter(({ type }) => type === 'function').map((item) => withToken(item, token));
  return (
    <>
      <Group title="Read" address={address} items={functions.filter(isRead)} />
      <Group title="Write" address={address} items={functions.filter((item) => !isRead(item))} />
    </>
  );
}

/** Functions of ERC-20 that take an amount, by their name and types. */
const amounts = ['transfer(address,uint256)', 'approve(address,uint256)', 'transferFrom(address,address,uint256)'];

/** The amount of a token in its unit: nobody means a millionth of a millionth when typing 5. */
function withToken(item: AbiItem, token: TokenFacts | null | undefined): AbiItem {
  const inputs = item.inputs ?? [];
  const isAmount = amounts.includes(`${item.name}(${inputs.map(({ type }) => type).join()})`);
  if (!isAmount || token?.kind !== 'ERC-20' || token.decimals > mostDecimals) return item;
  const { decimals, symbol } = token;
  return {
    ...item,
    inputs: inputs.map((input, at) => (at === inputs.length - 1 ? { ...input, token: { decimals, symbol } } : input)),
  };
}

/** A token may state up to 255; an amount has at most 78 digits. */
const mostDecimals = 77;

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
