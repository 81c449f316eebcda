import type { PageProps } from '../app.tsx';
import { fromBase58, fromBech32, parseAccount, toBase58, toBech32, toChecksum } from '../lib/accounts/accounts.ts';
import { labelOf } from '../lib/accounts/labels.ts';
import { chain } from '../lib/node/chain.ts';
import { useRpc } from '../lib/node/query.ts';
import type { Hex } from '../lib/node/types.ts';
import { location, setQuery } from '../lib/site/router.ts';
import { grouped } from '../lib/text/amounts.ts';
import { AccountHistory } from '../parts/accounts/account-history.tsx';
import { AccountRecords } from '../parts/accounts/account-records.tsx';
import { PaidByBlocks } from '../parts/accounts/block-payments.tsx';
import { CodeView } from '../parts/accounts/code-view.tsx';
import { SvmOnlyAccount } from '../parts/accounts/svm-only-account.tsx';
import { Tokens } from '../parts/accounts/tokens.tsx';
import { StorageReader } from '../parts/forms/storage-reader.tsx';
import { Card, type FactList, Facts, Tabs } from '../parts/frame/card.tsx';
import { Source } from '../parts/frame/source.tsx';
import { Async, Problem } from '../parts/frame/states.tsx';
import { ThreeUnits } from '../parts/values/amounts.tsx';
import { Account, Id, TransactionId } from '../parts/values/ids.tsx';

/** An account in any spelling. */
export function AddressPage({ args: [text = ''] }: PageProps) {
  const address = parseAccount(text);
  if (address !== undefined)
    return <NativeAccount address={address} spelling={fromBech32(text.toLowerCase())?.prefix} />;
  if (fromBase58(text)?.length === 32) return <SvmOnlyAccount account={text} />;
  return (
    <Problem
      error={
        new Error(
          `"${text}" is no account. Write it as 0x and 40 digits, qor1…, qorvaloper1…, qorvalcons1…, or base58 of 32 bytes; a letter may be mistyped, because the checksum (of qor1…, or in the cases of 0x…) does not fit.`,
        )
      }
    />
  );
}

const tabs = [
  { id: 'history', title: 'Transactions' },
  { id: 'records', title: 'In modules' },
  { id: 'tokens', title: 'Tokens' },
  { id: 'code', title: 'Code' },
  { id: 'storage', title: 'Storage' },
];

function NativeAccount({ address, spelling }: { readonly address: Hex; readonly spelling: string | undefined }) {
  const balance = useRpc<Hex>('eth_getBalance', [address, 'latest'], { live: true });
  const nonce = useRpc<Hex>('eth_getTransactionCount', [address, 'latest'], { live: true });
  const code = useRpc<Hex>('eth_getCode', [address, 'latest'], { live: true });
  const chosen = location.value.query.get('tab') ?? (location.value.path.startsWith('/token/') ? 'tokens' : 'history');
  const hasCreator =
    isContract(code.data) && code.data !== '0xfe' && (chain.value?.namespaces.includes('ots') ?? false);
  const creator = useRpc<Created | null>('ots_getContractCreator', [address], { skip: !hasCreator }).data;
  const label = labelOf(address);
  return (
    <>
      <h1>
        {kindOf(code.data)} {label !== undefined && <span class="badge accent">{label}</span>}
        {spelling === 'qorvaloper' && <span class="badge">validator operator</span>}
        {spelling === 'qorvalcons' && <span class="badge">consensus key of a validator</span>}
      </h1>
      <div class="grid second-wider">
        <Card title="One account, three spellings">
          <Facts
            entries={{
              EVM: <Id id={toChecksum(address)} what="address (EVM)" whole />,
              native: <Id id={toBech32(address)} what="address (native)" whole />,
              SVM: <Id id={toBase58(address)} what="address (SVM)" whole />,
              ...sentBy(nonce.data, isContract(code.data)),
              'created by': creator && <Creation creation={creator} />,
            }}
          />
        </Card>
        <Card title="One balance, three units">
          <Async state={balance}>{(wei) => <ThreeUnits wei={BigInt(wei)} />}</Async>
        </Card>
      </div>
      <section class="card">
        <Tabs label="About the account" tabs={tabs} chosen={chosen} onChoose={(tab) => setQuery({ tab })} />
        <div role="tabpanel" aria-labelledby={`tab-${chosen}`}>
          {chosen === 'history' && (
            <>
              <AccountHistory key={address} address={address} />
              <PaidByBlocks key={`paid ${address}`} address={address} />
            </>
          )}
          {chosen === 'records' && <AccountRecords address={address} />}
          {chosen === 'tokens' && <Tokens address={address} isContract={isContract(code.data)} />}
          {chosen === 'code' && <CodeView address={address} code={code} />}
          {chosen === 'storage' && <StorageReader address={address} />}
        </div>
      </section>
      <Source
        calls={[
          ['eth_getBalance', [address, 'latest']],
          ['eth_getTransactionCount', [address, 'latest']],
          ['eth_getCode', [address, 'latest']],
          ['getSignaturesForAddress', [toBase58(address)]],
        ]}
      />
    </>
  );
}

type Created = { readonly hash: Hex; readonly creator: Hex };

function Creation({ creation: { hash, creator } }: { readonly creation: Created }) {
  return (
    <span class="row">
      <Account address={creator} /> in <TransactionId hash={hash} />
    </span>
  );
}

/** What the nonce of an account counts; that of a contract begins with 1 (EIP-161). */
function sentBy(nonce: Hex | undefined, ofContract: boolean): FactList {
  const sent = BigInt(nonce ?? 0);
  if (!ofContract) return { 'transactions sent': nonce === undefined ? '…' : grouped(sent) };
  return { 'contracts created': nonce === undefined ? '…' : grouped(sent === 0n ? sent : sent - 1n) };
}

/** Code of its own: no key signs for it (EIP-3607). */
function isContract(code: Hex = '0x'): boolean {
  return code !== '0x' && !code.startsWith('0xef0100');
}

/** EIP-7702: an account whose code is 0xef0100 and an address runs the code there. */
function kindOf(code: Hex | undefined): string {
  if (code === undefined || code === '0x') return 'Account';
  if (code === '0xfe') return 'Native module';
  return code.startsWith('0xef0100') ? 'Account with delegated code' : 'Contract';
}
