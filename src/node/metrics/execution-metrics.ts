import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ExecutionMetrics } from '../../rpc/execution/execution-metrics.ts';

type Load = ReturnType<Parameters<ExecutionMetrics['watch']>[0]>;

const buckets = [0.001, 0.01, 0.1, 1, 10];

/** Executions in threads: how many wait, how long each kind waits and runs, and how often a thread is replaced. */
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
  let read = (): Load => ({ waiting: 0, threads: 0 });
  const gauge = (name: string, help: string, value: (load: Load) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(read()));
      },
    });
  gauge('qord_execution_waiting', 'Executions that wait for a thread.', ({ waiting: count }) => count);
  gauge('qord_execution_threads', 'Threads for executions.', ({ threads }) => threads);
  return {
    observe: (kind, waited, ran) => {
      waiting.observe({ kind }, waited / 1000);
      running.observe({ kind }, ran / 1000);
    },
    restarted: (kind) => replaced.inc({ kind }),
    watch: (newest) => {
      read = newest;
    },
  };
}
