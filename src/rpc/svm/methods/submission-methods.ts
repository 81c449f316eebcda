import { type Method, type Methods, RpcError } from '../../types.ts';
import { text } from '../schemas.ts';

/** This build has no part that runs SVM transactions: neither configuration nor state can change that. */
const svmDisabled = { code: 11, message: 'SVM module is disabled' } as const;

/** Every submission, whatever it holds, is answered the same way, before anything of it is looked at. */
export function submissionMethods(): Methods {
  return {
    sendTransaction: refused('Submitting SVM transactions is disabled: always error 11.'),
    simulateTransaction: refused('Simulating SVM transactions is disabled: always error 11.'),
    requestAirdrop: refused('Airdrops are disabled: always error 11.'),
  };
}

/** `causeMessage` completes the sentence that one of the client libraries builds around code 11. */
function refused(summary: string): Method {
  return {
    summary,
    params: [{ name: 'anything', description: 'Not looked at.', required: false, parse: (json) => json, schema: {} }],
    ignoresParams: true,
    result: text,
    run: () => {
      throw new RpcError(svmDisabled.code, svmDisabled.message, { causeMessage: `: ${svmDisabled.message}` });
    },
  };
}
