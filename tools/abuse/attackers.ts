import { AttackClients } from './attack-clients.ts';
import { parseAttackRequest, type ResponseCounts } from './attacker-messages.ts';
import { attacks } from './attacks.ts';

/**
 * A process of attackers: runs the attack its first message names, reports the responses, and exits on the second
 * message.
 */
process.once('message', async (message) => {
  const { name, urls } = parseAttackRequest(message);
  const leaving = new AbortController();
  const clients = new AttackClients(leaving.signal, 8);
  process.once('message', () => leaving.abort());
  process.once('disconnect', () => process.exit());
  try {
    await attacks[name]?.attack?.({ urls, scale: 'full', clients, signal: leaving.signal });
  } catch (error) {
    clients.tally.add(`attack failed: ${error instanceof Error ? error.stack : error}`);
  }
  clients.close();
  const responses: ResponseCounts = clients.tally.entries;
  process.send?.(responses, () => process.exit());
});
