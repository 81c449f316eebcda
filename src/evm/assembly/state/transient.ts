import { Halt } from '../generated/enums';
import { isEqual } from '../arithmetic/compare';
import { clearWord, copyWord } from '../arithmetic/word';
import { Frame } from '../frames/frame';
import { halt } from '../halt';
import { exhausted } from '../host';
import { MAX_TRANSIENTS, TRANSIENT_INDEX, TRANSIENTS } from '../layout';
import { Account } from './account';
import { journalTransient } from './journal';
import { hashOfSlot, probesOf } from './table-hash';

/** One entry of transient storage (EIP-1153); it lives for one run. */
@unmanaged
export class Transient {
  account: Account;
  /** bucket in the index, which is emptied after the run */
  bucket: u32;
  /** journal position of the newest entry that holds an earlier value */
  journaled: u32;
  reserved: u32;
  key0: u64;
  key1: u64;
  key2: u64;
  key3: u64;
  value0: u64;
  value1: u64;
  value2: u64;
  value3: u64;

  @inline
  get key(): usize {
    return changetype<usize>(this) + offsetof<Transient>('key0');
  }

  @inline
  get value(): usize {
    return changetype<usize>(this) + offsetof<Transient>('value0');
  }
}

const TRANSIENT_BYTES: usize = offsetof<Transient>();
const INDEX_MASK: u32 = 2 * MAX_TRANSIENTS - 1;
const INDEX_SHIFT: u32 = clz(INDEX_MASK);

export let transientCount: u32 = 0;
/** Most entries in earlier runs of this instance. */
let transientPeak: u32 = 0;

/** Bytes that the runs of this instance have written here. */
export function writtenTransientBytes(): usize {
  return <usize>max<u32>(transientPeak, transientCount) * TRANSIENT_BYTES;
}

/** TLOAD: replaces the key by the value. */
export function tloadOp(frame: Frame, key: usize): void {
  const found = load<u32>(indexEntry(bucketOf(frame.account, key)));
  if (found == 0) clearWord(key);
  else copyWord(key, changetype<Transient>(found).value);
}

/** TSTORE. Returns the gas left. */
export function tstoreOp(frame: Frame, key: usize, value: usize, gas: i64): i64 {
  if (frame.isStatic) return halt(Halt.WRITE_PROTECTION);
  const bucket = bucketOf(frame.account, key);
  const found = load<u32>(indexEntry(bucket));
  const transient = found == 0 ? addTransient(bucket, frame.account, key) : changetype<Transient>(found);
  if (transient.journaled < frame.journalCheckpoint) journalTransient(transient);
  copyWord(transient.value, value);
  return gas;
}

/** Empties the table after a run. */
export function clearTransients(): void {
  for (let i: u32 = 0; i < transientCount; i++) store<u32>(indexEntry(transientAt(i).bucket), 0);
  transientPeak = max<u32>(transientPeak, transientCount);
  transientCount = 0;
}

/** Buckets that searches for all entries look at together. */
export function transientProbes(): f64 {
  let sum: f64 = 0;
  for (let i: u32 = 0; i < transientCount; i++) {
    const transient = transientAt(i);
    const bucket = hashBucket(transient.account, transient.key);
    sum += probesOf(TRANSIENT_INDEX, INDEX_MASK, bucket, changetype<usize>(transient));
  }
  return sum;
}

@inline
function hashBucket(account: Account, key: usize): u32 {
  const owner = changetype<usize>(account);
  return hashOfSlot(owner, load<u64>(key), load<u64>(key, 8), load<u64>(key, 16), load<u64>(key, 24)) >> INDEX_SHIFT;
}

/** Bucket of the entry, or the empty bucket where it belongs. */
function bucketOf(account: Account, key: usize): u32 {
  let bucket = hashBucket(account, key);
  while (true) {
    const found = load<u32>(indexEntry(bucket));
    if (found == 0) return bucket;
    const transient = changetype<Transient>(found);
    if (transient.account == account && isEqual(transient.key, key)) return bucket;
    bucket = (bucket + 1) & INDEX_MASK;
  }
}

function addTransient(bucket: u32, account: Account, key: usize): Transient {
  if (transientCount == MAX_TRANSIENTS) exhausted();
  const transient = transientAt(transientCount++);
  transient.account = account;
  transient.bucket = bucket;
  transient.journaled = 0;
  copyWord(transient.key, key);
  clearWord(transient.value);
  store<u32>(indexEntry(bucket), <u32>changetype<usize>(transient));
  return transient;
}

@inline
function indexEntry(bucket: u32): usize {
  return TRANSIENT_INDEX + ((<usize>bucket) << 2);
}

@inline
function transientAt(index: u32): Transient {
  return changetype<Transient>(TRANSIENTS + <usize>index * TRANSIENT_BYTES);
}
