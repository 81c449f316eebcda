import { toBech32 } from '../../lib/accounts/accounts.ts';
import { loadModules, type ModuleDeclaration, type ModuleRecord } from '../../lib/modules/modules.ts';
import type { Json } from '../../lib/node/exact-json.ts';
import { useQuery } from '../../lib/node/query.ts';
import { call } from '../../lib/node/rpc.ts';
import type { Hex } from '../../lib/node/types.ts';
import { href } from '../../lib/site/router.ts';
import { wordsOf } from '../../lib/text/unit-text.ts';
import { Async, Empty } from '../frame/states.tsx';
import { KeyPart } from '../values/key-part.tsx';
import { Value } from '../values/value.tsx';

type Row = { readonly key: readonly Json[]; readonly value: Json };
type Found = { readonly module: string; readonly record: ModuleRecord; readonly rows: readonly Row[] };

/** Names of key parts that hold an account. */
const accountKeys = [
  'account',
  'address',
  'owner',
  'delegator',
  'operator',
  'validator',
  'sender',
  'staker',
  'consensus',
];

const methods = [
  'qor_getXQOREPosition',
  'qor_getPQCKeyStatus',
  'qor_getAbstractAccount',
  'qor_getBTCStakingPosition',
  'qor_getReputationScore',
  'qor_getPoolClassification',
];
const most = 50;

/** What the native modules keep of an account: positions, keys, delegations, reputation. */
export function AccountRecords({ address }: { readonly address: Hex }) {
  const records = useQuery(`records ${address}`, () => findRecords(address), { live: true });
  const queries = useQuery(`queries ${address}`, () => findByMethods(address), { live: true });
  return (
    <div class="padded stack">
      <Async state={queries}>
        {(results) => (
          <>
            {results.map(({ method, result }) => (
              <section key={method} class="stack">
                <h3>
                  <a class="mono" href={href(`/console/${method}`, { params: JSON.stringify([toBech32(address)]) })}>
                    {method}
                  </a>
                </h3>
                <Value value={result} />
              </section>
            ))}
          </>
        )}
      </Async>
      <Async state={records}>
        {(found) => (
          <>
            {found.length === 0 && <Empty>No module keeps a record under this account.</Empty>}
            {found.map(({ module, record, rows }) => (
              <section key={`${module} ${record.name}`} class="stack">
                <h3>
                  <a href={href(`/modules/${module}`, { record: record.name })}>
                    {module} / {record.name}
                  </a>{' '}
                  <span class="hint">{record.doc}</span>
                </h3>
                {rows.map(({ key, value }) => (
                  <div key={JSON.stringify(key)} class="stack">
                    {key.length > 1 && (
                      <span class="row hint">
                        {key.slice(1).map((part, at) => (
                          <span key={record.key?.[at + 1]?.name}>
                            {wordsOf(record.key?.[at + 1]?.name ?? '')}:{' '}
                            <KeyPart name={record.key?.[at + 1]?.name ?? ''} value={part} />
                          </span>
                        ))}
                      </span>
                    )}
                    <Value value={value} schema={record.schema} />
                  </div>
                ))}
              </section>
            ))}
          </>
        )}
      </Async>
    </div>
  );
}

async function findRecords(address: Hex): Promise<readonly Found[]> {
  const modules = await loadModules();
  const tables = modules.flatMap((module: ModuleDeclaration) =>
    module.records
      .filter(({ key }) => accountKeys.includes(key?.[0]?.name ?? ''))
      .map((record) => ({ module: module.name, record })),
  );
  const all = await Promise.all(
    tables.map(async ({ module, record }) => {
      const params = [module, record.name, [toBech32(address)], most];
      return { module, record, rows: await call<readonly Row[]>('qord_listRecords', params).catch(() => []) };
    }),
  );
  return all.filter(({ rows }) => rows.length > 0);
}

/** An account without something is an error of most methods: what is left is what there is. */
async function findByMethods(address: Hex): Promise<readonly { readonly method: string; readonly result: Json }[]> {
  const spelled = (method: string) =>
    /Reputation|Pool/.test(method) ? toBech32(address, 'qorvaloper') : toBech32(address);
  const results = await Promise.all(
    methods.map((method) =>
      call(method, [spelled(method)]).then(
        (result) => ({ method, result }),
        () => undefined,
      ),
    ),
  );
  return results.filter((each) => each !== undefined);
}
