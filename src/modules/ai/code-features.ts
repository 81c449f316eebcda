/**
 * What the instructions of a contract do, found by one sweep over its creation code. Only code that can be reached
 * counts: the bytes behind an instruction that ends a run are data until a JUMPDEST, except that a copied contract may
 * begin there after RETURN or INVALID. Metadata of compilers is cut off. Deterministic, and linear in the length.
 */
export type CodeFeatures = {
  readonly selfdestructs: boolean;
  /** SELFDESTRUCT in code that never compares its caller with anything */
  readonly destroyedByAnyone: boolean;
  /** DELEGATECALL or CALLCODE to an address that is not a constant of the code */
  readonly delegatesToVariable: boolean;
  /** DELEGATECALL or CALLCODE to a constant address. */
  readonly delegatesToConstant: boolean;
  readonly callsCode: boolean;
  /** ORIGIN is compared, as for a permission */
  readonly trustsOrigin: boolean;
  readonly createsAtChosenAddress: boolean;
  /** names `transferFrom` and an account that is written into the code */
  readonly movesTokensToFixedAccount: boolean;
  /** names `approve` with the largest number */
  readonly approvesEverything: boolean;
  /** reachable instructions that do not exist */
  readonly undefinedInstructions: number;
};

const op = {
  stop: 0x00,
  eq: 0x14,
  sub: 0x03,
  xor: 0x18,
  origin: 0x32,
  caller: 0x33,
  jump: 0x56,
  jumpdest: 0x5b,
  push0: 0x5f,
  push32: 0x7f,
  callcode: 0xf2,
  return: 0xf3,
  delegatecall: 0xf4,
  create2: 0xf5,
  revert: 0xfd,
  invalid: 0xfe,
  selfdestruct: 0xff,
} as const;

const endsRun = flagsOf(op.stop, op.jump, op.return, op.revert, op.invalid, op.selfdestruct);
const comparisons = flagsOf(op.eq, op.sub, op.xor);
const mayPrecedeContract = flagsOf(op.return, op.invalid);
/** Instructions between a value and the use that is still counted as the use of it. */
const near = 6;
/** The same for the address of a call, whose other arguments come after it. */
const nearCall = 10;

/** 1 for each of the instructions. */
function flagsOf(...instructions: readonly number[]): Uint8Array {
  const flags = new Uint8Array(256);
  for (const instruction of instructions) flags[instruction] = 1;
  return flags;
}

const isDefined = (instruction: number): boolean =>
  instruction <= 0x0b ||
  (instruction >= 0x10 && instruction <= 0x1e) ||
  instruction === 0x20 ||
  (instruction >= 0x30 && instruction <= 0x4a) ||
  (instruction >= 0x50 && instruction <= 0xa4) ||
  (instruction >= 0xf0 && instruction <= 0xf5) ||
  instruction === 0xfa ||
  instruction >= 0xfd;

const transferFrom = 0x23b872dd;
const approve = 0x095ea7b3;

/** Scans the creation code of a contract once. */
export function featuresOf(creationCode: Uint8Array): CodeFeatures {
  const sweep = new Sweep();
  const code = withoutMetadata(creationCode);
  for (let at = 0; at < code.length; at++) {
    const instruction = code[at] ?? 0;
    const size = instruction > op.push0 && instruction <= op.push32 ? instruction - op.push0 : 0;
    sweep.read(instruction);
    if (size === 4 || size === 20 || size === 32) sweep.readValue(code.subarray(at + 1, at + 1 + size));
    at += size;
  }
  return sweep.features();
}

/** Runs over every byte of the input of a transaction, so it allocates nothing per instruction. */
class Sweep {
  #isLive = true;
  #count = 0;
  #lastOrigin = -near - 1;
  #lastCaller = -near - 1;
  #lastAccount = -nearCall - 1;
  /** Indexed by instruction. */
  readonly #seen = new Uint8Array(256);
  #namesTransferFrom = false;
  #namesApprove = false;
  #trustsOrigin = false;
  #comparesCaller = false;
  #hasLargestNumber = false;
  #delegatesToVariable = false;
  #delegatesToConstant = false;
  #undefined = 0;

  read(instruction: number): void {
    if (instruction === op.jumpdest) this.#isLive = true;
    if (!this.#isLive) return;
    if (!isDefined(instruction)) {
      this.#undefined++;
      this.#isLive = false;
      return;
    }
    this.#count++;
    this.#seen[instruction] = 1;
    if (instruction === op.origin) this.#lastOrigin = this.#count;
    if (instruction === op.caller) this.#lastCaller = this.#count;
    if (comparisons[instruction] === 1) {
      this.#trustsOrigin ||= this.#count - this.#lastOrigin <= near;
      this.#comparesCaller ||= this.#count - this.#lastCaller <= near;
    }
    if (instruction === op.delegatecall || instruction === op.callcode) {
      if (this.#count - this.#lastAccount <= nearCall) this.#delegatesToConstant = true;
      else this.#delegatesToVariable = true;
    }
    if (endsRun[instruction] === 1) this.#isLive = mayPrecedeContract[instruction] === 1;
  }

  /** The 4, 20 or 32 bytes that the instruction read last has pushed. */
  readValue(value: Uint8Array): void {
    if (!this.#isLive) return;
    if (value.length === 4) this.#readSelector(Buffer.from(value).readUInt32BE());
    if (isAccount(value)) this.#lastAccount = this.#count;
    if (value.length === 32 && value.every((byte) => byte === 0xff)) this.#hasLargestNumber = true;
  }

  #readSelector(selector: number): void {
    this.#namesTransferFrom ||= selector === transferFrom;
    this.#namesApprove ||= selector === approve;
  }

  features(): CodeFeatures {
    const selfdestructs = this.#seen[op.selfdestruct] === 1;
    return {
      selfdestructs,
      destroyedByAnyone: selfdestructs && !this.#comparesCaller,
      delegatesToVariable: this.#delegatesToVariable,
      delegatesToConstant: this.#delegatesToConstant,
      callsCode: this.#seen[op.callcode] === 1,
      trustsOrigin: this.#trustsOrigin,
      createsAtChosenAddress: this.#seen[op.create2] === 1,
      movesTokensToFixedAccount: this.#namesTransferFrom && this.#lastAccount > 0,
      approvesEverything: this.#namesApprove && this.#hasLargestNumber,
      undefinedInstructions: this.#undefined,
    };
  }
}

/** A constant that can be an account: neither a mask nor a small number. */
function isAccount(value: Uint8Array): boolean {
  return value.length === 20 && value.some((byte) => byte !== 0xff) && value.subarray(0, 8).some((byte) => byte !== 0);
}

/** Compilers append a CBOR map and its length in two bytes. */
function withoutMetadata(code: Uint8Array): Uint8Array {
  const length = ((code.at(-2) ?? 0) << 8) | (code.at(-1) ?? 0);
  const start = code.length - 2 - length;
  const first = start > 0 ? (code[start] ?? 0) : 0;
  return first >= 0xa1 && first <= 0xa4 ? code.subarray(0, start) : code;
}
