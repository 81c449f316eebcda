import type { Chain } from '../../chain/chain.ts';
import type { ValidatorPower } from '../../kernel/validator-set.ts';

/** The largest block that CometBFT allows, in bytes. */
const maxCometBlockBytes = 104_857_600;
/** Bytes for the header, the votes and the evidence of a block besides its transactions. */
const reservedBytes = 2_097_152;
const maxEvidenceBytes = 524_288;

/** The properties of a chain that its consensus starts with. */
export type ChainStart = {
  readonly chainId: string;
  /** at least one */
  readonly validators: readonly ValidatorPower[];
  readonly consensusParams: {
    readonly block: { readonly maxBytes: number; readonly maxGas: number };
    readonly evidence: {
      readonly maxAgeNumBlocks: number;
      readonly maxAgeDuration: { readonly seconds: number };
      readonly maxBytes: number;
    };
    readonly validator: { readonly pubKeyTypes: readonly string[] };
    readonly version: { readonly app: number };
  };
};

/** Parameters that staking and the consensus of the network must agree on. */
export type ConsensusRules = {
  /** Time for which evidence must be accepted: as long as stake can be slashed. */
  readonly evidenceSeconds: number;
  /** kinds of keys that validators may have, as CometBFT names them */
  readonly keyTypes: readonly string[];
};

/** Version of the rules of the chain, in the header of each block of CometBFT. */
export const appVersion = 1;

/**
 * The id of the chain for CometBFT: it names the genesis, so that nodes of different networks never connect. At most 50
 * characters.
 */
export function cometChainId({ chainId, genesisHash }: Chain['reader']['identity']): string {
  return `qor-${chainId}-${genesisHash.slice(2, 10)}`;
}

/** How long evidence counts: CometBFT forgets what is too old both in time and in blocks. */
export function evidenceParams({ evidenceSeconds }: ConsensusRules): ChainStart['consensusParams']['evidence'] {
  const maxAge = Math.max(evidenceSeconds, 60);
  return { maxAgeNumBlocks: maxAge, maxAgeDuration: { seconds: maxAge }, maxBytes: maxEvidenceBytes };
}

/** The initial parameters of consensus. */
export function chainStart(chain: Chain, validators: readonly ValidatorPower[], rules: ConsensusRules): ChainStart {
  const { maxBlockBytes } = chain.rules.parameters;
  // each transaction may take a few bytes more than in RLP
  const maxBytes = Math.min(Math.ceil(maxBlockBytes * 1.0625) + reservedBytes, maxCometBlockBytes);
  return {
    chainId: cometChainId(chain.reader.identity),
    validators,
    consensusParams: {
      block: { maxBytes, maxGas: -1 },
      evidence: evidenceParams(rules),
      validator: { pubKeyTypes: rules.keyTypes },
      version: { app: appVersion },
    },
  };
}

/** The genesis file of CometBFT; validators and parameters come from the application. */
export function renderCometGenesis(chain: Chain): string {
  const { identity } = chain.reader;
  const genesis = chain.reader.header(identity.genesisHeight);
  const document = {
    genesis_time: new Date((genesis?.timestamp ?? 0) * 1000).toISOString(),
    chain_id: cometChainId(identity),
    initial_height: String(identity.genesisHeight + 1),
    app_hash: '',
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
