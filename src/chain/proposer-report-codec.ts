import type { ProposerReport, Vote } from '../kernel/module.ts';
import { addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Header } from './types.ts';

/** version of the format: the first byte of the extra data */
const format = 1;

/** Proposer's report → extra data of a header: format, milliseconds of the second, waiting transactions and bytes, votes. */
export function encodeReport({ time, waitingTransactions, waitingBytes, votes }: ProposerReport): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(format);
  writer.integer(time % 1000);
  writer.integer(waitingTransactions);
  writer.integer(waitingBytes);
  for (const { validator, signed } of votes) {
    writer.fixed(addressToBytes(validator));
    writer.byte(signed ? 1 : 0);
  }
  return writer.finish();
}

/** The report in a header's extra data. Throws a RangeError when there is none, as in a genesis header. */
export function decodeReport({ timestamp, extraData }: Pick<Header, 'timestamp' | 'extraData'>): ProposerReport {
  const reader = new ByteReader(extraData);
  if (reader.byte() !== format) throw new RangeError('the extra data is no report of a proposer');
  const time = timestamp * 1000 + reader.integer();
  return { time, waitingTransactions: reader.integer(), waitingBytes: reader.integer(), votes: readVotes(reader) };
}

function readVotes(reader: ByteReader): readonly Vote[] {
  const votes: Vote[] = [];
  while (!reader.atEnd) votes.push({ validator: addressFromBytes(reader.fixed(20)), signed: reader.byte() === 1 });
  return votes;
}
