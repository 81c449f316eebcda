import { readFileSync } from 'node:fs';
import type { NetworkNode } from './network.ts';

/** Milliseconds of CPU time that a node and its CometBFT have used since they began, in steps of 10. */
export function cpuTimeOf(node: NetworkNode): { readonly qord: number; readonly comet: number } {
  const [qord = 0, ...children] = processesOf(node).map(cpuTime);
  return { qord, comet: children.reduce((sum, time) => sum + time, 0) };
}

/** Resident memory of a node and its CometBFT, in MB. */
export function residentMemoryOf(node: NetworkNode): number {
  return processesOf(node).reduce((sum, pid) => sum + residentMemory(pid), 0);
}

function processesOf({ process: { process: node } }: NetworkNode): readonly number[] {
  const pid = node.pid ?? 0;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
  return [pid, ...children.filter((text) => text !== '').map(Number)];
}

function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function residentMemory(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kilobytes) / 1024;
}
