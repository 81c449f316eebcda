import { TRANSACTIONS } from './layout';
import { Account } from './state/account';

/** A plain transaction and its outcome. TypeScript writes the first part, and reads the second. */
@unmanaged
export class Transaction {
  sender: Account;
  target: Account;
  nonce: u64;
  gasLimit: i64;
  /** gas before the execution begins, and the least for all of it (EIP-7623) */
  intrinsic: i64;
  floor: i64;
  input: usize;
  inputLength: u32;
  /** what it lists (EIP-2930): of each account the address of its record, the number of keys, and these as words */
  list: usize;
  listEnd: usize;
  value0: u64;
  value1: u64;
  value2: u64;
  value3: u64;
  gasPrice0: u64;
  gasPrice1: u64;
  gasPrice2: u64;
  gasPrice3: u64;
  /** the price of its gas limit */
  prepaid0: u64;
  prepaid1: u64;
  prepaid2: u64;
  prepaid3: u64;
  /** what its sender must have at least */
  mostCost0: u64;
  mostCost1: u64;
  mostCost2: u64;
  mostCost3: u64;

  /** how its message ended, a Signal */
  signal: i32;
  /** its logs, and the balances that it changed */
  logs: usize;
  logsEnd: usize;
  changes: usize;
  changesEnd: usize;
  reserved: u32;
  /** gas that the sender has paid for */
  gasPaid: i64;

  @inline
  get value(): usize {
    return changetype<usize>(this) + offsetof<Transaction>('value0');
  }

  @inline
  get gasPrice(): usize {
    return changetype<usize>(this) + offsetof<Transaction>('gasPrice0');
  }

  @inline
  get prepaid(): usize {
    return changetype<usize>(this) + offsetof<Transaction>('prepaid0');
  }

  @inline
  get mostCost(): usize {
    return changetype<usize>(this) + offsetof<Transaction>('mostCost0');
  }
}

export const TRANSACTION_BYTES: usize = 256;

@inline
export function transactionAt(index: u32): Transaction {
  return changetype<Transaction>(TRANSACTIONS + <usize>index * TRANSACTION_BYTES);
}
