import type { ModuleDeclaration } from '../../lib/modules/modules.ts';
import type { Json } from '../../lib/node/exact-json.ts';
import type { Schema } from '../../lib/node/openrpc.ts';
import { useRpc } from '../../lib/node/query.ts';
import { href, location, setQuery } from '../../lib/site/router.ts';
import { ContractEvents } from '../accounts/contract-events.tsx';
import { CallForm } from '../forms/call-form.tsx';
import { SenderSelect } from '../forms/sender-select.tsx';
import { Tabs } from '../frame/card.tsx';
import { Async } from '../frame/states.tsx';
import { Account } from '../values/ids.tsx';
import { Value } from '../values/value.tsx';
import { RecordBrowser } from './record-browser.tsx';

type Props = { readonly module: ModuleDeclaration };

/** A module as it is declared: parameters, records, calls, events, methods, faults. */
export function ModuleView({ module }: Props) {
  const { name, doc, address, params, records, contracts, events, methods, faults } = module;
  const calls = contracts.reduce((sum, contract) => sum + contract.calls.length, 0);
  const tabs = [
    { id: 'records', title: `Records (${records.length})`, has: records.length > 0 },
    { id: 'params', title: 'Parameters', has: params !== null },
    { id: 'calls', title: `Calls (${calls})`, has: calls > 0 },
    { id: 'events', title: `Events (${events.length})`, has: events.length > 0 },
    { id: 'methods', title: `Methods (${methods.length})`, has: methods.length > 0 },
    { id: 'faults', title: `Faults (${faults.length})`, has: faults.length > 0 },
  ].filter(({ has }) => has);
  const chosen = location.value.query.get('tab') ?? tabs[0]?.id ?? '';
  return (
    <>
      <h1>Module {name}</h1>
      <p>{doc}</p>
      <p>
        <Account address={address} whole />
      </p>
      <section class="card">
        <Tabs label="About the module" tabs={tabs} chosen={chosen} onChoose={(tab) => setQuery({ tab })} />
        <div role="tabpanel" aria-labelledby={`tab-${chosen}`}>
          {chosen === 'records' && <RecordBrowser module={module} />}
          {chosen === 'params' && <Parameters name={name} schema={params} />}
          {chosen === 'calls' && <Calls module={module} />}
          {chosen === 'events' && <Events module={module} />}
          {chosen === 'methods' && <Methods module={module} />}
          {chosen === 'faults' && <Faults module={module} />}
        </div>
      </section>
    </>
  );
}

type ParametersProps = { readonly name: string; readonly schema: Schema | null };

function Parameters({ name, schema }: ParametersProps) {
  const state = useRpc<Json>('qord_getRecord', [name, 'params'], { live: true });
  return (
    <div class="padded">
      <Async state={state}>{(value) => <Value value={value} schema={schema ?? undefined} />}</Async>
    </div>
  );
}

function Calls({ module: { contracts } }: Props) {
  return (
    <div class="padded stack">
      <SenderSelect />
      {contracts.map(({ name, address, calls }) => (
        <section key={address} class="stack">
          {contracts.length > 1 && (
            <h3>
              {name} at <Account address={address} />
            </h3>
          )}
          <div class="grid">
            {calls.map((item) => (
              <CallForm key={item.selector} address={address} item={item} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function Events({ module: { events, address } }: Props) {
  return (
    <>
      <ul class="tree padded">
        {events.map(({ name, doc, inputs }) => (
          <li key={name}>
            <strong class="mono">{name}</strong>
            <span class="mono hint">({inputs.map((input) => `${input.type} ${input.name}`).join(', ')})</span> {doc}
          </li>
        ))}
      </ul>
      <ContractEvents key={address} address={address} title="Newest, emitted by transactions" />
    </>
  );
}

function Methods({ module: { methods } }: Props) {
  return (
    <ul class="tree padded">
      {methods.map(({ name, doc, params }) => (
        <li key={name}>
          <a
            class="mono"
            href={href(`/console/${name}`, { params: JSON.stringify(params.map(({ example }) => example)) })}
          >
            {name}({params.map((param) => param.name).join(', ')})
          </a>{' '}
          {doc}
        </li>
      ))}
    </ul>
  );
}

function Faults({ module: { faults } }: Props) {
  return (
    <ul class="tree padded">
      {faults.map(({ name, code, reason }) => (
        <li key={name}>
          <span class="number">{code}</span> <span class="mono">{name}</span>: {reason}
        </li>
      ))}
    </ul>
  );
}
