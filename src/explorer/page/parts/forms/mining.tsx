import { useSignal } from '@preact/signals';
import { useQuery } from '../../lib/node/query.ts';
import { call } from '../../lib/node/rpc.ts';
import { counted } from '../../lib/text/counted.ts';
import { Outcome, useOutcome } from './outcome.tsx';

/** Makes blocks, moves the time, switches automatic blocks. */
export function Mining() {
  const blocks = useSignal('1');
  const seconds = useSignal('3600');
  const interval = useSignal('2');
  const { outcome, run: runOnce } = useOutcome();
  /** grows with every action: then the settings are read again */
  const actions = useSignal(0);
  const automine = useQuery(`automine ${actions.value}`, () => call<boolean>('anvil_getAutomine'), { live: true }).data;
  const every = useQuery(`interval ${actions.value}`, () => call<number | null>('anvil_getIntervalMining'), {
    live: true,
  }).data;
  const run = (message: string, method: string, params: readonly unknown[]) => async () => {
    await runOnce(async () => {
      await call(method, params);
      return { kind: 'done', message };
    });
    actions.value++;
  };
  return (
    <div class="form padded">
      <NumberAction
        label="blocks"
        text={blocks}
        action="Make blocks"
        run={run(`${counted(Number(blocks.value), 'block')} made`, 'anvil_mine', [Number(blocks.value)])}
      />
      <NumberAction
        label="seconds"
        text={seconds}
        action="Move the time forward"
        run={run(`the next block is ${seconds.value} s later`, 'evm_increaseTime', [Number(seconds.value)])}
      />
      <NumberAction
        label="seconds between empty blocks, 0 for none"
        text={interval}
        action="Set"
        run={run('set', 'evm_setIntervalMining', [Number(interval.value)])}
      />
      <div class="row">
        <button
          type="button"
          disabled={automine === undefined}
          onClick={() =>
            void run(automine ? 'transactions wait now' : 'each transaction causes a block now', 'evm_setAutomine', [
              !automine,
            ])()
          }
        >
          {automine ? 'Stop automatic mining' : 'Start automatic mining'}
        </button>
        <span class="hint">
          {automine ? 'a transaction causes a block at once' : 'transactions wait in the pool'}
          {every === null || every === undefined ? '' : `; an empty block every ${every} s`}
        </span>
      </div>
      <div aria-live="polite">
        <Outcome state={outcome} />
      </div>
    </div>
  );
}

type ActionProps = {
  readonly label: string;
  readonly text: { value: string };
  readonly action: string;
  readonly run: () => Promise<void>;
};

function NumberAction({ label, text, action, run }: ActionProps) {
  const id = `action-${action.replaceAll(' ', '-')}`;
  const isNumber = /^\d{1,9}$/.test(text.value);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) void run();
      }}
    >
      <input
        id={id}
        class="short number"
        inputMode="numeric"
        value={text.value}
        aria-invalid={!isNumber}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
      <label for={id} class="hint">
        {label}
      </label>
      <button type="submit" disabled={!isNumber}>
        {action}
      </button>
    </form>
  );
}
