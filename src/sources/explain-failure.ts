import { callText, type Signatures } from './abi-text.ts';
import type { ProjectContract } from './project-contracts.ts';
import type { SourceLine } from './source-lines.ts';
import { type TracedCall, type TraceStep, tracePlaces } from './trace-places.ts';

/** What callTracer says of a call, as far as it is read here. */
export interface CallFrame extends TracedCall<CallFrame> {
  readonly from: string;
  readonly to?: string;
  readonly gasUsed: string;
  readonly input: string;
  readonly output?: string;
  readonly error?: string;
  readonly revertReason?: string;
}

/** What is known of the contracts that a trace names. */
export type KnownContracts = {
  /** The contract of a call; undefined when nothing is known of it. */
  readonly contractOf: (frame: CallFrame) => ProjectContract | undefined;
  /** errors of all contracts of the project */
  readonly errors: Signatures;
};

/** The calls on the way to a failure, the outermost first: each but the last fails with what the next one returned. */
export function failingCalls(root: CallFrame): readonly CallFrame[] {
  const calls = [root];
  for (let frame: CallFrame | undefined = root; frame !== undefined; ) {
    const { output = '0x', calls: inner = [] }: CallFrame = frame;
    // what fails without data says nothing of an earlier call that did so too, and may have been expected to
    const candidates: readonly CallFrame[] = output === '0x' ? inner.slice(-1) : inner;
    frame = candidates.findLast((call) => call.error !== undefined && (call.output ?? '0x') === output);
    if (frame !== undefined) calls.push(frame);
  }
  return calls;
}

/** Why a call failed: a custom error with its arguments, a text, or the fault of the machine. */
export function failureReason(frame: CallFrame, { contractOf, errors }: KnownContracts): string {
  const { output = '0x', error = '', revertReason } = frame;
  const custom = callText(output, contractOf(frame)?.errors ?? errors) ?? callText(output, errors);
  if (custom !== undefined) return custom;
  if (revertReason !== undefined) return `${error}: ${shortenedText(revertReason)}`;
  return output === '0x' ? error : `${error}: ${shortened(output)}`;
}

/** Most characters of a revert's text: a contract chooses it, and memory for megabytes takes little gas. */
const mostCharacters = 2_000;

function shortenedText(text: string): string {
  if (text.length <= mostCharacters) return text;
  return `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
}

/** A call as its line of the log begins: `Vault.pay(0x…, 7)`; addresses and selectors where nothing is known. */
export function callName(frame: CallFrame, { contractOf }: KnownContracts): string {
  const { type, to = '', input } = frame;
  const contract = contractOf(frame);
  const name = contract?.name ?? (to === '' ? 'contract' : to);
  if (type.startsWith('CREATE')) return `new ${name}`;
  if (input === '0x') return `${name}.receive()`;
  return `${name}.${(contract && callText(input, contract.functions)) ?? input.slice(0, 10)}`;
}

/**
 * Where the calls on the way to a failure were left, in the order of `failingCalls`. `steps`: the instructions of the
 * whole trace.
 */
export function failurePlaces(
  root: CallFrame,
  steps: readonly TraceStep[],
  { contractOf }: KnownContracts,
): readonly (SourceLine | undefined)[] {
  const places = tracePlaces(root, steps);
  const calls = failingCalls(root);
  return calls.map((frame, at) => {
    const next = calls[at + 1];
    const pcs = next === undefined ? places?.endedAt.get(frame) : [places?.calledAt.get(next)?.pc ?? -1];
    const lines = pcs?.map((pc) => contractOf(frame)?.lineAt?.(pc));
    return lines?.find((line) => line !== undefined);
  });
}

/**
 * The tree of calls as lines, like those of Foundry's traces: gas, call, and how it ended. With more than `most` lines,
 * further calls are only counted.
 */
export function treeLines(root: CallFrame, known: KnownContracts, most: number): readonly string[] {
  const lines: string[] = [];
  let leftOut = 0;
  const add = (frame: CallFrame, before: string, indent: string): void => {
    const isShown = lines.length < most;
    if (isShown) lines.push(`${before}${beginOf(frame, known)}`);
    else leftOut++;
    for (const call of frame.calls ?? []) add(call, `${indent}├─ `, `${indent}│   `);
    if (isShown) lines.push(`${indent}└─ ${endOf(frame, known)}`);
  };
  add(root, '', '  ');
  return leftOut === 0 ? lines : [...lines, `${leftOut} more calls are not shown`];
}

function beginOf(frame: CallFrame, known: KnownContracts): string {
  const { type, gasUsed } = frame;
  const kind = type === 'CALL' || type.startsWith('CREATE') ? '' : ` [${type.toLowerCase()}]`;
  return `[${Number(gasUsed)}] ${callName(frame, known)}${kind}`;
}

function endOf(frame: CallFrame, known: KnownContracts): string {
  const { type, output = '0x', error } = frame;
  if (error !== undefined) return `← [Revert] ${failureReason(frame, known)}`;
  return `← [Return] ${type.startsWith('CREATE') ? `${(output.length - 2) / 2} bytes of code` : shortened(output)}`;
}

function shortened(output: string): string {
  return output.length > 200 ? `${output.slice(0, 200)}… (${(output.length - 2) / 2} bytes)` : output;
}
