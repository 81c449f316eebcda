import type { Tracer } from '../../kernel/engine.ts';
import { toHex } from '../../primitives/hex.ts';
import { StepCosts } from './step-costs.ts';
import { type OpcodeTraceOptions, StepLog } from './step-log.ts';
import type { Trace } from './trace.ts';
import type { TraceMeter } from './trace-meter.ts';

/**
 * The opcode (struct) logger: every instruction with stack and memory before it. Members as in the JSON-RPC
 * specification.
 */
export function createOpcodeTrace(options: OpcodeTraceOptions, meter: TraceMeter): Trace {
  let costs = new StepCosts();
  let log = new StepLog(options, meter);
  const tracer: Tracer = {
    onEnter(frame) {
      if (frame.depth === 0) {
        costs = new StepCosts(); // the engine may execute the message again
        log = new StepLog(options, meter);
      }
      costs.enter(frame);
    },
    onStep(step) {
      costs.step(step, log.isFull ? ignore : log.add(step));
    },
    onExit: (exit) => costs.exit(exit),
  };
  return {
    tracer,
    result: ({ gasUsed, outcome }) => ({
      gas: gasUsed,
      failed: outcome.status !== 'success',
      returnValue: outcome.status === 'halt' ? '0x' : toHex(outcome.output),
      structLogs: log.entries,
    }),
  };
}

function ignore(): void {}
