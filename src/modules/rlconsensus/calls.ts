import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import { faultsOf, type ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { bytesField, maxDataBytes, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { applySuggestion, type ShiftPools } from './act.ts';
import type { Dependencies } from './dependencies.ts';
import { modeChangedEvent, policyChangedEvent } from './events.ts';
import { weightBytes } from './network.ts';
import { type AgentMode, agentModes } from './params.ts';
import { dropPolicy, joinedWeights } from './policy.ts';
import { actionsTable, agentRecord, healthRecord, policyPieces, policyRecord } from './records.ts';

export const fault = faultsOf({
  wrongWeightCount: [4, 'the pieces are not exactly the weights of the network'],
  unknownMode: [6, 'the mode must be off, observe, suggest or auto'],
  notAuthority: [10, 'only the authority may do this'],
  noSuggestion: [12, 'there is no suggestion of that height that was not applied yet'],
  badPiece: [11, 'a piece must be whole weights of 4 bytes, at most 100,000 bytes'],
});

const maxPieceBytes = 100_000;
const maxPieces = 64n;

export const rlConsensusParams = ({ maxValidators }: Pick<Dependencies, 'maxValidators'>) =>
  view('rlConsensusParams', {
    doc: 'The consensus parameters as PRISM has set them.',
    inputs: {},
    outputs: {
      blockTime: uint(256, 'target in milliseconds'),
      baseGasPrice: uint(
        256,
        'what PRISM steers: over default_base_gas_price it is the factor of the floor of the base fee; no price',
      ),
      validatorSetSize: uint(256, 'most validators that sign blocks'),
      epoch: uint(256, 'samples taken since genesis; 0 while PRISM has taken none'),
    },
    gas: 1_500n,
    run: ({ state }) => {
      const { block_time_ms, base_gas_price, total_steps } = agentRecord.get(state);
      return {
        blockTime: BigInt(block_time_ms),
        baseGasPrice: BigInt(base_gas_price),
        validatorSetSize: BigInt(maxValidators(state)),
        epoch: BigInt(total_steps),
      };
    },
  });

/** Calls of the authority that control PRISM. */
export function authorityCalls({ isAuthority, shiftPools }: Dependencies) {
  const ownFault = ({ state, caller }: CheckContext) => (isAuthority(state, caller) ? undefined : fault.notAuthority());
  return [
    setAgentMode(ownFault),
    resumeAgent(ownFault),
    acceptSuggestion(ownFault, shiftPools),
    setPolicyPiece(ownFault),
    activatePolicy(ownFault),
    clearPolicy(ownFault),
  ];
}

type OwnFault = (context: CheckContext) => ModuleFault | undefined;
const isMode = (text: string): text is AgentMode => agentModes.some((mode) => mode === text);

const setAgentMode = (ownFault: OwnFault) =>
  call('setAgentMode', {
    doc: 'Set what PRISM may do. Only the authority.',
    inputs: {
      mode: textField('off idles, observe watches, suggest proposes, auto applies', {
        choices: ['off', 'observe', 'suggest', 'auto'],
      }),
    },
    gas: 50_000n,
    example: ['suggest'],
    fault: (context, { mode }) => ownFault(context) ?? (isMode(mode) ? undefined : fault.unknownMode()),
    run: ({ state, emit }, { mode }) => {
      if (isMode(mode)) agentRecord.set(state, { ...agentRecord.get(state), mode });
      emit(modeChangedEvent.log({ mode }));
    },
  });

const resumeAgent = (ownFault: OwnFault) =>
  call('resumeAgent', {
    doc: 'Clear the circuit breaker before its time, forget the block times that tripped it, and let PRISM watch again. Only the authority.',
    inputs: {},
    gas: 50_000n,
    fault: ownFault,
    run: ({ state, emit }) => {
      agentRecord.set(state, { ...agentRecord.get(state), mode: 'observe', circuit_breaker_active: false });
      healthRecord.set(state, []);
      emit(modeChangedEvent.log({ mode: 'observe' }));
    },
  });

const acceptSuggestion = (ownFault: OwnFault, shiftPools: ShiftPools) =>
  call('acceptSuggestion', {
    doc: 'Apply what PRISM suggested after the sample of a height. Only the authority.',
    inputs: { height: withUnit('blocks', uint(48, 'height of the sample')) },
    gas: 100_000n,
    example: ['120'],
    fault: (context, { height }) => {
      const isOpen = actionsTable.get(context.state, Number(height))?.kind === 'suggested';
      return ownFault(context) ?? (isOpen ? undefined : fault.noSuggestion());
    },
    run: (context, { height }) => {
      const action = actionsTable.get(context.state, Number(height));
      if (action !== undefined) applySuggestion(context, Number(height), action, shiftPools);
    },
  });

const setPolicyPiece = (ownFault: OwnFault) =>
  call('setPolicyPiece', {
    doc: 'Write one piece of the policy’s weights: 4 bytes each, signed, little endian, in units of 10^-8. Takes the policy out of use until it is activated. Only the authority.',
    inputs: {
      piece: uint(64, 'number of the piece, from 0'),
      weights: bytesField('the weights', { maxBytes: maxDataBytes }),
    },
    gas: 100_000n,
    gasPerByte: 30n,
    example: ['0', '0x…'],
    fault: (context, { piece, weights }) => {
      const fits = weights.length % weightBytes === 0 && weights.length <= maxPieceBytes && piece < maxPieces;
      return ownFault(context) ?? (fits ? undefined : fault.badPiece());
    },
    run: ({ state }, { piece, weights }) => {
      policyPieces.set(state, weights, Number(piece));
      dropPolicy(state);
    },
  });

const activatePolicy = (ownFault: OwnFault) =>
  call('activatePolicy', {
    doc: 'Put the written weights in use. Only the authority.',
    inputs: {},
    gas: 800_000n,
    fault: (context) =>
      ownFault(context) ?? (joinedWeights(context.state) === undefined ? fault.wrongWeightCount() : undefined),
    run: ({ state, block, emit }) => {
      policyRecord.set(state, { active: true, since: Number(block.number) });
      emit(policyChangedEvent.log({ active: true }));
    },
  });

const clearPolicy = (ownFault: OwnFault) =>
  call('clearPolicy', {
    doc: 'Take the written policy out of use and remove its weights; the built-in one is used again where the parameters say so. Only the authority.',
    inputs: {},
    gas: 100_000n,
    fault: ownFault,
    run: ({ state, emit }) => {
      for (const [[piece]] of [...policyPieces.list(state)]) policyPieces.remove(state, piece);
      dropPolicy(state);
      emit(policyChangedEvent.log({ active: false }));
    },
  });
