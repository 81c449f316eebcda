import { parseStart, type Told } from './attacker-messages.ts';
import { attacks } from './attacks.ts';
import { Strangers } from './strangers.ts';

/** A process of attackers: does what its first message says, tells what it was told, and leaves when asked to. */
process.once('message', async (message) => {
  const { name, urls } = parseStart(message);
  const leaving = new AbortController();
  const strangers = new Strangers(leaving.signal, 8);
  process.once('message', () => leaving.abort());
  process.once('disconnect', () => process.exit());
  try {
    await attacks[name]?.attack?.({ urls, scale: 'full', strangers, signal: leaving.signal });
  } catch (error) {
    strangers.tally.add(`attack failed: ${error instanceof Error ? error.stack : error}`);
  }
  strangers.leave();
  const told: Told = strangers.tally.entries;
  process.send?.(told, () => process.exit());
});
