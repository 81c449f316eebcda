/** A structure of the engine: how much it holds, and the gas that the cheapest entry costs. */
type Bound = { readonly name: string; readonly room: string; readonly price: string; readonly most: string };

/** For a transaction of 100,000,000 gas, the most of a development network, and in brackets for one of 2^24 (EIP-7825). */
const bounds: readonly Bound[] = [
  {
    name: 'code',
    room: '8,192 codes of 24,576 bytes with their bitmaps',
    price: '2,400 for an address of the access list, 100 for the call',
    most: '40,000 (6,711); beyond 8,192, the least recently used are loaded again; those of waiting frames, at most 1,025, stay',
  },
  {
    name: 'decoded blocks',
    room: '8 MiB',
    price: 'none: a cache',
    most: 'emptied when full, at any moment, without any effect but speed',
  },
  {
    name: 'frames and their stacks',
    room: '1,025, 32 KiB each',
    price: 'the depth of calls is a rule; a full stack, 2,030',
    most: '1,025; 418 full stacks (305)',
  },
  {
    name: 'memory of frames',
    room: '32 MiB a frame, 3.4 GiB of addresses',
    price: '3 a word, and the square of the words by 512',
    most: '7.2 MB a frame (2.9); 52 MB in 213 frames (19 in 159), because each call leaves a 64th of the gas behind',
  },
  { name: 'return data', room: '33 MiB', price: 'memory of the frame that returns it', most: '7.2 MB (2.9)' },
  {
    name: 'accounts',
    room: '131,072, at most half of them taken at the beginning',
    price: '2,400 for an address of the access list',
    most: '41,666 (6,990)',
  },
  {
    name: 'slots',
    room: '262,144, likewise',
    price: '1,900 for a key of the access list',
    most: '52,631 (8,830)',
  },
  {
    name: 'transient slots',
    room: '1,048,576',
    price: '100, and 4 for two operands',
    most: '961,538 (161,319)',
  },
  {
    name: 'journal',
    room: '1,048,575 entries',
    price: '104: the first write of a frame to a slot or transient slot',
    most: '961,538 (161,319)',
  },
  { name: 'logs', room: '32 MiB', price: '8 a byte, 375 for an entry of 16 bytes', most: '12.5 MB (2.1)' },
  {
    name: 'counters of runs and states',
    room: '32 bits',
    price: 'none',
    most: 'start over with empty tables when they have come halfway; codes have numbers of 64 bits',
  },
];

/** The section of docs/gas.md that says what bounds each structure of the engine, and why nodes agree. */
export function engineBoundsText(): readonly string[] {
  return [
    '## What bounds an execution\n',
    'Every bound that a transaction can meet is a rule of the chain: gas, depth, lengths of code and initcode. The others it cannot meet, because it cannot pay for it; so no outcome depends on the room of a node or on what the node ran before. An execution that needs more (a call of a client with more gas, a system without memory) fails with an error and has no outcome. For a transaction of 100,000,000 gas, the most that the genesis of a development network allows, and in brackets for one of 16,777,216, the most of all other networks:\n',
    '| of the engine | room | least gas for one more | most |',
    '| --- | --- | --- | --- |',
    ...bounds.map(({ name, room, price, most }) => `| ${name} | ${room} | ${price} | ${most} |`),
    '',
    'An engine has at most 256 MiB in physical memory, whatever transactions of 2^24 gas it has run. One run writes at most 184 MiB for codes (28 KiB for 2,500 gas: 2,400 in an access list and 100 for the call), and where it uses its gas for everything else 53 MiB: 18.4 for memories of frames, 9.6 for stacks, 19.7 for transient slots with their journal, 2 for logs, 2.3 for accounts and slots; a run that does some of both writes less. 29 MiB do not grow with gas, or not beyond some mebibytes: decoded blocks, indexes, caches, return data. What is written once stays in physical memory until V8 collects the engine, so that runs add up: one that has more than 174 MiB of codes, or more than 43 of the others, is dropped after its run, because the next might fill the rest (227 of both). No transaction through the most codes that it can call (173 MiB) is enough for that: the system gets the pages of dropped engines back late, when others were made (1.1 GB instead of 0.2 in twenty such transactions, when they dropped theirs, which also took four times as long). One that needed more than 64 MiB is dropped after a thousand further runs. An engine reserves the addresses of all this when it is made, with 64 MiB for the memories of frames: V8 counts what is reserved as used, and collects everything that a thread has in memory when an engine is made or grows (150 ms of CPU time for a heap of 200 MB). With 100,000,000 gas a development network can need 450 MiB, and codes beyond 8,192 that are called in turn are loaded again at 4 million gas a second; therefore no other network may allow so much.\n',
    'Why time is bounded, too: code runs from its bytes. A first call pays 2,600 for loading the code and finding its jump destinations, which takes 8 µs for 24,576 bytes, whatever they are; a block of at most 64 opcodes is decoded when it is first reached, and executing it pays for each of them, unless the frame ends there and has cost its caller 100. Decoded blocks may have to be decoded again at each visit, which costs some 5 ns an opcode. Accesses are charged before anything is loaded. The worst that was found: contracts of GAS and POP in turns at 114 million gas a second, cold calls of the longest codes at 50 to 90, whatever was decoded before.\n',
  ];
}
