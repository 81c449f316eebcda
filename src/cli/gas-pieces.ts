/** Work that nothing stops in between: what bounds it, and how long it takes, for 100,000,000 gas (2^24). */
type Piece = { readonly name: string; readonly bound: string; readonly milliseconds: string };

const pieces: readonly Piece[] = [
  {
    name: 'opcodes without operands in memory, calls of contracts, loads of codes',
    bound: '200,000 gas, counting all charges and the bytes of codes that are loaded',
    milliseconds: '5.0 (5.0)',
  },
  {
    name: 'memory that a frame expands: MSTORE, any other opcode with a range',
    bound: 'the price of 7.2 MB (2.9); the first time in an engine the system gives the pages',
    milliseconds: '5.0 (2.2)',
  },
  { name: 'KECCAK256', bound: '136 KiB', milliseconds: 'below 1' },
  {
    name: 'MCOPY, CALLDATACOPY, CODECOPY, EXTCODECOPY, RETURNDATACOPY, LOG',
    bound: 'the memory of the frame, with its first expansion',
    milliseconds: '6.1 (2.6)',
  },
  {
    name: 'RETURN, REVERT',
    bound: 'the memory of the frame, likewise; undoing takes less than what it undoes',
    milliseconds: '7.1 (4.0)',
  },
  { name: 'CREATE, CREATE2, SELFDESTRUCT', bound: '49,152 bytes of initcode (EIP-3860)', milliseconds: 'below 1' },
  { name: 'EXP, DIV, MULMOD and other arithmetic', bound: '256 bits', milliseconds: 'below 1' },
  {
    name: 'a precompile',
    bound: '200,000 gas on the main thread; one that costs more is executed in a thread',
    milliseconds: '4.4 (4.4)',
  },
  {
    name: 'the same in a thread, where nothing stops it',
    bound: 'the gas of a transaction: rounds of `blake2f`, points of BLS12-381, pairs of the curves',
    milliseconds: '1,770 (296)',
  },
  {
    name: "a module's call",
    bound: '500,000 gas on the main thread, likewise; of rows that it reads, 100,000 gas',
    milliseconds: '5.0 (5.0)',
  },
  {
    name: 'keys of an access list',
    bound: '256',
    milliseconds: 'below 1',
  },
  { name: 'logs of what was executed', bound: '384 KiB on the main thread, likewise', milliseconds: '9.0 (9.0)' },
  {
    name: 'changes that the block thread returns',
    bound: '5,000 gas for a slot: 20,000 (3,355)',
    milliseconds: '35 (6)',
  },
];

/** The section of docs/gas.md that says how long the main thread can be kept by one piece of an execution. */
export function piecesText(): readonly string[] {
  return [
    '## Longest pieces\n',
    'A transaction, a hook that runs code, and an execution of a client are asked after each piece whether they have taken too long of the main thread: 10 ms in a block, 1 ms for a client, 15 while no thread is ready. Then they begin again in a thread. In ms of processor time for the most gas of a transaction, 100,000,000, and in brackets for 2^24; where the bound is gas, by the slowest rate that is allowed, elsewhere measured in a new engine:\n',
    '| piece | what bounds it | ms |',
    '| --- | --- | --- |',
    ...pieces.map(({ name, bound, milliseconds }) => `| ${name} | ${bound} | ${milliseconds} |`),
    '',
    'Between two questions there can be a slice of gas and the piece that ends it: 10 ms, and 12 with the memory of 100 million gas in a new engine. The making of a block gives way to others after 25 ms, once the piece has ended: the longest turn of the main thread under `npm run abuse -- long-hooks` and `module-calls` was 36 ms.\n',
    'No call of a precompile keeps others waiting: one that may take longer than 5 ms runs in the block thread, or in a thread of executions, which `evm-timeout` ends. One call with 2^24 gas takes 296 ms there as `blake2f` (one gas a round), 281 as a sum of 2,560 points of G1 of BLS12-381, 272 of 1,408 points of G2, 247 as a product of 512 pairings, 150 of 488 on BN254, 236 as the slowest `modexp`; the others have no long calls (`pointEvaluation` 1.0 ms, `p256Verify` 0.1, `pqcVerify` 0.13), or take less than their gas (`npm run bench -- gas --only "longest call"`). Only where the system gives no thread such a call runs on the main thread to its end.\n',
  ];
}
