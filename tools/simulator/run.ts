import { prepareSecp256k1 } from '#qord/primitives/crypto/secp256k1.ts';
import { Simulation } from './simulation.ts';
import { takeSituations } from './situations.ts';
import { World, type WorldOptions } from './world/world.ts';

export type RunOptions = WorldOptions & {
  /** validators of one network; 1 is a node without peers */
  readonly nodes: number;
  /** blocks after which the clients stop */
  readonly blocks: number;
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
  const world = new World(options);
  world.install();
  let simulation: Simulation | undefined;
  let failure: string | undefined;
  try {
    simulation = new Simulation(world, options);
    await simulation.play();
  } catch (error) {
    failure = [error instanceof Error ? (error.stack ?? error.message) : String(error), '', ...world.journal.last].join(
      '\n',
    );
  } finally {
    simulation?.end();
    world.close();
  }
  return {
    ...(simulation?.figures() ?? { blocks: 0, transactions: 0, accepted: 0 }),
    journal: world.journal.digest(),
    steps: world.scheduler.steps,
    seconds: world.scheduler.nowMs / 1_000,
    decisions: world.decisions.made,
    situations: takeSituations(),
    failure,
  };
}
