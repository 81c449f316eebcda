import type { EnteredFrame, Step } from '../../kernel/engine.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { opcodeNamed } from '../instruction-set/opcodes.ts';
import { memoryRange } from './step-operands.ts';
import type { Trace, TraceSubject } from './trace.ts';
import { recordedBytes } from './trace-meter.ts';

const keccak256 = opcodeNamed('KECCAK256')?.number;
/** Two characters for each byte, and the byte itself while it is hashed. */
const bytesPerByte = 3;

/** keccak256PreimageTracer: what the instruction KECCAK256 has hashed, by the hash. */
export function createPreimageTrace({ meter }: Pick<TraceSubject, 'meter'>): Trace {
  const preimages = new Map<Hash, Hex>();
  const onEnter = ({ depth }: EnteredFrame) => {
    if (depth === 0) preimages.clear(); // the engine may execute the message again
  };
  const onStep = (step: Step) => {
    if (step.opcode !== keccak256) return;
    const preimage = memoryRange(step, 0, 1);
    if (preimage === undefined) return;
    meter.charge(recordedBytes.stackItem + bytesPerByte * preimage.length);
    preimages.set(keccakHash(preimage), toHex(preimage));
  };
  return { tracer: { onEnter, onStep }, result: () => Object.fromEntries([...preimages].sort(byKey)) };
}

function byKey([a]: readonly [Hash, Hex], [b]: readonly [Hash, Hex]): number {
  return a < b ? -1 : 1;
}
