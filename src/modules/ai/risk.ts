import { fromHex } from '../../primitives/hex.ts';
import { type Assessment, assess, type Indicator } from './assessment.ts';
import { type CodeFeatures, featuresOf } from './code-features.ts';

/** Upper bounds of the levels 0 (no sign found; SAFE in the specification), LOW 1, MEDIUM 2, HIGH 3; above, CRITICAL 4. */
const levelBounds = [1_000, 3_000, 6_000, 8_500];

/** Selectors of functions, by name. */
const approve = fromHex('0x095ea7b3');
const increaseAllowance = fromHex('0x39509351');
const setApprovalForAll = fromHex('0xa22cb465');
const transferOwnership = fromHex('0xf2fde38b');
const upgradeTo = fromHex('0x3659cfe6');
const upgradeToAndCall = fromHex('0x4f1ef286');

/** How creation code of compilers begins: it sets the free memory pointer. */
const currentStart = fromHex('0x60806040');
const olderStart = fromHex('0x60606040');

/** Score of any call and any new contract without an indicator of risk. */
const base = 500;

/** Signs of risk in the data of a call: it gives power away, or is unusually long. */
const callIndicators: readonly Indicator<Uint8Array>[] = [
  {
    flag: 'unlimited_approval',
    points: 3_500,
    matches: (data) =>
      (startsWith(data, approve) || startsWith(data, increaseAllowance)) && exceedsEverySupply(data.subarray(36, 68)),
  },
  { flag: 'approval_for_all', points: 3_500, matches: (data) => startsWith(data, setApprovalForAll) && data[67] === 1 },
  { flag: 'ownership_transfer', points: 3_000, matches: (data) => startsWith(data, transferOwnership) },
  {
    flag: 'upgrade',
    points: 3_000,
    matches: (data) => startsWith(data, upgradeTo) || startsWith(data, upgradeToAndCall),
  },
  { flag: 'large_data', points: 1_000, matches: (data) => data.length > 8_192 },
  { flag: 'very_large_data', points: 1_500, matches: (data) => data.length > 24_576 },
];

/** Signs of risk in the code of a new contract, each with the reason. */
const codeIndicators: readonly Indicator<CodeFeatures>[] = [
  // What it holds and what others built on it can vanish in one transaction.
  { flag: 'destroys_itself', points: 2_500, matches: ({ selfdestructs }) => selfdestructs },
  // No comparison with the caller guards it: whoever calls first ends it, as happened to a wallet library in 2017.
  { flag: 'destroyed_by_anyone', points: 3_500, matches: ({ destroyedByAnyone }) => destroyedByAnyone },
  // Foreign code runs with its storage and coins, and can be replaced after a review.
  { flag: 'delegates_to_variable', points: 2_000, matches: ({ delegatesToVariable }) => delegatesToVariable },
  // Both together: whoever chooses the code can also remove the evidence, or brick every proxy before it.
  {
    flag: 'delegates_and_destroys',
    points: 3_000,
    matches: ({ selfdestructs, delegatesToVariable }) => selfdestructs && delegatesToVariable,
  },
  // Another contract can come to the same address later.
  {
    flag: 'replaceable',
    points: 2_000,
    matches: ({ createsAtChosenAddress, selfdestructs, delegatesToVariable }) =>
      createsAtChosenAddress && (selfdestructs || delegatesToVariable),
  },
  // Replaced by DELEGATECALL in 2016 because it loses the caller.
  { flag: 'calls_code', points: 1_500, matches: ({ callsCode }) => callsCode },
  // A victim who calls anything malicious passes this check.
  { flag: 'trusts_origin', points: 3_000, matches: ({ trustsOrigin }) => trustsOrigin },
  // What others have approved goes to an account that was fixed beforehand: this is how drainers work, and some
  // routers.
  {
    flag: 'moves_tokens_to_fixed_account',
    points: 2_000,
    matches: ({ movesTokensToFixedAccount }) => movesTokensToFixedAccount,
  },
  // It grants an unlimited allowance of a token.
  { flag: 'approves_everything', points: 2_500, matches: ({ approvesEverything }) => approvesEverything },
  // Reachable bytes that are no instructions: packed or encrypted code.
  { flag: 'hides_code', points: 2_500, matches: ({ undefinedInstructions }) => undefinedInstructions > 3 },
];

/** How risky the data of a call looks. */
export function assessCall(data: Uint8Array): Assessment {
  return data.length === 0 ? harmless : assess(callIndicators, data, base);
}

/** How risky a new contract looks, by its creation code. */
export function assessCreation(code: Uint8Array): Assessment {
  return code.length === 0 ? harmless : assess(codeIndicators, featuresOf(code), base);
}

/** The same for data that may be either: the higher score of both when it can be code. */
export function assessRisk(data: Uint8Array): Assessment {
  const asCall = assessCall(data);
  if (!mayBeCode(data)) return asCall;
  const asCode = assessCreation(data);
  return asCode.score > asCall.score ? asCode : asCall;
}

const harmless: Assessment = { score: 0, flags: [] };

/** 0, no sign found, to 4, CRITICAL. */
export function riskLevel(score: number): number {
  const level = levelBounds.findIndex((bound) => score <= bound);
  return level < 0 ? levelBounds.length : level;
}

/** Whether data is not shaped as a selector with words, or begins as compilers begin code. */
function mayBeCode(data: Uint8Array): boolean {
  if (startsWith(data, currentStart) || startsWith(data, olderStart)) return true;
  return data.length > 4 && data.length % 32 !== 4;
}

function startsWith(data: Uint8Array, start: Uint8Array): boolean {
  return data.length >= start.length && start.every((byte, at) => data[at] === byte);
}

/** A word of 2^128 or more: no token has so many units, so that an allowance of it has no end. */
function exceedsEverySupply(word: Uint8Array): boolean {
  return word.length === 32 && word.subarray(0, 16).some((byte) => byte !== 0);
}
