import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { remember } from '../../lib/node/console-history.ts';
import { endpoints } from '../../lib/node/endpoints.ts';
import { writeExact } from '../../lib/node/exact-json.ts';
import {
  choicesOf,
  isStructured,
  type Method,
  type MethodParam,
  paramText,
  parseParam,
  schemaText,
} from '../../lib/node/openrpc.ts';
import { callOn, RpcError } from '../../lib/node/rpc.ts';
import { setQuery } from '../../lib/site/router.ts';
import { Card } from '../frame/card.tsx';
import { JsonText } from '../values/raw-transaction.tsx';
import { Snippets } from './snippets.tsx';

type Response = { readonly text: string; readonly milliseconds: number; readonly isError: boolean };
type Props = { readonly method: Method; readonly start: readonly unknown[] };

/** A method as a form. What is sent is in the URL; `start` are the parameters that the URL has. */
export function ConsoleForm({ method, start }: Props) {
  const texts = useSignal<readonly string[]>(method.params.map((_, at) => paramText(start[at])));
  const response = useSignal<Response | undefined>(undefined);
  const isSending = useSignal(false);
  const params = paramsOf(method, texts.value);
  const asked = JSON.stringify(start);
  useEffect(() => {
    if (params instanceof Error || JSON.stringify(params) === asked) return;
    texts.value = method.params.map((_, at) => paramText(start[at])); // the user followed a link to other parameters
    response.value = undefined;
  }, [asked]);
  const send = async (event: Event) => {
    event.preventDefault();
    if (params instanceof Error || isSending.peek()) return; // a second click must not send a transaction twice
    isSending.value = true;
    remember(method.name, params);
    setQuery({ params: JSON.stringify(params) });
    response.value = await measure(method, params);
    isSending.value = false;
  };
  return (
    <div class="stack">
      <Card
        title={<span class="mono">{method.name}</span>}
        aside={<span class="badge">{method.port === 'svm' ? 'SVM' : 'EVM and qor_'}</span>}
      >
        <form class="form padded" onSubmit={(event) => void send(event)}>
          <p>{method.summary}</p>
          {method.params.map((param, at) => (
            <ParamField
              key={param.name}
              param={param}
              text={texts.value[at] ?? ''}
              onText={(text) => {
                texts.value = texts.value.map((each, index) => (index === at ? text : each));
              }}
            />
          ))}
          <div class="row">
            <button type="submit" class="primary" disabled={params instanceof Error || isSending.value}>
              {isSending.value ? 'Sending …' : 'Send'}
            </button>
            {params instanceof Error && <span class="hint">{params.message}</span>}
          </div>
          <p class="hint">returns {schemaText(method.result.schema)}</p>
        </form>
      </Card>
      <div aria-live="polite">{response.value !== undefined && <ResponseView response={response.value} />}</div>
      {!(params instanceof Error) && (
        <Snippets port={method.port} url={endpoints[method.port] ?? ''} method={method.name} params={params} />
      )}
    </div>
  );
}

function ResponseView({ response: { text, milliseconds, isError } }: { readonly response: Response }) {
  return (
    <Card
      title="Response"
      aside={
        <span class="row">
          <span class={isError ? 'badge bad' : 'badge good'}>{isError ? '✗ error' : '✓ result'}</span>
          <span class="hint number">{milliseconds} ms</span>
        </span>
      }
      bare={false}
    >
      <JsonText title="" value={text} isText />
    </Card>
  );
}

async function measure({ port, name }: Method, params: readonly unknown[]): Promise<Response> {
  const start = performance.now();
  try {
    const result = await callOn(port, name, params);
    return { text: writeExact(result), milliseconds: Math.round(performance.now() - start), isError: false };
  } catch (error) {
    const shown =
      error instanceof RpcError ? { code: error.code, message: error.message, data: error.data } : String(error);
    return { text: writeExact(shown), milliseconds: Math.round(performance.now() - start), isError: true };
  }
}

/** The parameters without those left out at the end; one left out between others is null. */
function paramsOf({ params }: Method, texts: readonly string[]): readonly unknown[] | Error {
  try {
    const values = params.map((param, at) => parseParam(texts[at] ?? '', param));
    const last = values.findLastIndex((value) => value !== undefined);
    return values.slice(0, last + 1).map((value) => value ?? null);
  } catch (error) {
    return new Error(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type FieldProps = { readonly param: MethodParam; readonly text: string; readonly onText: (text: string) => void };

function ParamField({ param: { name, description, required, schema }, text, onText }: FieldProps) {
  const id = `param-${name}`;
  const choices = choicesOf(schema);
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    onText(currentTarget.value);
  return (
    <div class="field">
      <label for={id}>
        {name} <span class="hint">{required ? '' : 'optional'}</span>
      </label>
      {choices !== undefined ? (
        <select id={id} value={text} onChange={({ currentTarget }) => onText(currentTarget.value)}>
          {!choices.includes(text) && <option value={text}>{text}</option>}
          {!required && text !== '' && <option value="">(default)</option>}
          {choices.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : isStructured(schema) ? (
        <textarea id={id} rows={text.includes('\n') ? 6 : 2} value={text} spellcheck={false} onInput={onInput} />
      ) : (
        <input id={id} class="mono" value={text} spellcheck={false} autocomplete="off" onInput={onInput} />
      )}
      <span class="hint wrap">
        {description} <span class="mono">{schemaText(schema)}</span>
      </span>
    </div>
  );
}
