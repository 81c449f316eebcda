import { ponder } from 'ponder:registry';
import { ping } from 'ponder:schema';

ponder.on('Pings:Ping', async ({ event, context }) => {
  const balance = await context.client.getBalance({ address: event.transaction.from });
  await context.db.insert(ping).values({ id: event.id, number: event.args.number, balance });
});
