import type { ExecutionMetrics } from '../../rpc/execution/execution-metrics.ts';
import type { Executor } from '../../rpc/execution/executor.ts';
import type { Log } from '../log/create-log.ts';
import { ExecutionLog } from '../log/execution-log.ts';
import { callPrinter } from '../log/log-prints.ts';
import { openProject } from '../log/open-project.ts';
import type { InterfaceDependencies } from '../open-interfaces.ts';
import { openExecutor } from './open-executor.ts';

/**
 * Creates what runs executions for clients. The log of a development network shows what they print, and why they and
 * transactions fail.
 */
export function openLoggedExecutor(
  network: InterfaceDependencies,
  metrics: ExecutionMetrics | undefined,
  log: Log,
): Executor {
  const { chain, config, closers } = network;
  const { development, 'json-rpc': options } = config;
  const onPrints = callPrinter(development, log);
  const isWanted = development['print-failures'] || development['print-traces'];
  if (!isWanted || chain.reader.identity.network !== 'dev' || !log.isLevelEnabled('info'))
    return openExecutor({ ...network, onPrints, onFailed: undefined }, options, metrics, closers);
  const project = network.control.development?.project ?? openProject(development, log);
  let explained: ExecutionLog | undefined;
  const onFailed: ExecutionLog['callFailed'] = (...failure) => explained?.callFailed(...failure);
  const executor = openExecutor({ ...network, onPrints, onFailed }, options, metrics, closers);
  explained = closers.add(new ExecutionLog(chain, executor, project, development, log));
  return executor;
}
