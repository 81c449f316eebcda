import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { ed25519PublicKey } from '../../../primitives/crypto/ed25519.ts';
import { sha256 } from '../../../primitives/crypto/sha256.ts';
import { toHex } from '../../../primitives/hex.ts';
import { randomBytes } from '../../../primitives/machine.ts';
import { makeFolder } from '../../../primitives/make-folder.ts';
import { CometError } from '../comet-error.ts';
import type { CometHome } from '../comet-home.ts';

const privateKeyName = 'tendermint/PrivKeyEd25519';
const publicKeyName = 'tendermint/PubKeyEd25519';

/** The record of a key that has signed nothing. */
export const nothingSigned = { height: '0', round: 0, step: 0 };

type PublicKey = {
  /** Kind of the key by its name in CometBFT, such as ed25519. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** 40 hex digits without 0x */
  readonly address: string;
};

/**
 * Writes the keys that are missing: that of the node, which names it among its peers, and that of the validator
 * together with the record of what it has signed. What is there is never touched. Throws a CometError when a key exists
 * without its record.
 */
export function ensureKeyFiles(home: CometHome): void {
  if (!existsSync(home.nodeKeyFile)) writeSecret(home.nodeKeyFile, { priv_key: newKey().privateKey });
  const { validatorKeyFile: keyFile, validatorStateFile: file } = home;
  if (existsSync(keyFile)) {
    if (!existsSync(file)) throw new CometError({ code: 'key-state-missing', file, keyFile });
    return;
  }
  const { address, publicKey, privateKey } = newKey();
  writeSecret(file, nothingSigned);
  writeSecret(keyFile, { address: address.toUpperCase(), pub_key: publicKey, priv_key: privateKey });
}

const keyFile = z.object({ priv_key: z.object({ type: z.literal(privateKeyName), value: z.base64() }) });
const validatorFile = z.object({
  address: z.string().regex(/^[0-9A-Fa-f]{40}$/),
  pub_key: z.object({ type: z.string(), value: z.base64() }),
});

/** The id of the node: the address of its key, in hex. Throws a CometError. */
export function readNodeId({ nodeKeyFile }: CometHome): string {
  const { priv_key } = readKeyFile(nodeKeyFile, keyFile);
  return addressOf(Buffer.from(priv_key.value, 'base64').subarray(32));
}

/** The public key that this node signs blocks with, unless a remote signer does. Throws a CometError. */
export function readValidatorKey({ validatorKeyFile }: CometHome): PublicKey {
  const { address, pub_key } = readKeyFile(validatorKeyFile, validatorFile);
  const type = pub_key.type.includes('Ed25519') ? 'ed25519' : pub_key.type.replace(/^.*PubKey/, '').toLowerCase();
  return { type, bytes: Buffer.from(pub_key.value, 'base64'), address: address.toLowerCase() };
}

function readKeyFile<T>(file: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'not in its format' : error instanceof Error ? error.message : '';
    throw new CometError({ code: 'unreadable-key', file, reason });
  }
}

function newKey() {
  const seed = randomBytes(32);
  const bytes = Buffer.from(ed25519PublicKey(seed));
  return {
    address: addressOf(bytes),
    publicKey: { type: publicKeyName, value: bytes.toString('base64') },
    privateKey: { type: privateKeyName, value: Buffer.concat([seed, bytes]).toString('base64') },
  };
}

function addressOf(publicKey: Uint8Array): string {
  return toHex(sha256(publicKey).subarray(0, 20)).slice(2);
}

function writeSecret(file: string, content: object): void {
  makeFolder(dirname(file), 0o700);
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 });
}
