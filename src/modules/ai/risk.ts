/** Scores in basis points, 0 to 10,000. Only integers: every node finds the same. */
export type Assessment = { readonly score: number; readonly flags: readonly string[] };

type Sign = { readonly flag: string; readonly points: number; readonly shows: (data: Uint8Array) => boolean };

export const maxScore = 10_000;

/** Upper bounds of the levels SAFE 0, LOW 1, MEDIUM 2, HIGH 3; above them CRITICAL 4. */
const levelBounds = [1_000, 3_000, 6_000, 8_500];

/** Signs of risk in the data of a transaction: calls that give power away, and code that hides what it does. */
const signs: readonly Sign[] = [
  {
    flag: 'unlimited_approval',
    points: 3_500,
    shows: (data) => startsWith(data, '095ea7b3') && endsWithOnes(data, 68),
  },
  { flag: 'approval_for_all', points: 3_500, shows: (data) => startsWith(data, 'a22cb465') && data[67] === 1 },
  { flag: 'ownership_transfer', points: 3_000, shows: (data) => startsWith(data, 'f2fde38b') },
  { flag: 'upgrade', points: 3_000, shows: (data) => startsWith(data, '3659cfe6') || startsWith(data, '4f1ef286') },
  { flag: 'large_data', points: 1_000, shows: (data) => data.length > 8_192 },
  { flag: 'very_large_data', points: 1_500, shows: (data) => data.length > 24_576 },
  { flag: 'destroys_itself', points: 3_000, shows: (data) => isCode(data) && countOpcode(data, 0xff) > 0 },
  { flag: 'delegates', points: 2_000, shows: (data) => isCode(data) && countOpcode(data, 0xf4) > 0 },
  { flag: 'uses_origin', points: 1_500, shows: (data) => isCode(data) && countOpcode(data, 0x32) > 0 },
];

/** How risky the data of a transaction looks: of a call, or the code of a new contract. */
export function assessRisk(data: Uint8Array): Assessment {
  const shown = signs.filter((sign) => sign.shows(data));
  const base = data.length === 0 ? 0 : isCode(data) ? 1_500 : 500;
  const score = shown.reduce((sum, { points }) => sum + points, base);
  return { score: Math.min(score, maxScore), flags: shown.map(({ flag }) => flag) };
}

/** 0 SAFE to 4 CRITICAL. */
export function riskLevel(score: number): number {
  const level = levelBounds.findIndex((bound) => score <= bound);
  return level < 0 ? levelBounds.length : level;
}

/** Creation code of compilers begins by setting the free memory pointer. */
function isCode(data: Uint8Array): boolean {
  return startsWith(data, '60806040') || startsWith(data, '60606040');
}

function startsWith(data: Uint8Array, hex: string): boolean {
  const start = Buffer.from(hex, 'hex');
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
