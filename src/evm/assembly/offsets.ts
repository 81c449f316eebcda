import { Code } from './code/code';
import { Frame } from './frames/frame';
import { Account } from './state/account';
import { Log } from './state/logs';
import { Slot } from './state/slot';

/** Byte offsets of the fields that TypeScript reads or writes. */

export const ACCOUNT_FLAGS: i32 = offsetof<Account>('flags');
export const ACCOUNT_NONCE: i32 = offsetof<Account>('nonce');
export const ACCOUNT_ADDRESS: i32 = offsetof<Account>('address0');
export const ACCOUNT_BALANCE: i32 = offsetof<Account>('balance0');
export const ACCOUNT_CODE_HASH: i32 = offsetof<Account>('codeHash0');
export { ACCOUNT_BYTES } from './state/account';

export const SLOT_ACCOUNT: i32 = offsetof<Slot>('account');
export const SLOT_KEY: i32 = offsetof<Slot>('key0');
export const SLOT_VALUE: i32 = offsetof<Slot>('value0');
export const SLOT_ORIGINAL: i32 = offsetof<Slot>('original0');

export const CODE_LAST_USED: i32 = offsetof<Code>('lastUsed');
export { CODE_RECORD_BYTES } from './code/code';

export const FRAME_PC: i32 = offsetof<Frame>('pc');
export const FRAME_CODE: i32 = offsetof<Frame>('code');
export const FRAME_CODE_LENGTH: i32 = offsetof<Frame>('codeLength');
export const FRAME_GAS: i32 = offsetof<Frame>('gas');
export const FRAME_SP: i32 = offsetof<Frame>('sp');
export const FRAME_STACK_TOP: i32 = offsetof<Frame>('stackTop');
export const FRAME_MEMORY: i32 = offsetof<Frame>('memory');
export const FRAME_MEMORY_SIZE: i32 = offsetof<Frame>('memorySize');
export const FRAME_INPUT: i32 = offsetof<Frame>('input');
export const FRAME_INPUT_LENGTH: i32 = offsetof<Frame>('inputLength');
export const FRAME_RETURN_LENGTH: i32 = offsetof<Frame>('returnLength');
export const FRAME_OUTPUT: i32 = offsetof<Frame>('output');
export const FRAME_OUTPUT_LENGTH: i32 = offsetof<Frame>('outputLength');
export const FRAME_KIND: i32 = offsetof<Frame>('kind');
export const FRAME_IS_STATIC: i32 = offsetof<Frame>('isStatic');
export const FRAME_DEPTH: i32 = offsetof<Frame>('depth');
export const FRAME_ACCOUNT: i32 = offsetof<Frame>('account');
export const FRAME_CALLER: i32 = offsetof<Frame>('caller');
export const FRAME_TARGET: i32 = offsetof<Frame>('target');
export const FRAME_CODE_RECORD: i32 = offsetof<Frame>('codeRecord');
export const FRAME_VALUE: i32 = offsetof<Frame>('value0');

export const LOG_ACCOUNT: i32 = offsetof<Log>('account');
export const LOG_TOPIC_COUNT: i32 = offsetof<Log>('topicCount');
export const LOG_DATA_LENGTH: i32 = offsetof<Log>('dataLength');
export const LOG_NATIVE: i32 = offsetof<Log>('native');
export const LOG_TOPICS: i32 = offsetof<Log>('topic0');
