import { Halt } from '../generated/enums';
import { expandRange } from '../interpreter/memory';
import { copyWord } from '../arithmetic/word';
import { Frame } from '../frames/frame';
import { GAS_LOG_BYTE, spend } from '../gas';
import { halt } from '../halt';
import { exhausted, traceLog } from '../host';
import { LOGS, LOGS_END } from '../layout';
import { isTracing } from '../run';
import { Account } from './account';

/** A log in the list; its data follows it. */
@unmanaged
export class Log {
  account: Account;
  topicCount: u32;
  dataLength: u32;
  /** 1 plus the index of a log that a native contract emitted and TypeScript stores; 0 for any other log */
  native: u32;
  topic0: u64;

  @inline
  topic(index: u32): usize {
    return changetype<usize>(this) + offsetof<Log>('topic0') + ((<usize>index) << 5);
  }
}

/** Address after the last log. */
export let logsEnd: usize = LOGS;

/** Highest such address before the last logs were dropped. */
let logsPeak: usize = LOGS;

/** Bytes that the runs of this instance have written here. */
export function writtenLogBytes(): usize {
  return max<usize>(logsPeak, logsEnd) - LOGS;
}

/** Drops all logs from this address on. */
export function truncateLogs(end: usize): void {
  logsPeak = max<usize>(logsPeak, logsEnd);
  logsEnd = end;
}

/** Address behind a log, a multiple of 8. */
@inline
function logEnd(log: Log, topicCount: u32, dataLength: u32): usize {
  return (log.topic(topicCount) + dataLength + 7) & ~7;
}

/** Address of the next log in the list. */
export function nextLog(log: Log): usize {
  return logEnd(log, log.topicCount, log.dataLength);
}

function addLog(account: Account, topicCount: u32, dataLength: u32): Log {
  const log = changetype<Log>(logsEnd);
  const end = logEnd(log, topicCount, dataLength);
  if (end > LOGS_END) exhausted();
  logsEnd = end;
  log.account = account;
  log.topicCount = topicCount;
  log.dataLength = dataLength;
  log.native = 0;
  return log;
}

/** Appends a log that a native contract emitted: only its position among the others is stored here. */
export function addNativeLog(account: Account, index: u32): void {
  addLog(account, 0, 0).native = index + 1;
}

/** LOG0 to LOG4; the block has charged the price without the data. Returns the gas left. */
export function logOp(frame: Frame, sp: usize, topicCount: u32, gas: i64): i64 {
  if (frame.isStatic) return halt(Halt.WRITE_PROTECTION);
  let left = expandRange(frame, sp, sp + 32, gas);
  if (left < 0) return left;
  const length = load<u32>(sp, 32);
  left = spend(left, GAS_LOG_BYTE * <i64>length);
  if (left < 0) return left;
  const log = addLog(frame.account, topicCount, length);
  for (let i: u32 = 0; i < topicCount; i++) copyWord(log.topic(i), sp + 64 + ((<usize>i) << 5));
  if (length != 0) memory.copy(log.topic(topicCount), frame.memory + load<u32>(sp), length);
  if (isTracing) traceLog(changetype<usize>(log), frame.depth);
  return left;
}
