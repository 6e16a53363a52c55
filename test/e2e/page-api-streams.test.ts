// Sessions with a model, runs of an agent, and errors, as a page gets them from a content script that answers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { allOn, openPageApiScene, outcome, type PageApiScene } from './page-api-scene.ts';
import type { Page } from 'playwright';

let scene: PageApiScene;
let page: Page;

/** Runs in the page: answers a stream with these events, and ends or fails it. */
const streams = (type: string, events: readonly object[], end: object = { ok: true }) =>
  page.evaluate(
    ([type, events, end]) => {
      window.side.answers[type] = null;
      addEventListener('message', ({ data }) => {
        const { request } = data;
        if (request?.type !== type) return;
        for (const event of events) window.side.reply({ streamEvent: { id: request.id, event } });
        window.side.reply({ response: { id: request.id, ...end } });
      });
    },
    [type, events, end] as const,
  );

const tokens = ['Hel', 'lo', '!'].map(token => ({ type: 'token', token }));
const readAll = (stream: string) => `(async () => {
  const read = [];
  for await (const one of ${stream}) read.push(one);
  return read;
})()`;
const said = (kind: string) => page.evaluate(kind => window.side.said.filter(one => kind in one), kind);

describeWith(['chromium'], 'sessions and streams of the page API', () => {
  beforeAll(async () => {
    scene = await openPageApiScene();
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    page = await scene.open({ flags: allOn });
    await page.evaluate(() => {
      window.side.answers['ai.createTextSession'] = { result: 's1' };
      window.side.answers['agent.sessions.create'] = {
        result: { success: true, sessionId: 's2', capabilities: { tools: { allowed: true, allowedTools: ['a/b'] } } },
      };
    });
    await outcome(page, `ai.createTextSession().then(made => { window.session = made; })`);
    return () => page.close();
  });

  test('a piece of an answer is a text and an object at once', async () => {
    await streams('session.promptStreaming', tokens);
    const seen = await outcome(
      page,
      `(async () => {
        let text = '', objects = '', kinds = new Set();
        for await (const chunk of session.promptStreaming('Hi')) {
          text += chunk;
          if (chunk.type === 'token') objects += chunk.token;
          kinds.add(JSON.stringify([typeof chunk, chunk instanceof String, Object.keys(chunk).filter(key => isNaN(key))]));
        }
        return [text, objects, ...kinds];
      })()`,
    );
    expect(seen).toEqual(['Hello!', 'Hello!', '["object",true,["type","token"]]']);
  });

  test('nothing is asked before somebody reads, and each of two readers gets what is theirs', async () => {
    await streams('session.promptStreaming', tokens);
    await outcome(page, `session.promptStreaming('Hi') && null`);
    expect((await said('request')).length).toBe(1);
    const both = `Promise.all([1, 2].map(() => ${readAll(`session.promptStreaming('Hi')`)}))`;
    const [one, other] = (await outcome(page, `${both}.then(all => all.map(String))`)) as string[];
    expect([one, other]).toEqual(['Hel,lo,!', 'Hel,lo,!']);
  });

  test('pieces that come before they are asked for wait, and several askers are served in turn', async () => {
    await streams('session.promptStreaming', tokens);
    const asked = await outcome(
      page,
      `(async () => {
        const reader = session.promptStreaming('Hi')[Symbol.asyncIterator]();
        const results = await Promise.all([1, 2, 3, 4, 5].map(() => reader.next()));
        return results.map(({ done, value }) => [done, value && String(value)]);
      })()`,
    );
    const over = [true, undefined];
    expect(asked).toEqual([[false, 'Hel'], [false, 'lo'], [false, '!'], over, over]);
  });

  test('a failure rejects the reader that waits, or the one that comes later, once, with code and details', async () => {
    const error = {
      code: 'ERR_SCOPE_REQUIRED',
      message: 'Permission model:prompt required',
      details: { missing: [1] },
    };
    await streams('session.promptStreaming', tokens.slice(0, 1), { ok: false, error });
    const failed = { thrown: true, name: 'Error', ...error };
    expect(await outcome(page, readAll(`session.promptStreaming('Hi')`))).toEqual(failed);
    const late = `(async () => {
      const reader = session.promptStreaming('Hi')[Symbol.asyncIterator]();
      await new Promise(resolve => setTimeout(resolve, 50));
      const results = [String((await reader.next()).value)];
      await reader.next().catch(({ code }) => results.push(code));
      results.push((await reader.next()).done);
      return results;
    })()`;
    expect(await outcome(page, late)).toEqual(['Hel', 'ERR_SCOPE_REQUIRED', true]);
  });

  test('a failure as an event rejects too', async () => {
    await streams('session.promptStreaming', [
      ...tokens,
      { type: 'error', error: { code: 'ERR_MODEL_FAILED', message: 'No' } },
    ]);
    expect(await outcome(page, readAll(`session.promptStreaming('Hi')`))).toMatchObject({
      code: 'ERR_MODEL_FAILED',
      message: 'No',
    });
  });

  test('who stops reading aborts the request, and nothing of it is heard any more', async () => {
    await page.evaluate(() => (window.side.answers['session.promptStreaming'] = null));
    const stopped = outcome(
      page,
      `(async () => { for await (const chunk of session.promptStreaming('Hi')) return String(chunk); })()`,
    );
    await expect.poll(() => said('request')).toHaveLength(2);
    await page.evaluate(() => {
      const { id } = window.side.said.findLast(({ request }) => request)!.request!;
      for (const token of ['one', 'two']) window.side.reply({ streamEvent: { id, event: { type: 'token', token } } });
    });
    expect(await stopped).toBe('one');
    const [, { request } = {}] = await said('request');
    await expect.poll(() => said('abort')).toEqual([{ abort: { id: request!.id } }]);
  });

  test.each([
    ['a prompt', `session.prompt('Hi', { signal })`],
    ['a stream', readAll(`session.promptStreaming('Hi', { signal })`)],
    ['a run', readAll(`agent.run({ task: 'x', signal })`)],
    ['a session in the making', `ai.languageModel.create({ signal })`],
  ])('a signal aborts %s', async (_what, call) => {
    await page.evaluate(() => {
      for (const type of ['session.prompt', 'session.promptStreaming', 'agent.run', 'ai.languageModel.create'])
        window.side.answers[type] = null;
    });
    const begun = outcome(
      page,
      `(async () => {
        const aborter = new AbortController();
        const { signal } = aborter;
        setTimeout(() => aborter.abort(), 50);
        return ${call};
      })()`,
    );
    const aborted = { thrown: true, name: 'AbortError', code: 'ERR_CANCELLED' };
    expect(await begun).toMatchObject(aborted);
    const requests = await said('request');
    await expect.poll(() => said('abort')).toEqual([{ abort: { id: requests.at(-1)!.request!.id } }]);
    expect(await outcome(page, `(() => { const signal = AbortSignal.abort(); return ${call}; })()`)).toMatchObject(
      aborted,
    );
    expect(await said('request')).toHaveLength(requests.length);
  });

  test('a session ends with its signal', async () => {
    await outcome(
      page,
      `(async () => {
        const aborter = new AbortController();
        await ai.createTextSession({ signal: aborter.signal });
        aborter.abort();
      })()`,
    );
    await expect.poll(() => said('request').then(all => all.at(-1)?.request?.type)).toBe('session.destroy');
  });

  test('a clone is a session of its own', async () => {
    await page.evaluate(() => (window.side.answers['session.clone'] = { result: 's9' }));
    expect(await outcome(page, `session.clone().then(({ sessionId }) => [session.sessionId, sessionId])`)).toEqual([
      's1',
      's9',
    ]);
  });

  test('the end of a session that nobody waits for fails silently; who waits hears of it', async () => {
    await page.evaluate(() => {
      window.side.answers['session.destroy'] = { error: { code: 'ERR_SESSION_NOT_FOUND', message: 'Gone' } };
      addEventListener('unhandledrejection', () => (document.title = 'unhandled'));
    });
    await outcome(page, `(session.destroy(), null)`);
    expect(await outcome(page, `session.destroy()`)).toMatchObject({ code: 'ERR_SESSION_NOT_FOUND' });
    expect(await page.title()).toBe('Site');
  });

  test('a run tells all that comes, and its errors read as texts and as objects', async () => {
    const events = [
      { type: 'status', message: 'Begins' },
      { type: 'thinking', content: 'Hm' },
      { type: 'token', token: 'a' },
      { type: 'tool_call', tool: 'a/b', args: {} },
      { type: 'tool_result', tool: 'a/b', error: { code: 'ERR_TOOL_FAILED', message: 'Broke' } },
      { type: 'final', output: 'Done', citations: [{ source: 'tool', ref: 'a/b', excerpt: 'x' }] },
    ];
    await streams('agent.run', events);
    expect(await outcome(page, readAll(`agent.run({ task: 'x' })`))).toEqual(events);
    const texts = await outcome(
      page,
      `${readAll(`agent.run({ task: 'x' })`)}.then(all => all.filter(({ error }) => error).map(({ error }) => [String(error), error.code, Object.keys(error)]))`,
    );
    expect(texts).toEqual([['Broke', 'ERR_TOOL_FAILED', ['code', 'message']]]);
  });

  test('a run that has told its error ends; one that could not begin rejects', async () => {
    const error = { code: 'ERR_MODEL_FAILED', message: 'No' };
    await streams('agent.run', [{ type: 'error', error }], { ok: false, error });
    expect(await outcome(page, readAll(`agent.run({ task: 'x' })`))).toEqual([{ type: 'error', error }]);
    const refused = { code: 'ERR_SCOPE_REQUIRED', message: 'Permission model:tools required' };
    await page.evaluate(error => (window.side.answers['session.promptStreaming'] = { error }), refused);
    expect(await outcome(page, readAll(`session.promptStreaming('Hi')`))).toMatchObject(refused);
  });

  test('a session of an agent asks, calls tools and ends under its id', async () => {
    const session = `agent.sessions.create({ capabilities: { tools: ['a/b'] } })`;
    expect(
      await outcome(
        page,
        `${session}.then(({ sessionId, capabilities, listAllowedTools }) => [sessionId, capabilities.tools.allowed, listAllowedTools()])`,
      ),
    ).toEqual(['s2', true, ['a/b']]);
    await outcome(page, `${session}.then(made => made.callTool('a/b', { n: 1 }))`);
    await outcome(page, `${session}.then(made => made.prompt('Hi'))`);
    await outcome(page, `${session}.then(made => made.terminate())`);
    expect(
      (await said('request'))
        .filter(({ request }) => request?.type !== 'agent.sessions.create')
        .slice(1)
        .map(({ request }) => [request!.type, request!.payload]),
    ).toEqual([
      ['agent.tools.call', { tool: 'a/b', args: { n: 1 }, sessionId: 's2' }],
      ['session.prompt', { input: 'Hi', sessionId: 's2' }],
      ['agent.sessions.terminate', { sessionId: 's2' }],
    ]);
    await page.evaluate(() => {
      window.side.answers['agent.sessions.create'] = {
        result: { success: false, error: { code: 'ERR_INVALID_REQUEST', message: 'No' } },
      };
      window.side.answers['agent.sessions.terminate'] = { result: { terminated: true } };
    });
    expect(await outcome(page, session)).toMatchObject({ thrown: true, code: 'ERR_INVALID_REQUEST', message: 'No' });
    expect(await outcome(page, `agent.sessions.terminate('s2')`)).toBe(true);
  });

  test('what cannot be sent is refused at once, and so is what is no signal', async () => {
    expect(await outcome(page, `agent.tools.call({ tool: 'a/b', args: { on() {} } })`)).toMatchObject({
      code: 'ERR_INVALID_REQUEST',
    });
    expect(await outcome(page, `agent.browser.fetch('/x', { body: new Blob(['x']) })`)).toMatchObject({
      code: 'ERR_INVALID_REQUEST',
    });
    expect(await outcome(page, `session.prompt('Hi', { signal: {} })`)).toMatchObject({ name: 'TypeError' });
    expect(await said('request')).toHaveLength(1);
  });

  test('a picture is its address and an object that holds it', async () => {
    for (const result of ['data:image/png;base64,AA', { dataUrl: 'data:image/png;base64,AA' }]) {
      await page.evaluate(result => (window.side.answers['agent.browser.activeTab.screenshot'] = { result }), result);
      expect(
        await outcome(page, `agent.browser.activeTab.screenshot().then(shot => [String(shot), shot.dataUrl])`),
      ).toEqual(['data:image/png;base64,AA', 'data:image/png;base64,AA']);
    }
  });
});
