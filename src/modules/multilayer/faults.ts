import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  nameTaken: [2, 'a layer of that name exists'],
  notFound: [3, 'no such layer or anchor'],
  layerNotActive: [4, 'the layer is not active'],
  tooManySidechains: [5, 'there are as many sidechains as may be'],
  tooManyPaychains: [6, 'there are as many paychains as may be'],
  insufficientStake: [7, 'the account has less than the stake of a layer'],
  badAnchor: [8, 'the anchor is not valid'],
  anchorTooEarly: [9, 'the last anchor is too recent'],
  heightNotAbove: [10, 'the layer height is not above that of the last anchor'],
  challengePeriodOver: [11, 'the challenge period is over'],
  badFraudProof: [12, 'the fraud proof does not hold'],
  routingOff: [13, 'routing is switched off'],
  preferredLayerTooLow: [14, 'the preferred layer scores too low for this transaction'],
  badStatusChange: [15, 'a layer cannot go from its status to that one'],
  notAuthority: [16, 'only the authority may do this; a creator may decommission its own layer'],
  badSignature: [17, "the signature is not that of the creator's registered ML-DSA-87 key"],
  badLayer: [18, 'the layer is described wrongly'],
  badPayload: [19, 'the payload must have 1 to 65536 bytes'],
  aboveMaximumFee: [20, 'the fee is above the maximum that was given'],
  insufficientFee: [21, 'the account has less than the fee'],
  noSuchMessage: [22, 'no such message waits for the layer'],
  notCreator: [23, 'only the creator of the layer may do this'],
});
