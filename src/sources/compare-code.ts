/** Bytes of the code that differ from chain to chain: immutables and addresses of libraries. */
export type Gap = { readonly start: number; readonly length: number };

export type Comparison =
  | { readonly matches: true; readonly isMetadataEqual: boolean }
  | { readonly matches: false; readonly why: string };

/**
 * Compares compiled code with the code on the chain, apart from immutables, libraries and the metadata that the
 * compiler appends (CBOR; its length is in the last two bytes, https://docs.soliditylang.org/en/latest/metadata.html).
 * `compiled`: hex digits, with or without 0x, perhaps with placeholders of libraries.
 */
export function compareCode(compiled: string, deployed: string, gaps: readonly Gap[]): Comparison {
  const own = digitsOf(compiled);
  const chain = digitsOf(deployed);
  if (chain === '') return { matches: false, why: 'there is no code at this address' };
  if (own === '') return { matches: false, why: 'the artifact has no deployed code' };
  const ownBody = withoutMetadata(own);
  const chainBody = withoutMetadata(chain);
  if (ownBody.length !== chainBody.length) {
    return {
      matches: false,
      why: `the compiled code has ${ownBody.length / 2} bytes without metadata, that on the chain ${chainBody.length / 2}`,
    };
  }
  const all = [...gaps, ...placeholders(own), ...(gaps.length === 0 ? zeroPushes(ownBody) : [])];
  const at = firstDifference(ownBody, chainBody, bytesIn(all, ownBody.length / 2));
  if (at !== undefined) return { matches: false, why: `byte ${at} differs` };
  return { matches: true, isMetadataEqual: own.slice(ownBody.length) === chain.slice(chainBody.length) };
}

/** Bytes of code without the metadata that the compiler appends: equal for codes that can match. */
export function codeLength(code: string): number {
  return withoutMetadata(digitsOf(code)).length / 2;
}

function digitsOf(code: string): string {
  return code.replace(/^0x/i, '').toLowerCase();
}

function withoutMetadata(code: string): string {
  const length = Number.parseInt(code.slice(-4), 16);
  const total = (length + 2) * 2;
  const isCbor = total < code.length && /^a[1-5]6/.test(code.slice(-total)); // a map whose first key is text
  return isCbor ? code.slice(0, -total) : code;
}

/** `__$…$__` stands for the 20 bytes of a library's address. */
function placeholders(code: string): readonly Gap[] {
  return [...code.matchAll(/__.{36}__/g)].map(({ index }) => ({ start: index / 2, length: 20 }));
}

/** Immutables are zeros behind PUSH32 until the constructor writes them; used when the artifact does not list them. */
function zeroPushes(code: string): readonly Gap[] {
  return [...code.matchAll(/7f0{64}/g)].map(({ index }) => ({ start: (index + 2) / 2, length: 32 }));
}

/**
 * 1 for each byte of a code that is in a gap. A file that is not from a compiler may have any number of gaps, also
 * outside of its code.
 */
function bytesIn(gaps: readonly Gap[], length: number): Uint8Array {
  const changes = new Int32Array(length + 1); // how many gaps begin at a byte, less those that end there
  for (const { start, length: bytes } of gaps) {
    if (!(start >= 0 && start < length && bytes > 0)) continue;
    changes[start] = (changes[start] ?? 0) + 1;
    const end = Math.min(start + bytes, length);
    changes[end] = (changes[end] ?? 0) - 1;
  }
  let open = 0;
  return Uint8Array.from({ length }, (_, at) => {
    open += changes[at] ?? 0;
    return open > 0 ? 1 : 0;
  });
}

function firstDifference(a: string, b: string, isInGap: Uint8Array): number | undefined {
  for (let at = 0; at < a.length; at++)
    if (a.charCodeAt(at) !== b.charCodeAt(at) && isInGap[at >> 1] !== 1) return at >> 1;
  return undefined;
}
