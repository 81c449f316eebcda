import { Counter, Histogram, type Registry } from 'prom-client';
import type { DispatchMetrics } from '../../rpc/dispatch/dispatcher.ts';

/** Duration and faults of calls, by interface and method. */
export function createRpcMetrics(register: Registry): (name: 'evm' | 'svm') => DispatchMetrics {
  const labelNames = ['interface', 'method'] as const;
  const registers = [register];
  const seconds = new Histogram({
    name: 'qord_rpc_call_seconds',
    help: 'Time from reading a call to its response.',
    labelNames,
    buckets: [0.0001, 0.001, 0.01, 0.1, 1, 10],
    registers,
  });
  const faults = new Counter({
    name: 'qord_rpc_faults_total',
    help: 'Calls that returned an error.',
    labelNames,
    registers,
  });
  return (name) => ({
    observe: (method, milliseconds, isFault) => {
      const labels = { interface: name, method };
      seconds.observe(labels, milliseconds / 1000);
      if (isFault) faults.inc(labels);
    },
  });
}
