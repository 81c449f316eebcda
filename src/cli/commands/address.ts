import { base58 } from '@scure/base';
import { parseAccountText } from '../../primitives/account-text.ts';
import { type Address, toBase58, toBech32, toChecksum } from '../../primitives/address.ts';
import { addressOfPrivateKey } from '../../primitives/crypto/secp256k1.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { parsed, requiredArgument } from '../input.ts';
import { developmentKey } from '../keys/key-folder.ts';

/** Shows all spellings of an account. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const text = requiredArgument(input, 'account');
  const key = developmentKey(text);
  if (key !== undefined) return reportNative(addressOfPrivateKey(key));
  const account = parsed(parseAccountText, text);
  return account.kind === 'native' ? reportNative(account.address) : reportSvmOnly(account.key);
}

function reportNative(address: Address): CommandResult {
  const account = { evm: toChecksum(address), qor: toBech32(address), svm: toBase58(address) };
  const names = { qorvaloper: toBech32(address, 'qorvaloper'), qorvalcons: toBech32(address, 'qorvalcons') };
  const json = { native: true, ...account, ...names };
  const text = [
    `EVM     ${json.evm}  (18 decimals: wei)`,
    `native  ${json.qor}  (6 decimals: uqor)`,
    `SVM     ${json.svm}  (9 decimals: lamports)`,
    `        ${json.qorvaloper}  (a validator by its operator)`,
    `        ${json.qorvalcons}  (a validator by the address of its consensus key)`,
  ];
  return { json, text: text.join('\n') };
}

/** Exits as a failure, so that a script does not continue with a key that is no account. */
function reportSvmOnly(key: Uint8Array): CommandResult {
  const svm = base58.encode(key);
  const text = [
    `SVM     ${svm}`,
    'Not a native account: the last 12 bytes of its 32-byte key are not zero, so it has no 0x and no qor1 spelling.',
    'Its first 20 bytes belong to another account. It can hold lamports on the SVM side:',
    `  qord tx svm deposit ${svm} --value 1.5qor    (or: qord tx crossvm call evm svm ${svm} --funds 1.5qor)`,
    'Its key takes them back with qord tx svm withdraw, or with qord tx crossvm call svm evm.',
  ];
  return { json: { native: false, svm }, text: text.join('\n'), exit: 'failure' };
}
