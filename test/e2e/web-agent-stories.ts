// What pages get of the Web Agent API in one kind of browser: three channels, before their first script, where the user lets them and nowhere else.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageFlags } from '../../contract/web-agent.ts';
import { type PageExchange, pageTranscripts, readTranscript } from '../support/page-transcripts.ts';
import { Refused } from '../support/played-pages.ts';
import { describeWith } from '../support/provided.ts';
import { frameStories } from './web-agent-frames.ts';
import {
  type BrowserKind,
  type Heard,
  openWebAgentScene,
  type SceneOptions,
  type WebAgentScene,
} from './web-agent-scene.ts';
import type { CompanionSites } from '../../contract/schemas/web-agent.ts';

export const everywhere: CompanionSites = { on: true, files: false, flags: pageFlags, sites: [] };
export const asks = (id: string, type = 'agent.permissions.list', payload: unknown = {}) => ({
  channel: 'harbor_web_agent',
  request: { id, type, payload },
});
export const answerTo = (id: string) => (heard: Heard) => heard.response?.id === id;

/** `more`: what only this kind of browser has, and needs the same scene. */
export function webAgentStories(
  kind: BrowserKind,
  more: (scene: () => WebAgentScene) => void = () => {},
  options: SceneOptions = {},
): void {
  describeWith([kind], `the Web Agent API in ${kind}`, () => {
    let scene: WebAgentScene;
    beforeAll(async () => {
      scene = await openWebAgentScene(kind, options);
    });
    afterAll(() => scene?.close());
    beforeEach(() => {
      scene.pages.answer = ({ type, payload }) => ({ type, payload });
    });

    /** Which flags a page finds, once they are as told. */
    const found = (origin = scene.origin) =>
      expect.poll(async () => {
        await scene.openAsking([], origin, `/ask?${Math.random()}`);
        return scene.flags();
      });

    test('Before a hub has said anything, each page has it with the defaults, before its first script.', async () => {
      await scene.openAsking([asks('first')]);
      expect(await scene.flags()).toEqual(pageFlags);
      expect((await scene.hear(answerTo('first'))).response).toMatchObject({
        ok: true,
        result: { type: 'agent.permissions.list', payload: {} },
      });
    });

    frameStories(() => scene);

    test('The hub is told who asks by the browser alone.', async () => {
      await scene.openAsking([asks('who', 'agent.permissions.list', { origin: 'https://bank.example' })]);
      await scene.hear(answerTo('who'));
      const { opened } = await scene.pages.open('/ask');
      expect(opened).toMatchObject({ frameId: 0, origin: scene.origin, title: expect.any(String) });
      expect(opened.document).not.toBe('');
      expect(opened.url.split('#')[0]).toBe(`${scene.origin}/ask`);
    });

    test.each(pageTranscripts)('The channel %s is answered as its transcript has it.', async name => {
      const exchanges = readTranscript(name);
      const bySaid = new Map(exchanges.filter(({ here }) => !here).map(exchange => [keyOf(exchange), exchange]));
      scene.pages.answer = ({ type, payload, event }) => {
        const exchange = [...bySaid.values()].find(one => isAsked(one, type, payload));
        if (!exchange) throw new Error(`Nobody asked ${type}.`);
        bySaid.delete(keyOf(exchange));
        const { events = [], result, error } = exchange;
        for (const one of events) event(one);
        if (error) throw new Refused(error.code, error.message, error.details);
        return result;
      };
      await scene.openAsking([]);
      for (const { said } of exchanges) await scene.post([said]);
      const wanted = exchanges.map(({ heard }) => heard ?? []);
      await expect
        .poll(async () => {
          const heard = await scene.heard();
          return exchanges.map(exchange => heard.filter(one => keyIn(one) === keyOf(exchange)));
        })
        .toEqual(wanted);
    });

    test('Frames of a page get nothing, of its own origin neither.', async () => {
      const before = scene.pages.asked.length;
      const says = encodeURIComponent(JSON.stringify([asks('inside')]));
      await scene.tab.goTo(`${scene.origin}/framing?says=${says}`);
      await scene.openAsking([asks('outside')]);
      await scene.hear(answerTo('outside'));
      expect(scene.pages.asked.slice(before)).toHaveLength(1);
    });

    test('Flags of an origin are there at once in its pages, and in those of another port are not.', async () => {
      const flags = { toolCalling: true, textGeneration: false };
      scene.tell({ ...everywhere, sites: [{ origin: scene.origin, blocked: false, flags }] });
      await found().toEqual({ ...pageFlags, ...flags });
      await found(scene.otherPort).toEqual(pageFlags);
    });

    test('Flags of all pages are changed by the next word of the hub, and those of an origin stand over them.', async () => {
      const sites = [{ origin: scene.origin, blocked: false, flags: { toolCalling: false } }];
      scene.tell({ ...everywhere, flags: { ...pageFlags, toolCalling: true, multiAgent: true }, sites });
      await found(scene.otherPort).toEqual({ ...pageFlags, toolCalling: true, multiAgent: true });
      await found().toEqual({ ...pageFlags, multiAgent: true });
    });

    test('A blocked origin gets nothing, another port of its host everything, and an open page is refused at once.', async () => {
      scene.tell(everywhere);
      await found().toEqual(pageFlags);
      await scene.openAsking([asks('before')]);
      await scene.hear(answerTo('before'));
      scene.tell({ ...everywhere, sites: [{ origin: scene.origin, blocked: true, flags: {} }] });
      await expect
        .poll(async () => {
          const id = `after-${Math.random()}`;
          await scene.post([asks(id)]);
          return (await scene.hear(answerTo(id))).response;
        })
        .toMatchObject({
          ok: false,
          error: { code: 'ERR_PERMISSION_DENIED', message: expect.stringContaining('Permission') },
        });
      await found().toBeNull();
      await found(scene.otherPort).toEqual(pageFlags);
      const before = scene.pages.asked.length;
      await scene.openAsking([asks('blocked')]);
      await scene.openAsking([asks('free')], scene.otherPort);
      await scene.hear(answerTo('free'));
      expect(scene.pages.asked.slice(before)).toHaveLength(1);
    });

    test('Switched off, no page has it; switched on, the next one has.', async () => {
      scene.tell({ ...everywhere, on: false });
      await found().toBeNull();
      scene.tell(everywhere);
      await found().toEqual(pageFlags);
    });

    test('What runs in an open page hears of flags that change.', async () => {
      await scene.openAsking([asks('listening')], scene.origin, '/ask?listening');
      await scene.hear(answerTo('listening'));
      const { page } = await scene.pages.open('?listening');
      scene.pages.tell(page, 'flags', { ...pageFlags, multiAgent: true });
      expect(await scene.hear(({ flags }) => flags !== undefined)).toEqual({
        channel: 'harbor_web_agent',
        flags: { ...pageFlags, multiAgent: true },
      });
    });

    test('The hub asks the document: for its links, for tools of the site, and for nothing that the companion does not know.', async () => {
      await scene.openAsking([asks('asked')], scene.origin, '/ask?asked');
      await scene.hear(answerTo('asked'));
      const { page } = await scene.pages.open('?asked');
      const ask = (method: string, params = {}) => scene.pages.ask(page, method, params);
      expect((await ask('do.discoverMcp')).result).toEqual({
        servers: [
          {
            url: `${scene.origin}/mcp`,
            title: 'Shop',
            description: 'Orders',
            tools: ['add', 'list'],
            transport: 'sse',
          },
        ],
      });
      expect((await ask('do.discoverAddressBar')).result).toEqual({
        providers: [{ origin: scene.origin, name: 'Goods', endpoint: `${scene.origin}/suggest`, patterns: ['shop *'] }],
      });
      expect((await ask('page.websiteTool', { toolName: 'add', args: { a: 1, b: 2 } })).result).toBe(3);
      expect((await ask('page.websiteTool', { toolName: 'zzz', args: {} })).error).toMatchObject({
        message: 'no such tool',
        data: { code: 'ERR_TOOL_FAILED' },
      });
      expect((await ask('do.somethingElse')).error).toMatchObject({ data: { code: 'ERR_NOT_IMPLEMENTED' } });
    });

    test('A document that is left is closed at the hub, and shown again it is served again.', async () => {
      await scene.openAsking([asks('here')], scene.origin, '/ask?left');
      await scene.hear(answerTo('here'));
      const { page } = await scene.pages.open('?left');
      await scene.openAsking([]);
      await expect.poll(() => scene.pages.closed).toContain(page);
      await scene.tab.back();
      await expect.poll(() => scene.tab.read('location.search')).toBe('?left');
      await scene.post([asks('again')]);
      await scene.hear(answerTo('again'));
    });

    /** Its first script posts these, and it counts what it is posted by id. */
    const countingPage = (messages: readonly object[], more = '') =>
      scene.pageOf(`<script>
        var counted = {};
        addEventListener('message', ({ data: { request, response, requestId, type } }) => {
          const id = request?.id ?? (response ? 'answer to ' + response.id : type + ' of ' + requestId);
          counted[id] = (counted[id] ?? 0) + 1;
        });
        for (const message of ${JSON.stringify(messages)}) postMessage(message, '*');
        ${more}
      </script><h1>Counts</h1>`);
    const counted = async () => JSON.parse(String(await scene.tab.read('JSON.stringify(window.counted ?? null)')));
    /** Without waiting for the end of its load, which some pages have none of. */
    const leadTo = async (url: string) => {
      await scene.tab.goTo(scene.pageOf('<h1>Before</h1>'));
      await scene.tab.read(`setTimeout(() => { location.href = ${JSON.stringify(url)} }) > 0`);
    };

    test('What a page says while it is being read is heard afterwards, each request once, and the page is told nothing twice.', async () => {
      const bare = { id: 'other', type: 'agent.permissions.list', payload: {} };
      await scene.tab.goTo(
        countingPage([
          asks('own'),
          { channel: 'web_agents_api', request: bare },
          { namespace: 'harbor-provider', type: 'list_permissions', requestId: 'first', payload: {} },
        ]),
      );
      const once = { own: 1, other: 1, 'list_permissions of first': 1 };
      const answers = { 'answer to own': 1, 'answer to other': 1, 'list_permissions_result of first': 1 };
      await expect.poll(counted).toEqual({ ...once, ...answers });
      await scene.tab.read(`postMessage(${JSON.stringify(asks('after'))}, '*')`);
      await expect.poll(counted).toMatchObject({ ...once, ...answers, after: 1, 'answer to after': 1 });
    });

    test('What a page takes back while it is being read is cancelled at the hub.', async () => {
      const taken = new Promise<number>(resolve => {
        scene.pages.answer = ({ type, payload, id }) => {
          if (payload['never'] !== true) return { type };
          resolve(id);
          return new Promise(() => {});
        };
      });
      await scene.tab.goTo(
        countingPage([
          asks('taken-back', 'agent.permissions.list', { never: true }),
          { channel: 'harbor_web_agent', abort: { id: 'taken-back' } },
          asks('kept'),
        ]),
      );
      await expect.poll(counted).toMatchObject({ 'answer to kept': 1 });
      const id = await taken;
      await expect.poll(() => scene.pages.cancelled).toContain(id);
    });

    test('A page that is written anew before it was read to its end is served.', async () => {
      const written = `<script>
        addEventListener('message', ({ data: { response } }) => {
          if (response?.ok && !response.id.includes('-')) sessionStorage.rewritten += response.id + ' ';
        });
        agent.permissions.list().then(() => { sessionStorage.rewritten += 'own '; });
        postMessage(${JSON.stringify(asks('bare'))}, '*');
      </script>`;
      const html = `<script>
        sessionStorage.rewritten = '';
        addEventListener('DOMContentLoaded', () => {
          document.open();
          document.write(${JSON.stringify(written).replaceAll('<', String.raw`\u003c`)});
          document.close();
        });
      </script>`;
      await leadTo(scene.pageOf(html));
      await expect.poll(() => scene.tab.read('sessionStorage.rewritten')).toMatch(/^(?=.*own)(?=.*bare)/);
      await scene.tab.read(`postMessage(${JSON.stringify(asks('later'))}, '*')`);
      await expect.poll(() => scene.tab.read('sessionStorage.rewritten')).toMatch(/later/);
    });

    test.each([
      ['is never read to its end', ''],
      ['is stopped while it is read', 'stop();'],
    ])('A page that %s is served.', async (_name, more) => {
      await leadTo(
        `${countingPage([asks('unended')], `agent.permissions.list().then(() => (counted.own = 1)); ${more}`)}?unended`,
      );
      await expect.poll(counted).toMatchObject({ unended: 1, 'answer to unended': 1, own: 1 });
    });

    test('A page that floods is bounded, and the hub is asked what it may ask.', async () => {
      const before = scene.pages.asked.length;
      await scene.openAsking([], scene.origin, '/ask?flood');
      await scene.tab.read(
        `Array.from({ length: 10000 }, (_, at) => document.dispatchEvent(new CustomEvent('flood', { detail: at }))).length`,
      );
      await expect
        .poll(async () => (await scene.tab.read('document.documentElement.dataset.flooded')) ?? 0)
        .toBe('10000');
      expect(scene.pages.asked.length - before).toBeLessThan(1_000);
    });

    test('What no JSON may hold is refused before it reaches the hub, which goes on serving.', async () => {
      await scene.openAsking([
        asks('proto', 'agent.tools.call', { __proto__x: 1 }),
        { channel: 'harbor_web_agent', request: { id: 'list', type: 'agent.tools.call', payload: ['no', 'object'] } },
        asks('unknown', 'constructor'),
      ]);
      expect((await scene.hear(answerTo('list'))).response?.error?.code).toBe('ERR_INVALID_REQUEST');
      expect((await scene.hear(answerTo('unknown'))).response?.error?.code).toBe('ERR_NOT_IMPLEMENTED');
    });

    test('While no hub is there a page is told what to do, and when it is back, the page that is open is served again.', async () => {
      scene.pages.answer = ({ payload, type }) => (payload['never'] ? new Promise(() => {}) : { type });
      await scene.openAsking([asks('kept', 'agent.permissions.list', { never: true })], scene.origin, '/ask?away');
      const { page, opened } = await scene.pages.open('?away');
      const endpoints = scene.hub.peers.length;
      await scene.hub.stop();
      expect((await scene.hear(answerTo('kept'))).response?.error).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
      await scene.post([asks('alone', 'agent.sessions.list'), asks('own')]);
      expect((await scene.hear(answerTo('alone'))).response?.error).toMatchObject({
        code: 'ERR_SERVER_UNAVAILABLE',
        message: expect.stringContaining('Start Pilothouse'),
      });
      // What needs no hub the companion answers.
      expect((await scene.hear(answerTo('own'))).response).toMatchObject({ result: { origin: scene.origin } });
      expect(scene.hub.peers).toHaveLength(endpoints);
      await scene.hub.listen();
      await scene.comeBack();
      await scene.post([asks('back')]);
      expect((await scene.hear(answerTo('back'))).response).toMatchObject({ ok: true });
      const again = await scene.pages.open('?away');
      expect(again.page).not.toBe(page);
      expect(again.opened.document).toBe(opened.document);
    });

    more(() => scene);
  });
}

function keyOf({ said }: PageExchange): string | undefined {
  return keyIn(said);
}

function keyIn(message: Heard & { readonly request?: { readonly id: string } }): string | undefined {
  return message.request?.id ?? message.response?.id ?? message.streamEvent?.id ?? message.requestId;
}

function isAsked({ asked }: PageExchange, type: string, payload: unknown): boolean {
  return asked?.type === type && JSON.stringify(asked.payload ?? {}) === JSON.stringify(payload);
}
