import type { Misbehaviour, ProposerReport, Vote } from '../kernel/module.ts';
import { addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Header } from './types.ts';

/**
 * Version of the format, the first byte of the extra data. Format 1 has no number of votes and ends with them; format 2
 * has the number of votes, the votes, and the misbehaviour up to the end.
 */
const format = 2;
const formatWithoutMisbehaviour = 1;

/** in the order of their numbers in the extra data */
const kinds: readonly Misbehaviour['kind'][] = ['duplicate-vote', 'light-client-attack'];

/**
 * Proposer's report → extra data of a header: format, milliseconds of the second, waiting transactions and bytes,
 * number of votes, votes, misbehaviour.
 */
export function encodeReport(report: ProposerReport): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(format);
  writer.integer(report.time % 1000);
  writer.integer(report.waitingTransactions);
  writer.integer(report.waitingBytes);
  writer.integer(report.votes.length);
  for (const { validator, signed } of report.votes) {
    writer.fixed(addressToBytes(validator));
    writer.byte(signed ? 1 : 0);
  }
  for (const { kind, validator, height, time, power } of report.misbehaviour) {
    writer.byte(kinds.indexOf(kind));
    writer.fixed(addressToBytes(validator));
    for (const number of [height, time, power]) writer.integer(number);
  }
  return writer.finish();
}

/** The report in a header's extra data. Throws a RangeError when there is none, as in a genesis header. */
export function decodeReport({ timestamp, extraData }: Pick<Header, 'timestamp' | 'extraData'>): ProposerReport {
  const reader = new ByteReader(extraData);
  const version = reader.byte();
  if (version !== format && version !== formatWithoutMisbehaviour) {
    throw new RangeError('the extra data is no report of a proposer');
  }
  const time = timestamp * 1000 + reader.integer();
  const waiting = { waitingTransactions: reader.integer(), waitingBytes: reader.integer() };
  const count = version === format ? reader.integer() : undefined;
  return { time, ...waiting, votes: readVotes(reader, count), misbehaviour: readMisbehaviour(reader) };
}

/** Without a count, the votes are all that is left. */
function readVotes(reader: ByteReader, count: number | undefined): readonly Vote[] {
  const votes: Vote[] = [];
  while (count === undefined ? !reader.atEnd : votes.length < count) {
    votes.push({ validator: addressFromBytes(reader.fixed(20)), signed: reader.byte() === 1 });
  }
  return votes;
}

function readMisbehaviour(reader: ByteReader): readonly Misbehaviour[] {
  const found: Misbehaviour[] = [];
  while (!reader.atEnd) {
    const kind = kinds[reader.byte()];
    if (kind === undefined) throw new RangeError('the extra data names an unknown kind of misbehaviour');
    const validator = addressFromBytes(reader.fixed(20));
    found.push({ kind, validator, height: reader.integer(), time: reader.integer(), power: reader.integer() });
  }
  return found;
}
