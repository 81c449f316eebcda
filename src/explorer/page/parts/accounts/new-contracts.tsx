import { knownContracts } from '../../lib/abi/abi-store.ts';
import { type FoundContracts, findContracts, type NewContract } from '../../lib/blocks/new-contracts.ts';
import { firstHeight } from '../../lib/node/head.ts';
import { href } from '../../lib/site/router.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { useToken } from '../../lib/tokens/use-token.ts';
import { Card } from '../frame/card.tsx';
import { useLookBack } from '../frame/look-back.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Table } from '../frame/table.tsx';
import { Foreign, TokenSymbol } from '../values/foreign.tsx';
import { Account, BlockLink, TransactionId } from '../values/ids.tsx';

/** The contracts that transactions created last, with who created them. */
export function NewContracts() {
  const { first, older, button } = useLookBack('contracts', findContracts);
  return (
    <Card title="Newest contracts">
      <Async state={first}>{(found) => <Found all={[found, ...older]} />}</Async>
      {button && <p class="padded">{button}</p>}
    </Card>
  );
}

function Found({ all }: { readonly all: readonly FoundContracts[] }) {
  const contracts = all.flatMap((each) => each.contracts);
  const from = all.at(-1)?.from ?? 0;
  const skipped = all.reduce((sum, each) => sum + each.skipped, 0);
  const read = from <= firstHeight.value ? 'in all blocks' : `since block ${grouped(from)}; older blocks were not read`;
  return (
    <>
      <p class="hint padded">
        Created by transactions {read}
        {skipped > 0 && `, nor ${grouped(skipped)} blocks with many transactions`}. What contracts create is found by
        its address.
      </p>
      {contracts.length === 0 ? (
        <Empty>
          None. Deploy one with <code>forge create</code> or Hardhat.
        </Empty>
      ) : (
        <Table
          rows={contracts}
          rowKey={({ transaction }) => transaction}
          columns={[
            { title: 'contract', cell: ({ address }) => <Account address={address} /> },
            { title: 'name', cell: ({ address }) => <Name address={address} /> },
            { title: 'creator', cell: ({ creator }) => <Account address={creator} /> },
            { title: 'transaction', cell: ({ transaction }) => <TransactionId hash={transaction} /> },
            { title: 'block', cell: ({ height }) => <BlockLink height={height} /> },
          ]}
        />
      )}
    </>
  );
}

function Name({ address }: Pick<NewContract, 'address'>) {
  const token = useToken(address);
  const known = knownContracts.value.get(address.toLowerCase())?.name;
  return (
    <>
      {known !== undefined && <Foreign text={known} most={40} />} {token && <TokenSymbol text={token.name} most={40} />}{' '}
      {token && <span class="badge">{token.kind}</span>} <a href={href('/contracts', { address })}>read and write</a>
    </>
  );
}
