import { onchainTable } from 'ponder';

export const ping = onchainTable('ping', (column) => ({
  id: column.text().primaryKey(),
  number: column.bigint().notNull(),
  balance: column.bigint().notNull(),
}));
