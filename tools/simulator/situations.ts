/** How often each named situation was reached in this process since the last `takeSituations`. */
const reached = new Map<string, number>();

/** Notes that a run has come to a situation which long runs must come to. */
export function situation(name: SituationName): void {
  reached.set(name, (reached.get(name) ?? 0) + 1);
}

/** What was reached since the last call. */
export function takeSituations(): ReadonlyMap<string, number> {
  const taken = new Map(reached);
  reached.clear();
  return taken;
}

/** Situations that every node comes to when everything goes wrong for long enough. */
const ofNodes = [
  'a thread answers late',
  'a thread dies',
  'a thread has no memory',
  'an execution is given up',
  'a client closes its half',
  'a client leaves',
  'a transaction replaces another',
  'a nonce is left out',
  'a gap of nonces stays',
  'an account spends its last coin',
  'many executions of one client wait',
  'a long response follows many short ones',
  'a subscriber leaves',
  'a client leaves a WebSocket while it waits',
  'a request has no answer, its connection is closed',
  'a filter returns several blocks',
  'a block is empty',
  'a block has 20 transactions',
  'a node is killed',
  'a node ends by itself',
  'the disk is full',
  'the disk is slow',
] as const;

/** The same for networks. */
const ofNetworks = [
  'the validators change',
  'a validator is caught',
  'a node is cut off',
  'two rounds of a height fail',
  'a round fails after its proposal',
  'a proposal is rejected',
  'a proposal is mutated',
  'a node is behind at its handshake',
  'a node has all blocks at its handshake',
] as const;

export type SituationName = (typeof ofNodes | typeof ofNetworks)[number];

/** What a long run with so many nodes must come to: otherwise its clients and faults are too weak. */
export function expectedSituations(nodes: number): readonly SituationName[] {
  return nodes === 1 ? ofNodes : [...ofNodes.filter((name) => name !== 'a gap of nonces stays'), ...ofNetworks];
}
