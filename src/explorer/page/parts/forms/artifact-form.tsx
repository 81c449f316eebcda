import { useSignal } from '@preact/signals';
import { type Artifact, parseArtifacts } from '../../../../sources/artifact.ts';
import { type Comparison, compareCode } from '../../../../sources/compare-code.ts';
import { rememberContract } from '../../lib/abi/abi-store.ts';
import { call } from '../../lib/node/rpc.ts';
import type { Hex } from '../../lib/node/types.ts';
import { Card } from '../frame/card.tsx';
import { Problem } from '../frame/states.tsx';
import { Foreign } from '../values/foreign.tsx';

type State = { readonly artifact: Artifact; readonly comparison: Comparison | undefined };

/** Accepts an ABI or a compiler's file, compares its code with that on the chain, and keeps the ABI. */
export function ArtifactForm({ address }: { readonly address: Hex }) {
  const text = useSignal('');
  const found = useSignal<readonly Artifact[]>([]);
  const state = useSignal<State | Error | undefined>(undefined);
  const choose = async (artifact: Artifact) => {
    rememberContract(address, {
      name: artifact.name,
      abi: artifact.abi,
      sourceMap: artifact.sourceMap,
      sources: artifact.sources,
    });
    try {
      const deployed = await call<Hex>('eth_getCode', [address, 'latest']);
      const comparison = artifact.code === undefined ? undefined : compareCode(artifact.code, deployed, artifact.gaps);
      state.value = { artifact, comparison };
    } catch (error) {
      state.value = error instanceof Error ? error : new Error(String(error));
    }
  };
  const read = async (content: string) => {
    text.value = content;
    try {
      found.value = parseArtifacts(content);
      const [only] = found.value;
      if (found.value.length === 1 && only !== undefined) await choose(only);
    } catch (error) {
      state.value = new Error(`This cannot be used: ${error instanceof Error ? error.message : String(error)}.`);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined) void file.text().then(read);
  };
  return (
    <Card title="Describe the contract" bare={false}>
      <form
        class="form"
        onSubmit={(event) => event.preventDefault()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <div class="field">
          <label for="artifact">
            ABI, artifact of Foundry or Hardhat, or solc’s standard JSON output: paste it, drop it or choose a file
          </label>
          <textarea
            id="artifact"
            rows={4}
            spellcheck={false}
            value={text.value}
            onChange={({ currentTarget }) => void read(currentTarget.value)}
          />
          <input
            type="file"
            aria-label="File of the compiler"
            accept=".json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) void file.text().then(read);
            }}
          />
        </div>
        {found.value.length > 1 && (
          <div class="row">
            {found.value.map((artifact) => (
              <button key={artifact.name} type="button" onClick={() => void choose(artifact)}>
                <Foreign text={artifact.name} most={40} />
              </button>
            ))}
          </div>
        )}
      </form>
      <div aria-live="polite">
        {state.value instanceof Error ? (
          <Problem error={state.value} />
        ) : (
          state.value && <Verdict state={state.value} />
        )}
      </div>
    </Card>
  );
}

function Verdict({ state: { artifact, comparison } }: { readonly state: State }) {
  if (comparison === undefined)
    return (
      <p>
        The ABI of <Foreign text={artifact.name} /> is kept. It has no code to compare with the chain.
      </p>
    );
  if (!comparison.matches) {
    return (
      <p>
        <span class="badge bad">✗ the code does not match</span> {comparison.why}. The ABI is kept all the same.
      </p>
    );
  }
  return (
    <p>
      <span class="badge good">
        ✓ the code matches <Foreign text={artifact.name} />
      </span>{' '}
      {comparison.isMetadataEqual
        ? 'to the last byte of its metadata'
        : 'apart from its metadata: comments or paths of the sources may differ'}
    </p>
  );
}
