import { fromHex } from '../../primitives/hex.ts';
import { type Assessment, assess, type Indicator } from './assessment.ts';

/** Upper bounds of the levels SAFE 0, LOW 1, MEDIUM 2, HIGH 3; above them CRITICAL 4. */
const levelBounds = [1_000, 3_000, 6_000, 8_500];

/** Selectors of functions, by name. */
const approve = fromHex('0x095ea7b3');
const setApprovalForAll = fromHex('0xa22cb465');
const transferOwnership = fromHex('0xf2fde38b');
const upgradeTo = fromHex('0x3659cfe6');
const upgradeToAndCall = fromHex('0x4f1ef286');

/** How creation code of compilers begins: it sets the free memory pointer. */
const currentStart = fromHex('0x60806040');
const olderStart = fromHex('0x60606040');

/** Signs of risk in the data of a transaction: calls that give power away, and code that hides what it does. */
const indicators: readonly Indicator<Uint8Array>[] = [
  {
    flag: 'unlimited_approval',
    points: 3_500,
    matches: (data) => startsWith(data, approve) && endsWithOnes(data, 68),
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
  { flag: 'destroys_itself', points: 3_000, matches: (data) => isCode(data) && countOpcode(data, 0xff) > 0 },
  { flag: 'delegates', points: 2_000, matches: (data) => isCode(data) && countOpcode(data, 0xf4) > 0 },
  { flag: 'uses_origin', points: 1_500, matches: (data) => isCode(data) && countOpcode(data, 0x32) > 0 },
];

/** How risky the data of a transaction looks: of a call, or the code of a new contract. */
export function assessRisk(data: Uint8Array): Assessment {
  if (data.length === 0) return harmless;
  return assess(indicators, data, isCode(data) ? 1_500 : 500);
}

const harmless: Assessment = { score: 0, flags: [] };

/** 0 SAFE to 4 CRITICAL. */
export function riskLevel(score: number): number {
  const level = levelBounds.findIndex((bound) => score <= bound);
  return level < 0 ? levelBounds.length : level;
}

function isCode(data: Uint8Array): boolean {
  return startsWith(data, currentStart) || startsWith(data, olderStart);
}

function startsWith(data: Uint8Array, start: Uint8Array): boolean {
  return data.length >= start.length && start.every((byte, at) => data[at] === byte);
}

/** The last word of a call of this length is the largest number. */
function endsWithOnes(data: Uint8Array, length: number): boolean {
  return data.length === length && data.subarray(length - 32).every((byte) => byte === 0xff);
}

/** How often an instruction stands in code; the bytes that PUSH carries along do not count. */
function countOpcode(code: Uint8Array, opcode: number): number {
  let found = 0;
  for (let at = 0; at < code.length; at++) {
    const instruction = code[at] ?? 0;
    if (instruction === opcode) found++;
    if (instruction >= 0x60 && instruction <= 0x7f) at += instruction - 0x5f;
  }
  return found;
}
