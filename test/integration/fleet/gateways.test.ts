// Several gateways of one fleet behind a load balancer, as processes: calls spread over them, none is needed, and what an administrator takes away is gone.
import { expect, test } from 'vitest';
import { isReady, openAgent, openGateways } from '../../support/gateways.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { startBalancer } from '../../support/round-robin.ts';
import { runSample, runSpeaker } from '../hub/scenes.ts';
import type { GatewayScene } from '../../support/gateways.ts';

async function share({ worker }: GatewayScene, serverId: string, name: string): Promise<void> {
  const all = { roles: [], tools: null, readOnly: false, description: '' };
  await worker.request('fleet:share', { serverId, share: name, hubs: ['gateway'], ...all });
}

const echo = (message: string) => ({ name: 'samples__echo', arguments: { message } });
const textOf = ({ content }: { readonly content?: unknown }) => JSON.stringify(content);

describeWith(['nats'], 'Gateways behind a load balancer', () => {
  test('Calls spread over three, one that is killed is not missed, and a client that is removed is refused by all.', async () => {
    const scene = await openGateways();
    await runSample(scene.worker);
    await runSpeaker(scene.worker);
    await share(scene, 'everything', 'samples');
    await share(scene, 'speaker', 'voice');
    const token = await scene.client('ci', ['samples=echo']);
    const other = await scene.client('other', ['samples']);
    const gateways = await Promise.all([scene.gateway(), scene.gateway(), scene.gateway()]);
    await Promise.all(gateways.map(isReady));
    const balancer = await startBalancer(gateways.map(({ port }) => port));
    const [agent, second] = await Promise.all([openAgent(balancer.url, token), openAgent(balancer.url, other)]);
    // It is told of what it was granted, and of nothing else.
    expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual(['samples__echo']);
    for (let at = 0; at < 9; at += 1) expect(textOf(await agent.callTool(echo(`${at}`)))).toContain(`Echo: ${at}`);
    expect([...balancer.taken.values()].every(count => count >= 3)).toBe(true);
    // What was not granted is neither carried out nor asked about, also where it only reads.
    for (const name of ['samples__get-sum', 'voice__say']) {
      const answer = await agent.callTool({ name, arguments: { a: 1, b: 2, message: 'no' } }).catch(String);
      expect(JSON.stringify(answer)).toMatch(/was not granted to this credential|not found|no tool/i);
    }
    expect(scene.worker.snapshot.prompts).toEqual({});

    await gateways[0]?.kill('SIGKILL');
    for (let at = 0; at < 6; at += 1) expect(textOf(await agent.callTool(echo(`on ${at}`)))).toContain(`Echo: on ${at}`);

    expect(await scene.admin(['remove', 'ci'])).toMatchObject({ code: 0 });
    for (const { port } of gateways.slice(1))
      await until(async () => (await post(port, token)) === 401, 'the gateway refuses it');
    await expect(agent.callTool(echo('late'))).rejects.toThrow();
    expect(textOf(await second.callTool(echo('still')))).toContain('Echo: still');
    const listed = JSON.parse((await scene.admin(['list'])).stdout) as { clients: { id: string; state: string }[] };
    expect(listed.clients.map(({ id, state }) => [id, state])).toEqual([
      ['ci', 'removed'],
      ['other', 'good'],
    ]);
  }, 120_000);
});

/** The status of a request that only a client may make. */
async function post(port: number, token: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{}',
  });
  await answer.text();
  return answer.status;
}
