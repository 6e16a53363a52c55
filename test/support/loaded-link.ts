// A hub on a link with all that a fleet could lose: its audit, calls to a server that hubs share, and the policy; and what is done with them without a pause.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { PolicyMember } from '../../electron/core/fleet/policy/policy-member.ts';
import { FleetPolicyKeeper } from '../../electron/core/permissions/policy/fleet-policy.ts';
import { openFleetHub } from './fleet-hub.ts';
import { startLink } from './fleet-link.ts';
import { openTestOutbox } from './fleet-outbox.ts';
import { repositoryRoot } from './provided.ts';
import type { NamedMember } from '../../electron/core/fleet/link/fleet-wire.ts';
import type { LinkOptions, TestLink } from './fleet-link.ts';
import type { TestOutbox } from './fleet-outbox.ts';
import type { PolicySigner } from './fleet-signer.ts';

export interface LoadedLink {
  readonly name: string;
  readonly link: TestLink;
  readonly outbox: TestOutbox;
  readonly hub: Awaited<ReturnType<typeof openFleetHub>>;
  readonly keeper: FleetPolicyKeeper;
}

const workerPath = path.join(repositoryRoot, 'test/fixtures/servers/working.mjs');

export async function startLoadedLink(
  name: string,
  { signer }: PolicySigner,
  { members = [], ...options }: LinkOptions = {},
): Promise<LoadedLink> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-loaded-'));
  const hub = await openFleetHub('', name);
  const outbox = await openTestOutbox({ folder, hubId: `hub-${name}` });
  const keeper = new FleetPolicyKeeper({
    kept: [],
    keep: () => Promise.resolve(),
    now: () => Date.now(),
    onChanged: () => {},
    show: () => {},
  });
  const policy = new PolicyMember({ keeper, signers: () => [signer], onFault: () => {} });
  const all: NamedMember[] = [
    { name: 'policy', member: policy },
    { name: 'outbox', member: outbox.member },
    ...hub.shared.members,
    ...members,
  ];
  // Finished in the opposite order: the link's parts end before what they stand on is closed.
  onTestFinished(async () => {
    await hub.close();
    await outbox.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const link = await startLink({ ...options, members: all });
  return { name, link, outbox, hub, keeper };
}

/** Its server counts its calls, and whom it is shared with may read without a question. */
export async function shareWorker({ hub }: LoadedLink, ...hubs: string[]): Promise<void> {
  const serverId = await hub.serve('worker', process.execPath, [workerPath]);
  const whom = { hubs, roles: [], tools: null, readOnly: true, description: '' };
  await hub.shared.shares.share({ serverId, share: 'worker', ...whom });
}

/** Until told to end; resolves with what it was doing. */
function repeated(work: (turn: number) => Promise<void>): () => Promise<void> {
  const over = new AbortController();
  const running = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) await work(turn);
  })();
  return () => {
    over.abort();
    return running;
  };
}

/** Entries without end, about three hundred a second. */
export function flood({ outbox }: LoadedLink): () => Promise<void> {
  return repeated(async () => {
    outbox.append(10);
    await sleep(30);
  });
}

export interface Answered {
  readonly name: string;
  readonly text: string;
}

/** Calls that do not wait for each other; `file` has a line for each that has begun. */
export function callOn({ hub }: LoadedLink, serverId: string, file: string) {
  const answers: Promise<Answered>[] = [];
  const end = repeated(async turn => {
    const name = `call-${turn}`;
    const answer = hub.request(serverId, 'tools/call', { name: 'work', arguments: { name, file, waitMs: turn % 300 } });
    answers.push(
      answer.then(
        result => ({ name, text: JSON.stringify(result) }),
        (error: unknown) => ({ name, text: String(error) }),
      ),
    );
    await sleep(60);
  });
  return { answers, end };
}

/** Versions without end, each only once. */
export function publishOn({ keeper }: LoadedLink, signer: PolicySigner) {
  const acknowledged: number[] = [];
  const end = repeated(async turn => {
    const version = turn + 1;
    const isThere = await (keeper.publisher?.publish(signer.sign({ version }), version) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    if (isThere) acknowledged.push(version);
    await sleep(250);
  });
  return { acknowledged, end };
}
