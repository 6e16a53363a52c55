// The page API where a real companion puts it, in real browsers: from the page through content script, companion and relay to a hub that the test plays.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { Refused } from '../support/played-pages.ts';
import { describeWith } from '../support/provided.ts';
import { allOn } from './page-api-scene.ts';
import { openWebAgentScene, type WebAgentScene } from './web-agent-scene.ts';
import { everywhere } from './web-agent-stories.ts';

/** Runs as a script of the page; what it comes to is written down in the document. */
const inPage = (code: string): string => {
  const script = `(async () => {
    let result;
    try { result = await (async () => { ${code} })(); }
    catch (error) { result = { thrown: error instanceof Error, code: error.code, message: error.message, details: error.details }; }
    document.documentElement.dataset.result = JSON.stringify(result ?? null);
  })()`;
  return `(delete document.documentElement.dataset.result,
    document.documentElement.append(Object.assign(document.createElement('script'), { textContent: ${JSON.stringify(script)} })), null)`;
};

describe.each(['chromium', 'firefox'] as const)('in %s', kind => {
  let scene: WebAgentScene;

  const run = async (code: string): Promise<unknown> => {
    await scene.tab.read(inPage(code));
    const read = () => scene.tab.read('document.documentElement.dataset.result ?? null');
    await expect.poll(read).toEqual(expect.any(String));
    return JSON.parse(String(await read()));
  };

  describeWith([kind], 'the page API of the companion', () => {
    beforeAll(async () => {
      scene = await openWebAgentScene(kind, {});
      scene.tell({ ...everywhere, flags: allOn });
      const isTold = async () => {
        await scene.openAsking([], scene.origin, `/ask?${Math.random()}`);
        return (await scene.flags())?.['multiAgent'] === true;
      };
      await until(isTold, 'pages have every part of the API');
    });
    afterAll(() => scene?.close());

    test('stands in the page as it does everywhere', async () => {
      const code = `
        const { get, configurable } = Object.getOwnPropertyDescriptor(window, 'agent');
        return [configurable, get.call(window) === agent, Object.isFrozen(agent), harbor.version, typeof navigator.modelContext.addTool,
          agent.tools === agent.tools, document.documentElement.dataset.webAgentsContentScript];`;
      expect(await run(code)).toEqual([true, true, true, '1.0.0', 'function', true, 'true']);
    });

    test('an answer comes in pieces, as the model gives them', async () => {
      scene.pages.answer = ({ type, payload, event }) => {
        if (type === 'ai.createTextSession') return 's1';
        for (const token of ['Hel', 'lo', '!']) event({ type: 'token', token });
        return payload;
      };
      const code = `
        const session = await ai.createTextSession();
        let text = '', kinds = '';
        for await (const chunk of session.promptStreaming('Hi')) { text += chunk; kinds += chunk.type + ' '; }
        return [session.sessionId, text, kinds];`;
      expect(await run(code)).toEqual(['s1', 'Hello!', 'token token token ']);
    });

    test('who stops reading cancels the request at the hub', async () => {
      let asked = -1;
      scene.pages.answer = ({ event, id }) => {
        asked = id;
        event({ type: 'status', message: 'Begins' });
        return new Promise(() => {});
      };
      expect(await run(`for await (const { message } of agent.run({ task: 'x' })) return message;`)).toBe('Begins');
      await expect.poll(() => scene.pages.cancelled).toContain(asked);
    });

    test('a refusal of the hub comes with its code and details', async () => {
      scene.pages.answer = () => {
        throw new Refused('ERR_SCOPE_REQUIRED', 'Permission mcp:tools.list required', {
          requiredScope: 'mcp:tools.list',
        });
      };
      expect(await run(`return agent.tools.list();`)).toEqual({
        ...{ thrown: true, code: 'ERR_SCOPE_REQUIRED', message: 'Permission mcp:tools.list required' },
        details: { requiredScope: 'mcp:tools.list' },
      });
    });

    test('the hub hears of the tools of the page, and calls them', async () => {
      scene.pages.answer = () => [];
      const code = `
        navigator.modelContext.addTool({ name: 'twice', description: 'Doubles', handler: async ({ n }) => n * 2 });
        navigator.modelContext.addTool({ name: 'fail', handler: () => { throw new Error('It broke'); } });
        return agent.tools.list();`;
      const mine = [
        { name: 'page/twice', description: 'Doubles', serverId: 'page' },
        { name: 'page/fail', serverId: 'page' },
      ];
      expect(await run(code)).toEqual(mine);
      expect(scene.pages.tools.at(-1)).toEqual([{ name: 'twice', description: 'Doubles' }, { name: 'fail' }]);
      const { page } = await scene.pages.open('/ask');
      expect(await scene.pages.ask(page, 'page.tool', { name: 'twice', args: { n: 4 } })).toMatchObject({ result: 8 });
      expect(await scene.pages.ask(page, 'page.tool', { name: 'fail', args: {} })).toMatchObject({
        error: { message: 'It broke', data: { code: 'ERR_TOOL_FAILED' } },
      });
    });

    test('an agent of the page answers for itself, and hears what others write', async () => {
      scene.pages.answer = () => ({ id: 'agent-1', name: 'Reader' });
      const code = `
        const { agents } = agent;
        agents.onMessage(({ payload }) => { document.documentElement.dataset.message = payload; });
        agents.onInvoke(({ task, input }) => ({ did: task, with: input }));
        return agents.register({ name: 'Reader' });`;
      expect(await run(code)).toEqual({ id: 'agent-1', name: 'Reader' });
      const { page } = await scene.pages.open('/ask');
      const invocation = { invocationId: 'i1', agentId: 'agent-1', from: 'other', task: 'read', input: 3 };
      expect(await scene.pages.ask(page, 'page.invoke', invocation)).toMatchObject({
        result: { success: true, result: { did: 'read', with: 3 } },
      });
      scene.pages.tell(page, 'agentEvent', { type: 'message', message: { payload: 'Hi' } });
      await expect.poll(() => scene.tab.read('document.documentElement.dataset.message ?? null')).toBe('Hi');
    });

    test('a flag that changes while the page is open holds for the next call', async () => {
      scene.pages.answer = () => [];
      await run('return agent.tools.list();');
      const { page } = await scene.pages.open('/ask');
      scene.pages.tell(page, 'flags', { ...allOn, toolAccess: false });
      const marks = `document.getElementById('harbor-feature-flags').textContent`;
      await expect
        .poll(async () => JSON.parse(String(await scene.tab.read(marks))))
        .toMatchObject({ toolAccess: false });
      expect(await run('return agent.tools.list();')).toMatchObject({ code: 'ERR_FEATURE_DISABLED' });
    });
  });
});
