import { call } from '../../kernel/module-sdk/call.ts';
import { textField } from '../../kernel/module-sdk/field.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { layerNamed } from './records.ts';
import { canBecome, setStatus } from './status.ts';

export const updateLayerStatus = ({ isAuthority }: Dependencies) =>
  call('updateLayerStatus', {
    doc: 'Change the status of a layer: proposed → active; active ↔ suspended; any → decommissioned, which is final. For the authority; a creator may decommission its own layer. The stake is paid back after the challenge period.',
    inputs: {
      layerId: textField('name of the layer'),
      newStatus: textField('active, suspended or decommissioned', {
        choices: ['active', 'suspended', 'decommissioned'],
      }),
      reason: textField('why'),
    },
    gas: 80_000n,
    gasPerByte: 16n,
    example: ['game-chain', 'active', 'reviewed'],
    fault: ({ state, caller }, { layerId, newStatus }) => {
      const layer = layerNamed(state, layerId);
      if (layer === undefined) return fault.notFound();
      const isOwnEnd = newStatus === 'decommissioned' && layer.creator === caller;
      if (!isOwnEnd && !isAuthority(state, caller)) return fault.notAuthority();
      return canBecome(layer, newStatus)
        ? undefined
        : fault.badStatusChange(`${layer.status} → ${newStatus.slice(0, 40)}`);
    },
    run: (context, { layerId, newStatus, reason }) => {
      const layer = layerNamed(context.state, layerId);
      if (layer !== undefined && canBecome(layer, newStatus)) setStatus(context, layerId, layer, newStatus, reason);
    },
  });
