/** Colour, a word and a sign: never colour alone. */
export function Status({ ok }: { readonly ok: boolean | undefined }) {
  if (ok === undefined) return <span class="badge warn">◷ pending</span>;
  return ok ? <span class="badge good">✓ success</span> : <span class="badge bad">✗ failed</span>;
}
