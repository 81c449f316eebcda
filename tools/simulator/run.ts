import { prepareSecp256k1 } from '#qord/primitives/crypto/secp256k1.ts';
import type { Profile } from './profile.ts';
import { Simulation } from './simulation.ts';
import { takeSituations } from './situations.ts';
import { World } from './world/world.ts';

export type RunOptions = {
  readonly seed: number;
  /** blocks after which the clients stop */
  readonly blocks: number;
  readonly profile: Profile;
  /** validators of one network; 1 is a node without peers */
  readonly nodes: number;
  /** Gets each line of the journal. */
  readonly print?: ((line: string) => void) | undefined;
  /** the decisions that happen; all when left out */
  readonly only?: ReadonlySet<string> | undefined;
  /** How seldom is asked what is not asked at each block; follows from the seed when left out. */
  readonly every?: number | undefined;
  /** Counts the events. */
  readonly beat?: Int32Array | undefined;
};

/** What a run came to. */
export type RunReport = {
  /** hash of the journal */
  readonly journal: string;
  readonly blocks: number;
  readonly transactions: number;
  readonly accepted: number;
  readonly steps: number;
  /** length of the simulated time */
  readonly seconds: number;
  /** what clients did and what went wrong, oldest first */
  readonly decisions: readonly string[];
  readonly situations: ReadonlyMap<string, number>;
  /** why it failed, with the last lines of the journal */
  readonly failure: string | undefined;
};

/** Plays one seed. */
export async function run(options: RunOptions): Promise<RunReport> {
  await prepareSecp256k1();
  takeSituations();
  const world = new World(options.seed, options.profile, options);
  world.install(options.seed);
  const simulation = new Simulation(world, options);
  let failure: string | undefined;
  try {
    await simulation.play();
  } catch (error) {
    failure = [error instanceof Error ? (error.stack ?? error.message) : String(error), '', ...world.journal.last].join(
      '\n',
    );
  } finally {
    simulation.end();
    world.close();
  }
  return {
    ...simulation.figures(),
    journal: world.journal.digest(),
    steps: world.scheduler.steps,
    seconds: world.scheduler.nowMs / 1_000,
    decisions: world.decisions.made,
    situations: takeSituations(),
    failure,
  };
}
