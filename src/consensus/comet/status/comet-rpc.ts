import { request } from 'node:http';
import * as z from 'zod';
import { parseAddress } from '../../../primitives/address.ts';

/** Timeout of a request in milliseconds. */
const timeoutMs = 3_000;
const maxResponseBytes = 16 * 1024 * 1024;

/** What CometBFT responds with: the result in an envelope. Made once, as making a schema takes a millisecond. */
function responseOf<Result extends z.ZodType>(result: Result) {
  return z.object({ result });
}

const wholeNumber = z.string().regex(/^\d+$/).transform(Number);

const statusResponse = responseOf(
  z.object({
    node_info: z.object({ id: z.string(), network: z.string() }),
    sync_info: z.object({ latest_block_height: wholeNumber, catching_up: z.boolean() }),
  }),
);
/** The items that are as expected: what one peer has said of itself must not hide the others. */
function validOf<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((all): readonly z.infer<Item>[] =>
    all.flatMap((each) => {
      const parsed = item.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}

const netInfoResponse = responseOf(
  z.object({
    peers: validOf(
      z.object({
        remote_ip: z.string(),
        is_outbound: z.boolean(),
        node_info: z.object({ id: z.string(), listen_addr: z.string(), moniker: z.string() }),
      }),
    ),
  }),
);
const consensusAddress = z
  .string()
  .regex(/^[\dA-F]{40}$/)
  .transform((digits) => parseAddress(`0x${digits.toLowerCase()}`));
const roundShape = { height: wholeNumber, round: z.int(), step: z.int() };
const consensusResponse = responseOf(
  z.object({
    round_state: z.object({
      ...roundShape,
      start_time: z.string(),
      validators: z.object({
        validators: z.array(z.object({ address: consensusAddress, voting_power: wholeNumber })),
        proposer: z.object({ address: consensusAddress }),
      }),
      votes: z.array(z.object({ round: z.int(), prevotes: z.array(z.string()), precommits: z.array(z.string()) })),
    }),
    peers: validOf(z.object({ node_address: z.string(), peer_state: z.object({ round_state: z.object(roundShape) }) })),
  }),
);

const dialResponse = responseOf(z.object({ log: z.string() }));
const blockResponse = responseOf(z.object({ block: z.object({ header: z.object({ app_hash: z.string() }) }) }));

/** Requests of this node to its CometBFT, over the unix socket of its RPC. Each rejects without a response. */
export class CometRpc {
  readonly #socketFile: string;

  constructor(socketFile: string) {
    this.#socketFile = socketFile;
  }

  status() {
    return this.#get('status', statusResponse);
  }

  netInfo() {
    return this.#get('net_info', netInfoResponse);
  }

  /** The height in progress, with the votes that have arrived, and where the peers are. */
  consensus() {
    return this.#get('dump_consensus_state', consensusResponse);
  }

  /** Has CometBFT connect to peers, given as id@host:port, within three seconds; it tries once. */
  async dial(peers: readonly string[]): Promise<void> {
    await this.#get(`dial_peers?peers=${encodeURIComponent(JSON.stringify(peers))}`, dialResponse);
  }

  /** The hash of the previous block, as in the header of that height. */
  async appHash(height: number): Promise<string> {
    const { header } = (await this.#get(`block?height=${height}`, blockResponse)).block;
    return `0x${header.app_hash.toLowerCase()}`;
  }

  async #get<Result>(method: string, schema: z.ZodType<{ result: Result }>): Promise<Result> {
    return schema.parse(JSON.parse(await this.#read(`/${method}`))).result;
  }

  #read(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath: this.#socketFile, path, timeout: timeoutMs }, (response) => {
        const parts: Buffer[] = [];
        let length = 0;
        response.on('data', (part: Buffer) => {
          length += part.length;
          if (length > maxResponseBytes) sent.destroy(new Error('the response of CometBFT is too large'));
          else parts.push(part);
        });
        response.on('end', () => resolve(Buffer.concat(parts).toString()));
        response.on('error', reject);
      });
      sent.on('timeout', () => sent.destroy(new Error('CometBFT does not respond')));
      sent.on('error', reject);
      sent.end();
    });
  }
}
