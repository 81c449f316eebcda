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
  { name: 'frames and their stacks', room: '1,025, 32 KiB each', price: 'the depth of calls is a rule', most: '1,025' },
  {
    name: 'memory of frames',
    room: '32 MiB a frame, 3.4 GiB of addresses',
    price: '3 a word, and the square of the words by 512',
    most: '7.2 MB a frame, 208 MB in 1,025 frames (2.9 and 73)',
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
    most: 'begin anew, with empty tables, when they have come halfway; codes have numbers of 64 bits',
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
    'All together, a transaction of 2^24 gas takes at most 230 MiB in a new engine: codes, which take the most for their gas, need 28 KiB for 2,500 gas (2,400 in an access list and 100 for the call), 11.5 bytes for each gas. Everything else needs less (memory of many frames 10.7, a transient slot with its journal 1.3), except stacks with 16, of which there are 32 MiB at most. So a run writes no more than 12 bytes for each gas, 192 MiB, and 9 MiB of stacks, beside 29 MiB that do not grow with gas: indexes, decoded blocks, caches, return data. What earlier runs have written elsewhere stays in physical memory: after one transaction for each structure, each as large as 2^24 gas can make it, an engine has 350 MiB (measured with codes, frames, stacks, transient slots, logs, accounts and slots in turns: 224). One that has more than 256 MiB after a run is dropped; one that needed more than 64 after a thousand further runs. Dropping one earlier would take more, not less: the system gets its pages back when V8 collects it, until when others were made (1.1 GB instead of 0.2 in twenty transactions through 6,700 codes, which also took four times as long). An engine reserves the addresses of all this when it is made, with 80 MiB for the memories of frames, more than 2^24 gas can pay for: V8 counts what is reserved as used, and collects everything that a thread has in memory when an engine is made or grows (150 ms of CPU time for a heap of 200 MB). With 100,000,000 gas a development network can need 450 MiB, and codes beyond 8,192 that are called in turn are loaded again at 4 million gas a second; therefore no other network may allow so much.\n',
    'Why time is bounded, too: code runs from its bytes. A first call pays 2,600 for loading the code and finding its jump destinations, which takes 8 µs for 24,576 bytes, whatever they are; a block of at most 64 opcodes is decoded when it is first reached, and executing it pays for each of them, unless the frame ends there and has cost its caller 100. Decoded blocks may have to be decoded again at each visit, which costs some 5 ns an opcode. Accesses are charged before anything is loaded. The worst that was found: contracts of GAS and POP in turns at 114 million gas a second, cold calls of the longest codes at 50 to 90, whatever was decoded before.\n',
  ];
}
