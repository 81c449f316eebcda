import { type HttpReply, textReply } from '../server/http-reply.ts';
import { headState } from '../svm/context.ts';
import type { SvmDependencies } from '../svm/dependencies.ts';
import { slotsBehind } from '../svm/health.ts';
import { anySlot } from '../svm/params/context-options.ts';
import { type Supply, supplyOf } from '../svm/supply.ts';

const lamportsPerQor = 10n ** 9n;

/** Responses to GET: health for load balancers, and supply in QOR as plain numbers. */
export function svmPage(dependencies: SvmDependencies, path: string): HttpReply | undefined {
  const supply = (member: keyof Supply) => {
    const { state } = headState(dependencies.chain, anySlot);
    return textReply(200, toQor(supplyOf(state)[member]));
  };
  if (path === '/health') return textReply(200, slotsBehind(dependencies) > 0 ? 'behind' : 'ok');
  if (path === '/v0/total-supply') return supply('total');
  return path === '/v0/circulating-supply' ? supply('circulating') : undefined;
}

function toQor(lamports: bigint): string {
  return `${lamports / lamportsPerQor}.${(lamports % lamportsPerQor).toString().padStart(9, '0')}`;
}
