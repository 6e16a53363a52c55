// What a policy holds back beside its rules, at a gateway: whom it stops, by which names, and all of them while it pauses them.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { isReady, natsOf, openGateways, post, shareSample } from '../../support/gateways.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { GatewayProcess, GatewayScene } from '../../support/gateways.ts';

const echo = (message: string) => ({ name: 'samples__echo', arguments: { message } });
const textOf = ({ content }: { readonly content?: unknown }) => JSON.stringify(content);

/** Resolves once the client is known there; it says of itself that it is called so. */
async function agentAt({ port }: GatewayProcess, token: string, name: string): Promise<Client> {
  await until(async () => (await post(port, token)) !== 401, 'it is let in');
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

const failed = (client: Client) =>
  client.callTool(echo('a try')).then(
    answer => textOf(answer),
    (error: unknown) => String(error),
  );

async function refusals(scene: GatewayScene): Promise<{ clientId: string; what: string; rule: string }[]> {
  const { stdout } = await scene.place.run(['fleet', 'audit', '--hub', 'gateway', '--json']);
  const lines = stdout.trim().split('\n').filter(Boolean);
  return lines.map(line => JSON.parse(line)).filter(({ what }) => what === 'connect');
}

describeWith(['nats'], 'A gateway', () => {
  test('refuses whom the policy stops with its reason and lets the others go on; a name that an agent gives itself holds back who says it.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const { policy } = await natsOf(scene.nats.url);
    const [gateway, second] = await Promise.all([scene.gateway(), scene.gateway()]);
    await Promise.all([isReady(gateway), isReady(second)]);
    const [ci, other] = [await scene.client('ci', ['samples']), await scene.client('other', ['samples'])];
    const agents = await Promise.all([agentAt(gateway, ci, 'wild'), agentAt(second, ci, 'tame')]);
    const spared = await agentAt(gateway, other, 'calm');
    for (const agent of [...agents, spared]) expect(textOf(await agent.callTool(echo('before')))).toContain('before');

    // Whatever it says that it is called.
    await policy.put('current', scene.signPolicy({ stoppedAgents: [{ agent: 'CI', reason: 'It ran wild.' }] }));
    for (const agent of agents)
      await until(
        async () => /signed by Ops, has stopped ci: It ran wild\./.test(await failed(agent)),
        'it is stopped',
      );
    expect(textOf(await spared.callTool(echo('goes on')))).toContain('goes on');
    await until(async () => (await refusals(scene)).length >= 2, 'the audit has it');
    expect(await refusals(scene)).toMatchObject([
      { clientId: 'ci', rule: 'fleet stopped-agent 1 Ops' },
      { clientId: 'ci', rule: 'fleet stopped-agent 1 Ops' },
    ]);

    await policy.put('current', scene.signPolicy({ version: 2, stoppedAgents: [{ agent: 'wild' }] }));
    await until(async () => (await failed(agents[1])).includes('a try'), 'the other name is none that is stopped');
    expect(await failed(agents[0])).toContain('was stopped');
    await policy.put('current', scene.signPolicy({ version: 3 }));
    await until(async () => (await failed(agents[0])).includes('Echo: a try'), 'it may again');
  }, 120_000);

  test('has the calls wait that the policy pauses, and carries them out once it goes on.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const { policy } = await natsOf(scene.nats.url);
    const gateway = await scene.gateway();
    await isReady(gateway);
    const [ci, other] = [await scene.client('ci', ['samples']), await scene.client('other', ['samples'])];
    const [agent, stopped] = [await agentAt(gateway, ci, 'calm'), await agentAt(gateway, other, 'calm')];
    const held = { pauseAll: true, stoppedAgents: [{ agent: 'other' }] };
    await policy.put('current', scene.signPolicy(held));
    await until(async () => (await failed(stopped)).includes('has stopped other'), 'the policy is in force');
    let isOver = false;
    const call = agent.callTool(echo('waited')).finally(() => (isOver = true));
    for (let at = 0; at < 5; at += 1) await agent.listTools();
    expect(isOver).toBe(false);
    expect((await gateway.ready()).status).toBe(200);
    await policy.put('current', scene.signPolicy({ version: 2 }));
    expect(textOf(await call)).toContain('Echo: waited');
  }, 120_000);
});
