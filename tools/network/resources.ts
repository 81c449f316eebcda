import { readFileSync } from 'node:fs';
import type { NetworkNode } from '#qord/testing/network/network.ts';

/** Milliseconds of CPU time that a node and its CometBFT have used since they began, in steps of 10. */
export function cpuTimeOf(node: NetworkNode): { readonly qord: number; readonly comet: number } {
  const [qord = 0, ...children] = processesOf(node).map(cpuTime);
  return { qord, comet: sum(children) };
}

/** Resident memory of a node and its CometBFT, in MB. */
export function residentMemoryOf(node: NetworkNode): number {
  return sum(processesOf(node).map((pid) => memoryOf(pid, 'VmRSS')));
}

/**
 * Memory of a node and of its CometBFT in MB, without the pages of files that they have mapped, such as the database:
 * the system takes those back when it likes.
 */
export function ownMemoryOf(node: NetworkNode): { readonly qord: number; readonly comet: number } {
  const [qord = 0, ...children] = processesOf(node).map((pid) => memoryOf(pid, 'RssAnon'));
  return { qord, comet: sum(children) };
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

/** A line of /proc/PID/status, in MB. */
function memoryOf(pid: number, line: 'VmRSS' | 'RssAnon'): number {
  const [, kilobytes] = new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kilobytes) / 1024;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
