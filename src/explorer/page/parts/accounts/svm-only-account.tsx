import { endpoints } from '../../lib/node/endpoints.ts';
import { useSvm } from '../../lib/node/query.ts';
import { grouped } from '../../lib/text/amounts.ts';
import { Card, Facts } from '../frame/card.tsx';
import { Source } from '../frame/source.tsx';
import { Async, Empty } from '../frame/states.tsx';
import { Id } from '../values/ids.tsx';

type SvmAccount = {
  readonly value: {
    readonly lamports: number | bigint;
    readonly owner: string;
    readonly executable: boolean;
    readonly space?: number;
  } | null;
};

/** A 32-byte key of the SVM that is no native account. */
export function SvmOnlyAccount({ account }: { readonly account: string }) {
  const params = [account, { encoding: 'base64' }];
  const state = useSvm<SvmAccount>('getAccountInfo', params, { live: true, skip: endpoints.svm === null });
  if (endpoints.svm === null)
    return <Empty>The SVM interface is off: set enable = true in section [svm-rpc] of app.toml.</Empty>;
  return (
    <>
      <h1>SVM account</h1>
      <Card title={<Id id={account} what="address (SVM)" whole />}>
        <p class="note">
          The last 12 bytes of this key are not zero: it is an account of the SVM only and has no 0x… or qor1… spelling.
        </p>
        <Async state={state}>
          {({ value }) =>
            value === null ? (
              <Empty>Nothing is there yet: the module svm holds no coins for it, and it is no program.</Empty>
            ) : (
              <Facts
                entries={{
                  balance: `${grouped(value.lamports)} lamports`,
                  owner: <Id id={value.owner} to={`/address/${value.owner}`} what="owner" whole />,
                  program: value.executable ? 'yes' : 'no',
                  data: value.space === undefined ? undefined : `${value.space} bytes`,
                }}
              />
            )
          }
        </Async>
      </Card>
      <Source calls={[['getAccountInfo', params]]} />
    </>
  );
}
