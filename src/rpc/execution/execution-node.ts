import type { ExecutionNode } from './execution-kind.ts';
import { HeadCallContext } from './head-call-context.ts';

/** Puts together what executions read. */
export function createExecutionNode(parts: Omit<ExecutionNode, 'headCall'>): ExecutionNode {
  return { ...parts, headCall: new HeadCallContext(parts) };
}
