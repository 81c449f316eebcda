import { fifthPower, fifthPowerWitness } from './circuit.ts';
import { prove } from './prove.ts';
import { trustedSetup } from './setup.ts';

/** A circuit with one public input, and proofs for it that a node accepts. */
type Groth16Fixture = {
  /** 1152 bytes */
  readonly verifyingKey: Uint8Array;
  /** 512 bytes. Accepts any number below the order of the group; throws a RangeError otherwise. */
  prove(publicInputs: readonly bigint[]): Uint8Array;
};

/** The circuit proves knowledge of a fifth root of the input: the smallest circuit with a proof for every input. */
export function groth16Fixture(seed = 'fixture'): Groth16Fixture {
  const { provingKey, verifyingKey } = trustedSetup(fifthPower, seed);
  return {
    verifyingKey,
    prove: (publicInputs) => {
      const [input] = publicInputs;
      if (input === undefined || publicInputs.length > 1) throw new RangeError('the circuit has one public input');
      return prove(provingKey, fifthPowerWitness(input), seed);
    },
  };
}
