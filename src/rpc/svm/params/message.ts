import { type MessageSummary, readMessage } from '../../../svm/message-codec.ts';
import type { Param } from '../../method.ts';
import { mapValue, paramOf } from '../../params/param-type.ts';
import { invalidParams } from '../errors.ts';
import { textType } from './svm-type.ts';

/** Bytes of a whole SVM transaction, and characters of them in base64. */
const maxBytes = 1_232;
const maxEncoded = 1_644;

const notBase64 = /[^A-Za-z0-9+/=]/;
const wholeBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A message in base64. Throws -32602 with the words of the reference implementation. */
export const messageParam: Param<MessageSummary> = paramOf(
  'message',
  'The message, in base64.',
  mapValue(textType, (text) => {
    if (text.length > maxEncoded) throw invalidParams(tooLarge(text.length));
    const wrong = notBase64.exec(text);
    if (wrong !== null) throw badBase64(`InvalidByte(${wrong.index}, ${text.codePointAt(wrong.index)})`);
    if (!wholeBase64.test(text)) throw badBase64('InvalidPadding');
    const summary = readMessage(new Uint8Array(Buffer.from(text, 'base64')));
    if (summary === undefined)
      throw invalidParams('failed to deserialize message: it ends too early or has another version');
    return summary;
  }),
);

function tooLarge(length: number): string {
  return `base64 encoded message too large: ${length} bytes (max: encoded/raw ${maxEncoded}/${maxBytes})`;
}

function badBase64(reason: string) {
  return invalidParams(`invalid base64 encoding: ${reason}`);
}
