import { useSignal } from '@preact/signals';
import { forgetContract, knownContracts } from '../lib/abi/abi-store.ts';
import { parseAccount, toChecksum } from '../lib/accounts/accounts.ts';
import { href, location, navigate } from '../lib/site/router.ts';
import { ContractEvents } from '../parts/accounts/contract-events.tsx';
import { NewContracts } from '../parts/accounts/new-contracts.tsx';
import { ArtifactForm } from '../parts/forms/artifact-form.tsx';
import { ContractForms } from '../parts/forms/contract-forms.tsx';
import { Card } from '../parts/frame/card.tsx';
import { Empty } from '../parts/frame/states.tsx';
import { Foreign } from '../parts/values/foreign.tsx';
import { Account } from '../parts/values/ids.tsx';

/** Contracts whose ABI the user has given: reading, writing, events. */
export function Contracts() {
  const text = location.value.query.get('address') ?? '';
  const address = parseAccount(text);
  const typed = useSignal(text);
  const known = address === undefined ? undefined : knownContracts.value.get(address);
  const choose = (event: Event) => {
    event.preventDefault();
    navigate(href('/contracts', { address: parseAccount(typed.value) ?? typed.value }));
  };
  return (
    <>
      <h1>Contracts</h1>
      <form class="row" onSubmit={choose}>
        <label class="field grow">
          <span class="hint">address of a contract, in any spelling</span>
          <input
            class="mono"
            value={typed.value}
            spellcheck={false}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit">Open</button>
      </form>
      {text !== '' && address === undefined && (
        <Empty>
          <Foreign text={text} /> is not an account in any spelling.
        </Empty>
      )}
      {address !== undefined && (
        <>
          <ArtifactForm key={address} address={address} />
          {known !== undefined && <ContractForms address={address} contract={known} />}
          {known !== undefined && <ContractEvents address={address} title="Newest events" />}
        </>
      )}
      {address === undefined && <NewContracts />}
      <KnownList />
    </>
  );
}

function KnownList() {
  const all = [...knownContracts.value];
  return (
    <Card title="ABIs kept in this browser">
      {all.length === 0 ? (
        <Empty>None yet. Calls and events of a contract are shown decoded everywhere once its ABI is given here.</Empty>
      ) : (
        <ul class="tree padded">
          {all.map(([address, { name, abi }]) => (
            <li key={address} class="row">
              <a href={href('/contracts', { address: toChecksum(address) })}>
                <Foreign text={name} />
              </a>
              <Account address={address} />
              <span class="hint">{abi.length} entries</span>
              <button type="button" class="plain" onClick={() => forgetContract(address)}>
                forget
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
