import { base58 } from '@scure/base';
import type { Instruction } from '../../svm/instructions.ts';
import { systemProgramId } from '../../svm/programs.ts';
import type { SvmTransaction } from '../../svm/transaction.ts';

/** Messages as JSON text: a block has thousands, and nothing in them needs an escape. */

/** With accounts by position: encoding `json`. */
export function encodeMessage({ keys, instructions, recentBlockhash }: SvmTransaction): string {
  const header = `{"numReadonlySignedAccounts":0,"numReadonlyUnsignedAccounts":${keys.readonlyCount},"numRequiredSignatures":1}`;
  const steps = instructions.map(
    ({ program, accounts, data }) =>
      `{"accounts":[${accounts.join(',')}],"data":"${base58.encode(data)}","programIdIndex":${program},"stackHeight":null}`,
  );
  return (
    `{"accountKeys":${jsonTextList(keys.texts)},"header":${header},"instructions":[${steps.join(',')}],` +
    `"recentBlockhash":"${base58.encode(recentBlockhash)}"}`
  );
}

/** With accounts spelled out and system transfers explained: encoding `jsonParsed`. */
export function encodeParsedMessage(tx: SvmTransaction): string {
  const steps = tx.instructions.map((instruction) => encodeParsedInstruction(instruction, tx.keys.texts));
  return (
    `{"accountKeys":${encodeParsedKeys(tx)},"instructions":[${steps.join(',')}],` +
    `"recentBlockhash":"${base58.encode(tx.recentBlockhash)}"}`
  );
}

/** The accounts with their roles. */
export function encodeParsedKeys({ keys }: SvmTransaction): string {
  const writable = keys.texts.length - keys.readonlyCount;
  const entries = keys.texts.map(
    (text, index) =>
      `{"pubkey":"${text}","signer":${index === 0},"source":"transaction","writable":${index < writable}}`,
  );
  return `[${entries.join(',')}]`;
}

function encodeParsedInstruction({ accounts, data, program, transfer }: Instruction, keys: readonly string[]): string {
  const names = accounts.map((index) => keys[index] ?? '');
  if (transfer === undefined) {
    const id = keys[program] ?? '';
    return `{"accounts":${jsonTextList(names)},"data":"${base58.encode(data)}","programId":"${id}","stackHeight":null}`;
  }
  const [source = '', destination = ''] = names;
  const info = `{"destination":"${destination}","lamports":${transfer},"source":"${source}"}`;
  return (
    `{"parsed":{"info":${info},"type":"transfer"},"program":"system","programId":"${systemProgramId}",` +
    `"stackHeight":null}`
  );
}

/** Texts that need no escapes, as a JSON list. */
export function jsonTextList(texts: readonly string[]): string {
  return texts.length === 0 ? '[]' : `["${texts.join('","')}"]`;
}
