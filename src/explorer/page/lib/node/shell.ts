import { endpoints } from './endpoints.ts';

/** How commands of the program reach this node from a shell of its user, as the server of the page wrote it. */
type ShellFacts = { readonly program: readonly string[]; readonly home: string | null };

const unknown: ShellFacts = { program: ['qord'], home: null };

function readFacts(): ShellFacts {
  const text = document.querySelector('meta[name="qord-shell"]')?.getAttribute('content') ?? 'null';
  try {
    return (JSON.parse(text) as ShellFacts | null) ?? unknown; // written by our own server
  } catch {
    return unknown;
  }
}

const facts = readFacts();

/** Where commands look for a node when nobody names one. */
const usualNode = 'http://127.0.0.1:8545';

/** Text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command of the program that works when it is pasted. `isOfNode`: whether it talks to this node. */
export function commandText(words: readonly string[], isOfNode: boolean): string {
  const { program, home } = facts;
  const node = isOfNode && endpoints.rpc !== null && (endpoints.rpc !== usualNode || home !== null);
  const options = [
    ...(node ? ['--node', endpoints.rpc ?? ''] : []),
    ...(isOfNode && home !== null ? ['--home', home] : []),
  ];
  return [...program, ...words, ...options].map(shellWord).join(' ');
}
