import { useSignal } from '@preact/signals';
import type { PageProps } from '../app.tsx';
import { made } from '../lib/node/console-history.ts';
import { endpoints } from '../lib/node/endpoints.ts';
import { type Method, readMethods } from '../lib/node/openrpc.ts';
import { useQuery } from '../lib/node/query.ts';
import { href, location } from '../lib/site/router.ts';
import { ConsoleForm } from '../parts/forms/console-form.tsx';
import { Card } from '../parts/frame/card.tsx';
import { Async, Problem } from '../parts/frame/states.tsx';

async function readAll(): Promise<readonly Method[]> {
  const lists = await Promise.all([
    endpoints.rpc === null ? [] : readMethods('rpc'),
    endpoints.svm === null ? [] : readMethods('svm'),
  ]);
  return lists.flat();
}

/** Every method of every interface: a form, the request, the response, the same in other tools. */
export function Console({ args: [name] }: PageProps) {
  const state = useQuery('methods', readAll);
  return (
    <>
      <h1>RPC console</h1>
      <Async state={state}>
        {(methods) => (
          <div class="console">
            <MethodList methods={methods} chosen={name} />
            <Chosen methods={methods} name={name} />
          </div>
        )}
      </Async>
    </>
  );
}

function Chosen({ methods, name }: { readonly methods: readonly Method[]; readonly name: string | undefined }) {
  const params = location.value.query.get('params') ?? '[]';
  if (name === undefined) return <History />;
  const method = methods.find((each) => each.name === name);
  if (method === undefined) return <Problem error={new Error(`No interface of this node serves ${name}.`)} />;
  return <ConsoleForm key={`${method.port} ${name}`} method={method} start={parseList(params)} />;
}

function parseList(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

function MethodList({ methods, chosen }: { readonly methods: readonly Method[]; readonly chosen: string | undefined }) {
  const filter = useSignal('');
  const wanted = filter.value.toLowerCase();
  const shown = methods.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(wanted));
  return (
    <Card title={`${methods.length} methods`}>
      <div class="padded">
        <input
          class="mono"
          aria-label="Filter methods"
          placeholder="filter"
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value;
          }}
        />
      </div>
      <ul class="methods">
        {shown.map(({ name, summary, port }) => (
          <li key={`${port} ${name}`}>
            <a
              class="mono"
              href={href(`/console/${name}`)}
              title={summary}
              aria-current={name === chosen ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function History() {
  return (
    <Card title="Choose a method, or repeat a call">
      {made.value.length === 0 ? (
        <p class="note">What you send appears here and stays in this browser.</p>
      ) : (
        <ul class="tree padded">
          {made.value.map(({ method, params }) => (
            <li key={`${method} ${JSON.stringify(params)}`}>
              <a class="mono wrap" href={href(`/console/${method}`, { params: JSON.stringify(params) })}>
                {method}({JSON.stringify(params).slice(1, -1).slice(0, 300)})
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
