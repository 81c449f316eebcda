import type { ConsensusPeer, ConsensusStatus, VoteState } from '../../../kernel/network-status.ts';
import type { Clock } from '../../building/clock.ts';
import type { CometRpc } from './comet-rpc.ts';
import { toPeer } from './network-monitor.ts';
import { votedBlock } from './proven-height.ts';

/** Milliseconds for which a result is cached, so that many clients cause one request to CometBFT. */
const maxAgeMs = 1_000;

/** RoundStepType of CometBFT, numbered from 1. */
const steps = [
  'new height',
  'new round',
  'propose',
  'prevote',
  'prevote wait',
  'precommit',
  'precommit wait',
  'commit',
];

/** Reads the state of consensus from CometBFT. */
export class ConsensusReader {
  readonly #rpc: Pick<CometRpc, 'consensus' | 'netInfo' | 'status'>;
  readonly #clock: Clock;
  #last: Promise<ConsensusStatus | undefined> | undefined;
  #readAt = 0;

  constructor(rpc: Pick<CometRpc, 'consensus' | 'netInfo' | 'status'>, clock: Clock) {
    this.#rpc = rpc;
    this.#clock = clock;
  }

  /** The current state, at most a second old. Undefined while CometBFT does not respond. */
  read(): Promise<ConsensusStatus | undefined> {
    const now = this.#clock.elapsed();
    if (this.#last !== undefined && now - this.#readAt < maxAgeMs) return this.#last;
    this.#readAt = now;
    this.#last = this.#read().catch(() => undefined); // CometBFT starts, or starts again
    return this.#last;
  }

  async #read(): Promise<ConsensusStatus> {
    const [{ node_info }, { peers }, consensus] = await Promise.all([
      this.#rpc.status(),
      this.#rpc.netInfo(),
      this.#rpc.consensus(),
    ]);
    const { height, round, step, start_time, validators, votes } = consensus.round_state;
    const current = votes.find((each) => each.round === round);
    const states = new Map(
      consensus.peers.map(({ node_address, peer_state }) => [node_address.split('@')[0], peer_state.round_state]),
    );
    return {
      id: node_info.id,
      height,
      round,
      step: steps[step - 1] ?? '',
      startTime: Date.parse(start_time),
      proposer: validators.proposer.address,
      validators: validators.validators.map(({ address, voting_power: power }, at) => ({
        validator: address,
        power,
        prevote: voteState(current?.prevotes[at]),
        precommit: voteState(current?.precommits[at]),
      })),
      peers: peers.map((peer) => toConsensusPeer(peer, states.get(peer.node_info.id))),
    };
  }
}

type CometPeer = Parameters<typeof toPeer>[0] & { readonly is_outbound: boolean };
type RoundState = { readonly height: number; readonly round: number; readonly step: number };

function toConsensusPeer(peer: CometPeer, state: RoundState | undefined): ConsensusPeer {
  const { height = 0, round = 0, step = 0 } = state ?? {};
  return {
    ...toPeer(peer),
    isOutbound: peer.is_outbound,
    height,
    round: Math.max(0, round),
    step: steps[step - 1] ?? '',
  };
}

function voteState(text: string | undefined): VoteState {
  if (text === undefined || !text.startsWith('Vote{')) return 'none';
  return votedBlock(text) === undefined ? 'nil' : 'block';
}
