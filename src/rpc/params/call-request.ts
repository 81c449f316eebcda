import type { AccessList, Authorization } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** A transaction as a client describes it: what is left out is for the node to choose. Prices in wei per gas. */
export type CallRequest = {
  readonly from?: Address | undefined;
  /** undefined creates a contract */
  readonly to?: Address | undefined;
  readonly gas?: bigint | undefined;
  readonly gasPrice?: bigint | undefined;
  readonly maxFeePerGas?: bigint | undefined;
  readonly maxPriorityFeePerGas?: bigint | undefined;
  /** wei */
  readonly value?: bigint | undefined;
  readonly nonce?: bigint | undefined;
  readonly data?: Uint8Array | undefined;
  readonly chainId?: bigint | undefined;
  readonly accessList?: AccessList | undefined;
  readonly authorizationList?: readonly Authorization[] | undefined;
  readonly blobVersionedHashes?: readonly Hash[] | undefined;
  /** `data` and `input` were both there and differ: `input` counts in calls, signing rejects the request */
  readonly isAmbiguous: boolean;
};
