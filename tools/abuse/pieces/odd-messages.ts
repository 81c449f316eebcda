/** A message of the largest size that is odd as a whole, whatever its method. */
type OddMessage = { readonly name: string; readonly text: string };

const batchOf = (entry: string, length = 1_000) => `[${Array(length).fill(entry).join()}]`;
const requestWith = (id: string, method = 'eth_chainId') => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const named = (members: number) => Array.from({ length: members }, (_, at) => `"k${at}":1`).join();

/** Ids and names that are echoed, in all kinds of characters, and what takes long to parse. */
export function oddMessages(): readonly OddMessage[] {
  return [
    { name: 'an id of megabytes, not ASCII', text: requestWith(`"${'é'.repeat(2_600_000)}"`) },
    { name: 'an id of megabytes, emoji', text: requestWith(`"${'😀'.repeat(1_300_000)}"`) },
    { name: 'an id of megabytes, escaped', text: requestWith(`"${'\\u0001'.repeat(870_000)}"`) },
    { name: 'a method of megabytes, not ASCII', text: requestWith('1', 'é'.repeat(2_600_000)) },
    { name: 'long ids in a batch, not ASCII', text: batchOf(requestWith(`"${'é'.repeat(2_500)}"`)) },
    { name: 'long methods in a batch', text: batchOf(requestWith('1', 'e'.repeat(5_000))) },
    { name: 'an object of many members', text: `{${named(99_000)}}` },
    { name: 'an object of many members, read exactly', text: `{"x":1.5,${named(99_000)}}` },
    { name: 'many numbers of 5,000 digits', text: batchOf('9'.repeat(5_000)) },
    { name: 'many small numbers, read exactly', text: batchOf('1.5', 199_000) },
    { name: 'many texts, read exactly', text: `[1.5,${batchOf('"k\\n"', 199_000).slice(1)}` },
    { name: 'brackets of 5 MB', text: '['.repeat(5_000_000) },
    { name: 'quotes of 5 MB', text: '"'.repeat(5_000_000) },
  ];
}
