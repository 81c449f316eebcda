import { chooseSender, sender, senders } from '../lib/sender.ts';

/** Chooses who signs. */
export function SenderSelect() {
  const all = senders();
  if (all.length === 0) {
    return <p class="hint">To write, install a wallet extension: this network has no public development accounts.</p>;
  }
  return (
    <label class="row">
      <span class="hint">signed by</span>
      <select value={sender.value} onChange={({ currentTarget }) => chooseSender(currentTarget.value)}>
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
