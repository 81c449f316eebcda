import { decodeReport } from '../../../chain/proposer-report-codec.ts';
import { operatorOf } from '../../../modules/readers.ts';
import { toBase58 } from '../../../primitives/address.ts';
import { encodeSignatureText } from '../../../svm/signature-text.ts';
import type { JsonValue } from '../../json-value.ts';
import { toBlockhash } from '../blockhash.ts';
import type { BlockView } from './block-view.ts';

/** Votes are no transactions of this chain: what stands for their signature is 64 zero bytes. */
const noSignature = encodeSignatureText(new Uint8Array(64));

/** The votes that a block holds: of each validator that signed the block before it. */
export function voteMessages({ header, state }: BlockView): readonly JsonValue[] {
  if (state === undefined) return [];
  return decodeReport(header).votes.flatMap(({ validator, signed }) => {
    const operator = operatorOf(state, validator);
    if (!signed || operator === undefined) return [];
    return {
      votePubkey: toBase58(operator),
      slots: [header.number - 1],
      hash: toBlockhash(header.parentHash),
      timestamp: header.timestamp,
      signature: noSignature,
    };
  });
}
