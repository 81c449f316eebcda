import type { Method, Methods } from '../../method.ts';
import { RpcError } from '../../rpc-error.ts';
import { text } from '../schemas.ts';

/** This build cannot execute SVM transactions, whatever the configuration and the state. */
const svmDisabled = { code: 11, message: 'SVM module is disabled' } as const;

/** Every submission gets the same error, before any of its parameters are read. */
export function submissionMethods(): Methods {
  return {
    sendTransaction: rejected('Submitting SVM transactions is disabled: always error 11.'),
    simulateTransaction: rejected('Simulating SVM transactions is disabled: always error 11.'),
    requestAirdrop: rejected('Airdrops are disabled: always error 11.'),
  };
}

/** `causeMessage` completes the sentence that one of the client libraries builds around code 11. */
function rejected(summary: string): Method {
  return {
    summary,
    params: [{ name: 'anything', description: 'Ignored.', required: false, parse: (json) => json, schema: {} }],
    ignoresParams: true,
    result: text,
    run: () => {
      throw new RpcError(svmDisabled.code, svmDisabled.message, { causeMessage: `: ${svmDisabled.message}` });
    },
  };
}
