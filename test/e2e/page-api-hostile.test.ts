// Pages that turn on the page API: what they change of their globals changes nothing in it, and nobody but their own window is listened to.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { attack } from './hostile-script.ts';
import { allOn, openPageApiScene, outcome, type PageApiScene } from './page-api-scene.ts';

let scene: PageApiScene;

/**
 * Answers as the content script of a companion does it, in a world of its own: what the page changes there does not reach here.
 */
const isolated = `
  const reply = message => window.postMessage({ channel: 'harbor_web_agent', ...message }, '*');
  window.addEventListener('message', ({ data, source }) => {
    if (source !== window || data?.channel !== 'harbor_web_agent') return;
    const { request, answer } = data;
    if (answer) return void document.documentElement.setAttribute('data-answer', JSON.stringify(answer));
    if (!request) return;
    const { id, type, payload } = request;
    if (type === 'session.promptStreaming')
      for (const token of ['a', 'b']) reply({ streamEvent: { id, event: { type: 'token', token } } });
    const results = { 'ai.createTextSession': 's1', 'agent.tools.list': [{ name: 'a/b', serverId: 'a' }] };
    if (type === 'agent.capabilities')
      reply({ ask: { id: 'ask-1', type: 'page.tool', payload: { name: 'own', args: { n: 1 } } } });
    if (type === 'agent.permissions.list')
      return reply({ response: { id, ok: false, error: { code: 'ERR_SCOPE_REQUIRED', message: 'Permission', details: { a: 1 } } } });
    reply({ response: { id, ok: true, result: results[type] ?? payload } });
  });`;

describeWith(['chromium'], 'the page API in a hostile page', () => {
  beforeAll(async () => {
    scene = await openPageApiScene();
  });
  afterAll(() => scene?.close());

  test('it uses nothing that the page has changed since: all that can be replaced is, and nothing of it is touched', async () => {
    const page = await scene.open({ flags: allOn, isolated, html: `<script>${attack}</script>` });
    expect(await page.evaluate('window.attack()')).toEqual({
      touched: '',
      prompted: { sessionId: 's1', input: 'Hi' },
      text: 'ab',
      ownTool: 2,
      names: ['a/b', 'page/own', 'page/drafted'],
      called: { tool: 'a/b', args: { x: 1 } },
      code: 'ERR_SCOPE_REQUIRED',
      details: 1,
      answer: { id: 'ask-1', ok: true, result: 2 },
    });
    await page.close();
  });

  test('where another extension was first and has put something else in the place of performance, requests are answered', async () => {
    const before = `Object.defineProperty(window, 'performance', { value: new Proxy(performance, {}), configurable: true });`;
    const page = await scene.open({ flags: allOn, isolated, before });
    expect(await page.evaluate(`agent.permissions.list().catch(({ code }) => code)`)).toBe('ERR_SCOPE_REQUIRED');
    expect(await page.evaluate(`agent.tools.list().then(([{ name }]) => name)`)).toBe('a/b');
    await page.close();
  });

  test('in a page that has no Headers, DOMException or bind any more the API is there, and what needs those says so', async () => {
    const html = `<script>
      delete window.Headers;
      delete window.DOMException;
      const { bind, call } = Function.prototype;
      const looks = [() => typeof agent, () => typeof harbor.agent, () => typeof navigator.modelContext];
      Object.assign(Function.prototype, { bind: null, call: null });
      window.first = [];
      for (const look of looks) try { first.push(look()); } catch ({ message }) { first.push(message); }
      Object.assign(Function.prototype, { bind, call });
    </script>`;
    const page = await scene.open({ flags: allOn, isolated, html });
    expect(await page.evaluate('window.first')).toEqual(Array(3).fill('object'));
    expect(await outcome(page, `agent.fetch('https://other.test/')`)).toEqual({ url: 'https://other.test/' });
    expect(await outcome(page, `agent.fetch('https://other.test/', { headers: { a: 'b' } })`)).toMatchObject({
      code: 'ERR_INVALID_REQUEST',
      message: expect.stringContaining('Headers'),
    });
    const refused = `navigator.modelContext.registerTool({ name: '/', description: 'd', execute() {} })`;
    expect(await outcome(page, `${refused}.catch(({ name, message }) => [name, message])`)).toEqual([
      ...['InvalidStateError', expect.stringContaining('"/" needs a description')],
    ]);
    await page.close();
  });

  test('a frame of another origin answers nothing, asks nothing and changes no flag', async () => {
    const page = await scene.open();
    await page.evaluate(() => (window.side.answers['agent.capabilities'] = null));
    const pending = outcome(page, 'agent.capabilities()');
    await expect.poll(() => page.evaluate(() => window.side.said.length)).toBe(1);
    await page.evaluate(async () => {
      const { id } = window.side.said[0]!.request!;
      const told = [
        { response: { id, ok: true, result: 'forged' } },
        { ask: { id: 'ask-1', type: 'page.tool', payload: { name: 'own' } } },
        { flags: { toolAccess: false } },
      ].map(message => ({ channel: 'harbor_web_agent', ...message }));
      const frame = document.createElement('iframe');
      frame.sandbox.add('allow-scripts');
      frame.srcdoc = `<script>for (const message of ${JSON.stringify(told)}) parent.postMessage(message, '*'); parent.postMessage('sent', '*');</script>`;
      const sent = new Promise(resolve => addEventListener('message', ({ data }) => data === 'sent' && resolve(null)));
      document.documentElement.append(frame);
      await sent;
      window.side.reply({ response: { id, ok: true, result: 'real' } });
    });
    expect(await pending).toBe('real');
    expect(await page.evaluate(() => window.side.said.length)).toBe(1);
    expect(await outcome(page, `agent.tools.list()`)).toEqual([]);
    await page.close();
  });

  test('what is no message, or none of ours, is passed over', async () => {
    const page = await scene.open();
    const faults = await page.evaluate(async () => {
      const faults: string[] = [];
      addEventListener('error', ({ message }) => faults.push(message));
      dispatchEvent(new Event('message'));
      const channel = 'harbor_web_agent';
      const odd = [null, 1, 'x', [], {}, { channel }, { channel: 'other', flags: { toolAccess: false } }];
      const kinds = ['response', 'streamEvent', 'agentEvent', 'ask', 'flags'];
      const values = [
        null,
        1,
        [],
        {},
        { id: 1 },
        { id: '__proto__', type: '__proto__', ok: true, event: {}, done: true },
      ];
      for (const message of [...odd, ...kinds.flatMap(kind => values.map(value => ({ channel, [kind]: value })))])
        postMessage(message, '*');
      await new Promise(resolve => setTimeout(resolve, 100));
      return faults;
    });
    expect(faults).toEqual([]);
    expect(await outcome(page, 'agent.capabilities()')).toBeNull();
    await page.close();
  });

  test('a promise whose maker the page has changed is waited for all the same', async () => {
    const html = `<script>
      navigator.modelContext.addTool({ name: 'own', handler: () => 7 });
      const { constructor } = Promise.prototype;
      Promise.prototype.constructor = class { static get [Symbol.species]() { throw new Error('asked'); } };
      const called = agent.tools.call('own');
      setTimeout(() => {
        Promise.prototype.constructor = constructor;
        called.then(result => { window.result = result; });
      });
    </script>`;
    const page = await scene.open({ html });
    await expect.poll(() => page.evaluate('window.result')).toBe(7);
    await page.close();
  });

  test('names of the prototype are no members, tools or agents', async () => {
    const page = await scene.open({ flags: allOn });
    expect(await outcome(page, `agent.tools.call('page/__proto__')`)).toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
    await outcome(page, `modelContext.addTool({ name: '__proto__', handler: () => 'own' })`);
    expect(await outcome(page, `agent.tools.call('page/__proto__')`)).toBe('own');
    await outcome(page, `agent.tools.call({ tool: 'a/b', args: JSON.parse('{"__proto__": {"x": 1}}') })`);
    expect(await page.evaluate(`({}).x`)).toBeUndefined();
    await page.close();
  });
});
