import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../../kernel/module-account.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../../primitives/crypto/ed25519.ts';
import {
  alice,
  assertHeld,
  bob,
  chief,
  configChange,
  foreign,
  keyOf,
  north,
  openBridge,
  openBridgeModule,
  rejected,
  south,
  usdc,
  west,
} from '../../testing/modules/bridge-harness.ts';
import { bridgeKey, signClaim } from '../../testing/modules/bridge-keys.ts';
import { bridgeAddress, stakingAddress } from '../addresses.ts';
import { circuitBreakerTripEvent } from './events.ts';
import { attestations, validators } from './records.ts';
import { attestationTextV1 } from './signed-messages.ts';
import { tokenAddress } from './tokens.ts';

const notAdmin = rejected('only the admin of the bridge may do this (28)');

test('a deposit is rejected with the reason, and changes nothing', () => {
  const { call, ok, depositInputs, kept } = openBridge();
  const deposit = (changes: object) =>
    call(alice, 'deposit', { ...depositInputs({ txHash: '0x01', amount: 5n }), ...changes });
  const before = kept();
  const nothing = (text: string, changes: object) => assert.deepEqual(deposit(changes), rejected(text));
  nothing('the chain is not supported or not open: mars (2)', { chain: 'mars' });
  nothing(`the chain is not supported or not open: ${'x'.repeat(32)} (2)`, { chain: 'x'.repeat(200) });
  nothing('the chain is not supported or not open: its status is pending until the admin opens it (2)', {
    chain: 'base',
  });
  nothing('the chain does not bridge this asset: it bridges ETH, USDC, USDT, WBTC (16)', { asset: 'DOGE' });
  nothing('the amount must be above zero (15)', { amount: 0n });
  nothing('above the limit of one transfer: at most 600 (9)', { amount: 2n ** 256n - 1n });
  for (const txHash of ['', 'a|b', 'two words', 'x'.repeat(129), 'é'])
    nothing('badly formed: txHash must have 1 to 128 visible characters and no | (31)', { txHash });
  nothing('badly formed: pqcCommitment must have at most 64 bytes (31)', { pqcCommitment: new Uint8Array(65) });
  nothing('an operation has at most 50 attestations (26)', { validatorSigs: Array(51).fill(emptyBytes) });
  assert.equal(kept(), before);
  ok(chief, 'setValidatorStatus', { validator: west, active: false });
  nothing('there are fewer bridge validators than needed: 2 of 3 (6)', {});
  ok(chief, 'setValidatorStatus', { validator: west, active: true });
  ok(chief, 'updateChainConfig', configChange('ethereum', { status: 'paused' }));
  nothing('the chain is paused: by the admin (3)', {});
  assert.deepEqual(
    openBridgeModule({ enabled: false }).call(alice, 'deposit', depositInputs({ txHash: '0x01', amount: 5n })),
    rejected('the bridge is switched off (11)'),
  );
});

test('an attestation is rejected with the reason, and changes nothing', () => {
  const { harness, call, ok, deposit, attest, claimOf, depositAndAttest, released, withdraw } = openBridge();
  const wish = { txHash: '0x01', amount: 5n };
  deposit(wish);
  const claim = claimOf(wish);
  const nothing = (text: string, changes: object, by = north) => {
    assert.deepEqual(attest(by, { ...claim, ...changes }), rejected(text));
    assert.equal([...attestations.list(harness.state, [claim.operationId])].length, 0);
  };
  nothing('not a bridge validator, or none that may attest now: it is not registered (7)', {}, alice);
  nothing('the validator does not attest for this chain (8)', { chain: 'bitcoin' });
  nothing('no such operation (13)', { operationId: `deposit-${'0'.repeat(64)}` });
  nothing('no such operation (13)', { operationId: 'x'.repeat(256) });
  nothing('the event type does not fit the operation (30)', { eventType: 'withdrawal_complete' });
  nothing('the event type does not fit the operation (30)', { eventType: 'mint' });
  nothing('the attestation does not fit the operation: the amount is 5 (4)', { amount: 6n });
  nothing('the attestation does not fit the operation: another asset (4)', { asset: 'ETH' });
  nothing('the attestation does not fit the operation: another transaction (4)', { txHash: '0x02' });
  const wrongKey = { pqcSignature: signClaim(bridgeKey(7), claim) };
  const noSignature = rejected('the ML-DSA-87 signature is not that of the registered key (12)');
  assert.deepEqual(attest(north, claim, wrongKey), noSignature);
  assert.deepEqual(attest(north, claim, { pqcSignature: emptyBytes }), noSignature);
  assert.deepEqual(
    attest(north, claim, { proof: new Uint8Array(1) }),
    rejected('the deposit proof does not hold: none is needed here (21)'),
  );
  assert.ok('outputs' in attest(north, claim));
  assert.deepEqual(attest(north, claim), rejected('the validator has attested this already (5)'));
  ok(chief, 'setValidatorStatus', { validator: south, active: false });
  assert.match(JSON.stringify(attest(south, claim)), /the admin has suspended it \(7\)/);
  ok(chief, 'setValidatorStatus', { validator: south, active: true });
  assert.deepEqual(attest(south, claim), { outputs: { status: 'executed' } });
  assert.deepEqual(attest(west, claim), rejected('the operation has ended (14)'));
  assert.equal(depositAndAttest({ txHash: '0x02', amount: 5n }), 'executed');
  withdraw(1n);
  const badRelease = attest(north, released(1, 1n, ''));
  assert.deepEqual(badRelease, rejected('the attestation does not fit the operation: no transaction hash (4)'));
  assert.ok(
    'rejection' in call(north, 'attest', { ...claim, eventType: '', proof: emptyBytes, pqcSignature: emptyBytes }),
  );
});

test('a withdrawal is rejected with the reason, and changes nothing', () => {
  const { harness, deposit, depositAndAttest, withdraw, call, fees, kept } = openBridge({ withdrawal_fee: '2000000' });
  depositAndAttest({ txHash: '0x01', amount: 50n });
  const before = kept();
  const nothing = (text: string, amount: bigint, changes: object = {}) =>
    assert.deepEqual(withdraw(amount, alice, changes), rejected(text));
  nothing('the account holds less of the asset: 50 (25)', 51n);
  nothing('the amount must be above zero (15)', 0n);
  nothing('above the limit of one transfer: at most 600 (9)', 601n);
  nothing('the chain does not bridge this asset: it bridges ETH, USDC, USDT, WBTC (16)', 1n, { asset: '' });
  for (const destinationAddress of ['', '0x42', `0x${'00'.repeat(20)}`, 'bc1qqqqqqqqqqqqqq', foreign.slice(2)])
    nothing('not an account of that chain (17)', 1n, { destinationAddress });
  nothing('the account has less than the fee: 2000000 uqor (32)', 50n);
  assert.equal(kept(), before);
  assert.deepEqual(fees, []);
  const move = (changes: object) => call(alice, 'transfer', { ...usdc, to: bob, amount: 51n, ...changes });
  assert.deepEqual(move({}), rejected('the account holds less of the asset: 50 (25)'));
  assert.deepEqual(move({ amount: 0n }), rejected('the amount must be above zero (15)'));
  assert.deepEqual(move({ chain: 'mars' }), rejected('the chain is not supported or not open (2)'));
  assert.deepEqual(move({ asset: 'DOGE' }), rejected('the chain does not bridge this asset (16)'));
  assert.deepEqual(move({ to: `0x${'00'.repeat(20)}` }), rejected('badly formed: nobody has the zero address (31)'));
  const lost = rejected(
    'badly formed: the account is one of the chain itself, from which nobody could move the asset again (31)',
  );
  for (const to of [bridgeAddress, stakingAddress, treasury, tokenAddress(usdc)]) {
    assert.deepEqual(move({ to, amount: 20n }), lost);
    assert.deepEqual(deposit({ txHash: '0x07', amount: 20n, receiver: to }), lost);
  }
  assert.ok('outputs' in move({ amount: 20n }));
  assert.ok('outputs' in call(bob, 'transfer', { ...usdc, to: bob, amount: 20n }), 'to oneself');
  assertHeld(harness);
});

test('only operators in the active set register; one that leaves it no longer counts', () => {
  let active = true;
  const { harness, call, deposit, claimOf, attest, ok } = openBridge({}, (account) => active || account !== north);
  const register = (changes: object, by = north) =>
    call(by, 'registerValidator', { pqcPubkey: bridgeKey(0).publicKey, supportedChains: ['ethereum'], ...changes });
  assert.match(JSON.stringify(register({}, alice)), /it is not in the active set \(7\)/);
  const noKey = rejected('the key must be an ML-DSA-87 public key of 2592 bytes (19)');
  assert.deepEqual(register({ pqcPubkey: new Uint8Array(2591) }), noKey);
  const wrongChains = rejected('badly formed: supportedChains must name 1 to 25 different chains (31)');
  assert.deepEqual(register({ supportedChains: [] }), wrongChains);
  assert.deepEqual(register({ supportedChains: ['base', 'base'] }), wrongChains);
  assert.deepEqual(register({ supportedChains: Array.from({ length: 26 }, (_, at) => `c${at}`) }), wrongChains);
  assert.deepEqual(
    register({ supportedChains: ['mars'] }),
    rejected('the chain is not supported or not open: mars (2)'),
  );
  const wish = { txHash: '0x01', amount: 5n };
  deposit(wish);
  attest(north, claimOf(wish));
  active = false;
  assert.deepEqual(attest(south, claimOf(wish)), { outputs: { status: 'pending' } }, 'the first no longer counts');
  active = true;
  ok(north, 'registerValidator', { pqcPubkey: bridgeKey(8).publicKey, supportedChains: ['ethereum'] });
  assert.equal(validators.get(harness.state, north)?.key_version, 2);
  const renewed = { pqcSignature: signClaim(bridgeKey(8), claimOf(wish)) };
  assert.deepEqual(attest(north, claimOf(wish), renewed), { outputs: { status: 'executed' } });
});

test('the circuit breaker trips by hand, by number and by volume; only the admin resets it', () => {
  const { harness, call, ok, depositAndAttest, claimOf, operationOf, deposit, query, balance } = openBridge({
    anomaly_operations: 3,
    anomaly_volume_multiple: 1,
    retry_interval_secs: 4,
  });
  const trip = (by: typeof alice, reason = 'attack', chain = 'ethereum') =>
    call(by, 'tripCircuitBreaker', { chain, reason });
  assert.match(JSON.stringify(trip(alice)), /not registered \(7\)/);
  assert.match(JSON.stringify(trip(north, 'x', 'bitcoin')), /does not attest for this chain \(8\)/);
  assert.match(JSON.stringify(trip(north, '')), /1 to 200 bytes \(31\)/);
  assert.match(JSON.stringify(trip(chief, 'x', 'mars')), /\(2\)/);
  assert.ok('outputs' in trip(north));
  assert.deepEqual(trip(south), rejected('the chain is paused: attack (3)'));
  assert.deepEqual(deposit({ txHash: '0x01', amount: 5n }), rejected('the chain is paused: attack (3)'));
  const breaker = query('ethereum').circuit_breaker as { paused: boolean; paused_reason: string };
  assert.deepEqual([breaker.paused, breaker.paused_reason], [true, 'attack']);
  const reset = (by: typeof alice) => call(by, 'resetCircuitBreaker', { chain: 'ethereum' });
  assert.deepEqual(reset(north), notAdmin);
  assert.ok('outputs' in reset(chief));
  assert.deepEqual(reset(chief), rejected('the circuit breaker has not tripped (34)'));
  for (const txHash of ['0x01', '0x02', '0x03']) assert.equal(depositAndAttest({ txHash, amount: 5n }), 'executed');
  assert.equal(depositAndAttest({ txHash: '0x04', amount: 5n }), 'attested', 'it waits for the reset');
  assert.equal(
    operationOf(claimOf({ txHash: '0x04', amount: 5n }))?.error,
    'the chain is paused: more than 3 transfers in 60 seconds (3)',
  );
  for (let block = 0; block < 5; block++) harness.nextBlock();
  assert.equal(balance(alice), 15n);
  reset(chief);
  for (let block = 0; block < 5; block++) harness.nextBlock();
  assert.equal(balance(alice), 20n);
  harness.nextBlock({ seconds: 60 });
  const large = [500n, 480n, 300n].map((amount, at) => ({ txHash: `0x1${at}`, amount }));
  for (const wish of large) deposit(wish);
  for (const wish of large)
    for (const by of [north, south])
      call(by, 'attest', { ...claimOf(wish), proof: emptyBytes, pqcSignature: signClaim(keyOf(by), claimOf(wish)) });
  assert.deepEqual(
    large.map((wish) => operationOf(claimOf(wish))?.status),
    ['executed', 'executed', 'attested'],
  );
  assert.equal(harness.logs.filter(({ topics }) => topics[0] === circuitBreakerTripEvent.topic).length, 3);
  ok(chief, 'resetCircuitBreaker', { chain: 'ethereum' });
  assertHeld(harness);
});

test('transfers of dust do not trip the circuit breaker by their number', () => {
  const { harness, ok, depositAndAttest, withdraw, query } = openBridge({ anomaly_operations: 3 });
  const isPaused = () => (query('ethereum').circuit_breaker as { paused: boolean }).paused;
  ok(chief, 'setTransferLimits', { chain: 'ethereum', maxSingleTransfer: 10n ** 12n, dailyLimit: 10n ** 12n });
  const counted = 10n ** 9n;
  for (const at of [1, 2, 3]) assert.equal(depositAndAttest({ txHash: `0x0${at}`, amount: counted }), 'executed');
  assert.equal(depositAndAttest({ txHash: '0x04', amount: 10n }), 'executed');
  for (const amount of [counted - 1n, counted - 1n, 1n, 1n, 1n]) assert.ok('outputs' in withdraw(amount));
  assert.equal(isPaused(), false);
  harness.nextBlock({ seconds: 60 });
  assert.equal(depositAndAttest({ txHash: '0x05', amount: 5n * counted }), 'executed');
  for (let times = 0; times < 3; times++) assert.ok('outputs' in withdraw(counted));
  assert.equal(isPaused(), true);
  assertHeld(harness);
});

test('a chain is configured by the admin only, and only with valid values', () => {
  const { call, ok, query } = openBridge({ bridge_admin: bob });
  const configure = (changes: Record<string, string | bigint>, chain = 'ethereum', by = bob) =>
    call(by, 'updateChainConfig', configChange(chain, changes));
  assert.deepEqual(configure({}, 'ethereum', alice), notAdmin);
  assert.deepEqual(configure({}, 'mars'), rejected('the chain is not supported or not open (2)'));
  assert.match(JSON.stringify(configure({ status: 'open' })), /active, paused, pending \(31\)/);
  assert.deepEqual(
    configure({ bridgeContract: '0x12' }),
    rejected('not an account of that chain: bridgeContract (17)'),
  );
  assert.match(JSON.stringify(configure({ architecture: 'ibc_classic' })), /\(31\)/);
  assert.match(JSON.stringify(configure({ verifier: 'wormhole' })), /available are none, ed25519 \(29\)/);
  assert.match(JSON.stringify(configure({ verifier: 'ed25519' })), /name its committee first \(29\)/);
  assert.match(JSON.stringify(configure({ lockEventSig: 'x'.repeat(101) })), /\(31\)/);
  ok(bob, 'updateChainConfig', configChange('ethereum', { bridgeContract: foreign, confirmations: 20n }));
  ok(bob, 'updateChainConfig', configChange('injective', { architecture: 'ibc_eureka_v2' }));
  assert.deepEqual([query('ethereum').bridge_contract, query('ethereum').min_confirmations], [foreign, 20]);
  assert.equal(query('injective').architecture, 'ibc_eureka_v2');
  const limit = (maxSingleTransfer: bigint, dailyLimit: bigint, by = bob) =>
    call(by, 'setTransferLimits', { chain: 'ethereum', maxSingleTransfer, dailyLimit });
  assert.deepEqual(limit(1n, 1n, alice), notAdmin);
  assert.deepEqual(limit(0n, 1n), rejected('the amount must be above zero (15)'));
  assert.match(JSON.stringify(limit(2n, 1n)), /\(31\)/);
  assert.match(JSON.stringify(limit(1n, 2n ** 129n)), /\(31\)/);
  ok(bob, 'setTransferLimits', { chain: 'base', maxSingleTransfer: 1n, dailyLimit: 2n });
  assert.deepEqual(ok(alice, 'limitsOf', { chain: 'base' }), {
    status: 'pending',
    breakerTripped: false,
    maxSingleTransfer: 1n,
    dailyLimit: 2n,
    dailyLeft: 2n,
    resetAt: 0n,
  });
  assert.deepEqual(ok(alice, 'limitsOf', { chain: 'mars' }).status, '');
  assert.deepEqual(call(alice, 'setValidatorStatus', { validator: north, active: false }), notAdmin);
});

test('with a verifier, a deposit needs the proof of its committee besides the attestations', () => {
  const { ok, call, deposit, depositInputs, attest, claimOf } = openBridge();
  const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
  const pubkeys = secrets.map((secret) => ed25519PublicKey(secret));
  const bootstrap = { chain: 'ethereum', pubkeys, threshold: 2n };
  assert.deepEqual(call(alice, 'setVerifierBootstrap', bootstrap), notAdmin);
  for (const wrong of [{ threshold: 0n }, { threshold: 4n }, { pubkeys: [] }, { pubkeys: [...pubkeys, ...pubkeys] }])
    assert.match(JSON.stringify(call(chief, 'setVerifierBootstrap', { ...bootstrap, ...wrong })), /\(31\)/);
  ok(chief, 'setVerifierBootstrap', bootstrap);
  ok(chief, 'updateChainConfig', configChange('ethereum', { verifier: 'ed25519' }));
  const wish = { txHash: '0x01', amount: 5n };
  const claim = claimOf(wish);
  const early = call(alice, 'deposit', { ...depositInputs(wish), validatorSigs: [emptyBytes] });
  assert.deepEqual(early, rejected('the deposit proof does not hold: attest with a proof instead (21)'));
  deposit(wish);
  const entry = (index: number, text = attestationTextV1(claim)) =>
    concatBytes(Uint8Array.of(index), signEd25519(text, secrets[index] ?? emptyBytes));
  const withProof = (...entries: Uint8Array[]) => attest(north, claim, { proof: concatBytes(...entries) });
  assert.deepEqual(withProof(), rejected('the deposit proof does not hold: one is needed (21)'));
  assert.match(JSON.stringify(withProof(entry(0))), /2 to 3 signatures of 65 bytes \(21\)/);
  assert.match(JSON.stringify(withProof(entry(1), entry(0))), /must rise \(21\)/);
  assert.match(JSON.stringify(withProof(entry(0), entry(2, emptyBytes))), /signature 2 is wrong \(21\)/);
  assert.deepEqual(withProof(entry(0), entry(2)), { outputs: { status: 'pending' } });
  assert.deepEqual(attest(south, claim), { outputs: { status: 'executed' } }, 'it is proven already');
});
