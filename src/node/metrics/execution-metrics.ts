import { Counter, Histogram, type Registry } from 'prom-client';
import type { ExecutionMetrics } from '../../rpc/execution/execution-metrics.ts';

const buckets = [0.001, 0.01, 0.1, 1, 10];

/** Executions in threads: how long each kind waits and runs, and how often a thread is replaced. */
export function createExecutionMetrics(register: Registry): ExecutionMetrics {
  const registers = [register];
  const labelNames = ['kind'] as const;
  const waiting = new Histogram({
    name: 'qord_execution_wait_seconds',
    help: 'Time that executions waited for a thread.',
    labelNames,
    buckets,
    registers,
  });
  const running = new Histogram({
    name: 'qord_execution_run_seconds',
    help: 'Time that executions ran in a thread.',
    labelNames,
    buckets,
    registers,
  });
  const replaced = new Counter({
    name: 'qord_execution_thread_restarts_total',
    help: 'Threads that ended while they ran an execution.',
    labelNames,
    registers,
  });
  return {
    observe: (kind, waited, ran) => {
      waiting.observe({ kind }, waited / 1000);
      running.observe({ kind }, ran / 1000);
    },
    restarted: (kind) => replaced.inc({ kind }),
  };
}
