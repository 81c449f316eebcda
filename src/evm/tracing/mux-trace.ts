import type { Tracer } from '../../kernel/engine.ts';
import type { Trace } from './trace.ts';

/** muxTracer: several tracers of one execution; the result of each is under its name. */
export function createMuxTrace(traces: Readonly<Record<string, Trace>>): Trace {
  const all = Object.values(traces);
  const firstRuns = all.map(({ firstRun }) => firstRun).filter((tracer) => tracer !== undefined);
  return {
    tracer: joinTracers(all.map(({ tracer }) => tracer)),
    ...(firstRuns.length === 0 ? {} : { firstRun: joinTracers(firstRuns) }),
    result: (applied) =>
      Object.fromEntries(Object.entries(traces).map(([name, trace]) => [name, trace.result(applied)])),
  };
}

/**
 * One tracer for several. Tracing every instruction is slow: `onStep` is present only when one of the tracers has it.
 */
export function joinTracers(tracers: readonly Tracer[]): Tracer {
  const joined: Tracer = {
    onEnter: (frame) => {
      for (const tracer of tracers) tracer.onEnter?.(frame);
    },
    onExit: (exit) => {
      for (const tracer of tracers) tracer.onExit?.(exit);
    },
    onLog: (log, depth) => {
      for (const tracer of tracers) tracer.onLog?.(log, depth);
    },
  };
  const stepping = tracers.filter((tracer) => tracer.onStep !== undefined);
  if (stepping.length === 0) return joined;
  return {
    ...joined,
    onStep: (step) => {
      for (const tracer of stepping) tracer.onStep?.(step);
    },
  };
}
