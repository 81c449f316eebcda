import type { EnteredFrame, Step } from '../../kernel/engine.ts';
import type { Trace, TraceSubject } from './trace.ts';
import { recordedBytes } from './trace-meter.ts';
import { tracedOpcode } from './traced-opcode.ts';

type Meter = Pick<TraceSubject, 'meter'>;

/** opcountTracer: how many instructions were executed. */
export function createOpcountTrace(): Trace {
  let count = 0;
  const onStep = () => {
    count++;
  };
  return { tracer: { onEnter: atStart(() => (count = 0)), onStep }, result: () => count };
}

/** unigramTracer: how often each instruction was executed, by its name. */
export function createUnigramTrace({ meter }: Meter): Trace {
  const counts = new Counts(meter);
  const onStep = ({ opcode }: Step) => counts.add(tracedOpcode(opcode).name);
  return { tracer: { onEnter: atStart(() => counts.clear()), onStep }, result: () => counts.toObject() };
}

/** bigramTracer: how often each instruction followed another in the same frame, by `FIRST-SECOND`. */
export function createBigramTrace({ meter }: Meter): Trace {
  const counts = new Counts(meter);
  let last = { name: '', depth: -1 };
  const onStep = ({ opcode, depth }: Step) => {
    const { name } = tracedOpcode(opcode);
    if (depth === last.depth) counts.add(`${last.name}-${name}`);
    last = { name, depth };
  };
  const begin = () => {
    counts.clear();
    last = { name: '', depth: -1 };
  };
  return { tracer: { onEnter: atStart(begin), onStep }, result: () => counts.toObject() };
}

/**
 * trigramTracer: the same for three instructions, by `FIRST-SECOND-THIRD`. As in go-ethereum the first instruction
 * after a change of frames does not count, and names before the second are empty.
 */
export function createTrigramTrace({ meter }: Meter): Trace {
  const counts = new Counts(meter);
  let last = { names: ['', ''], depth: -1 };
  const onStep = ({ opcode, depth }: Step) => {
    if (depth !== last.depth) {
      last = { names: ['', ''], depth };
      return;
    }
    const [first = '', second = ''] = last.names;
    const { name } = tracedOpcode(opcode);
    counts.add(`${first}-${second}-${name}`);
    last = { names: [second, name], depth };
  };
  const begin = () => {
    counts.clear();
    last = { names: ['', ''], depth: -1 };
  };
  return { tracer: { onEnter: atStart(begin), onStep }, result: () => counts.toObject() };
}

/** Calls `begin` when an execution begins: the engine may execute the message again. */
function atStart(begin: () => void): (frame: EnteredFrame) => void {
  return ({ depth }) => {
    if (depth === 0) begin();
  };
}

class Counts {
  readonly #counts = new Map<string, number>();
  readonly #meter: TraceSubject['meter'];

  constructor(meter: TraceSubject['meter']) {
    this.#meter = meter;
  }

  add(key: string): void {
    const count = this.#counts.get(key);
    if (count === undefined) this.#meter.charge(recordedBytes.stackItem);
    this.#counts.set(key, (count ?? 0) + 1);
  }

  clear(): void {
    this.#counts.clear();
  }

  toObject(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
