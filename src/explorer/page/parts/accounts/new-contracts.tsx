import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { knownContracts } from '../../lib/abi/abi-store.ts';
import { type FoundContracts, findContracts, type NewContract } from '../../lib/blocks/new-contracts.ts';
import { head } from '../../lib/node/head.ts';
import { useQuery } from '../../lib/node/query.ts';
import { href } from '../../lib/site/router.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { useToken } from '../../lib/tokens/use-token.ts';
import { Card } from '../frame/card.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';
import { Foreign, TokenSymbol } from '../values/foreign.tsx';
import { Account, BlockLink, TransactionId } from '../values/ids.tsx';

/** The contracts that transactions created last, with who created them. */
export function NewContracts() {
  const start = useSignal<number | undefined>(undefined);
  const height = head.value?.height;
  useEffect(() => {
    start.value ??= height;
  }, [height]);
  const first = useQuery(start.value === undefined ? undefined : `contracts ${start.value}`, () =>
    findContracts(start.peek() ?? 0),
  );
  const older = useSignal<readonly FoundContracts[]>([]);
  const isReading = useSignal(false);
  const end = older.value.at(-1) ?? first.data;
  const readOlder = async () => {
    if (end === undefined || isReading.peek()) return;
    isReading.value = true;
    const more = await findContracts(end.from - 1).catch(() => undefined);
    if (more !== undefined) older.value = [...older.value, more];
    isReading.value = false;
  };
  return (
    <Card title="Newest contracts">
      <Async state={first}>
        {(found) => (
          <>
            <Found all={[found, ...older.value]} />
            {end !== undefined && end.from > 0 && (
              <p class="padded">
                <button type="button" disabled={isReading.value} onClick={() => void readOlder()}>
                  {isReading.value ? 'Reading …' : 'Look further back'}
                </button>
              </p>
            )}
          </>
        )}
      </Async>
    </Card>
  );
}

function Found({ all }: { readonly all: readonly FoundContracts[] }) {
  const contracts = all.flatMap((each) => each.contracts);
  const from = all.at(-1)?.from ?? 0;
  const skipped = all.reduce((sum, each) => sum + each.skipped, 0);
  const read = from === 0 ? 'in all blocks' : `since block ${grouped(from)}; older blocks were not read`;
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
        <TableFrame>
          <table>
            <thead>
              <tr>
                <th>contract</th>
                <th>name</th>
                <th>creator</th>
                <th>transaction</th>
                <th>block</th>
              </tr>
            </thead>
            <tbody>
              {contracts.map((contract) => (
                <Row key={contract.transaction} contract={contract} />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </>
  );
}

function Row({ contract: { address, creator, transaction, height } }: { readonly contract: NewContract }) {
  const token = useToken(address);
  const known = knownContracts.value.get(address.toLowerCase())?.name;
  return (
    <tr>
      <td>
        <Account address={address} />
      </td>
      <td>
        {known !== undefined && <Foreign text={known} most={40} />}{' '}
        {token && <TokenSymbol text={token.name} most={40} />} {token && <span class="badge">{token.kind}</span>}{' '}
        <a href={href('/contracts', { address })}>read and write</a>
      </td>
      <td>
        <Account address={creator} />
      </td>
      <td>
        <TransactionId hash={transaction} />
      </td>
      <td>
        <BlockLink height={height} />
      </td>
    </tr>
  );
}
