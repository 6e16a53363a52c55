// What hostile documents try on the channels of others: frames of every kind, windows that open each other, documents that are written anew.
// Each is refused, and an ordinary page in another tab is served meanwhile.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { Refused } from '../support/played-pages.ts';
import { describeWith } from '../support/provided.ts';
import { attack } from './hostile-script.ts';
import { type BrowserKind, openWebAgentScene, type SceneOptions, type WebAgentScene } from './web-agent-scene.ts';
import { asks } from './web-agent-stories.ts';

/** As it may stand in a script of a page. */
const written = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** What is posted in hope that somebody takes it for a message of the page that it reaches, on each channel. */
const forged = (evil: string) => [
  asks(`${evil}-1`, 'agent.permissions.list', { evil }),
  {
    channel: 'web_agents_api',
    request: { id: `${evil}-2`, type: 'agent.permissions.list', payload: { evil } },
  },
  { namespace: 'harbor-provider', type: 'list_permissions', requestId: `${evil}-3`, payload: { evil } },
  { channel: 'harbor_web_agent', tools: [{ name: evil, description: 'Forged' }] },
];

/** Posts that to those windows, then tells its page that it did, and whether it has the API itself. */
const attackScript = (evil: string, windows: string) => `<script>
  for (const to of [${windows}]) for (const message of ${written(forged(evil))}) to.postMessage(message, '*');
  (opener ?? top).postMessage({ attacked: ${written(evil)}, has: 'agent' in window || 'harbor' in window }, '*');
</script>`;

/** Keeps who has attacked, and what was answered to the page, where the test finds it whatever becomes of the document. */
const keeping = `<script>
  var attacked = {}, answered = {};
  addEventListener('message', ({ data, source }) => {
    if (data.attacked) attacked[data.attacked] = data.has;
    const id = data.response?.id ?? (data.type?.endsWith('_result') || data.type === 'error' ? data.requestId : undefined);
    if (id && source === window) answered[id] = (answered[id] ?? 0) + 1;
    sessionStorage.attacked = JSON.stringify(attacked);
    sessionStorage.answered = JSON.stringify(answered);
  });
  sessionStorage.clear();
</script>`;

export function attackStories(
  kind: BrowserKind,
  more: (scene: () => WebAgentScene) => void = () => {},
  options: SceneOptions = {},
): void {
  describeWith([kind], `attacks of pages in ${kind}`, () => {
    let scene: WebAgentScene;
    beforeAll(async () => {
      scene = await openWebAgentScene(kind, options);
    });
    afterAll(() => scene?.close());
    beforeEach(() => {
      scene.pages.answer = ({ type, payload }) => ({ type, payload });
    });

    const page = (html: string, origin?: string) => scene.pageOf(html, origin);
    const kept = async (what: 'attacked' | 'answered'): Promise<Record<string, unknown>> =>
      JSON.parse(String((await scene.tab.read(`sessionStorage.${what}`)) ?? '{}'));
    const post = (messages: readonly object[]) =>
      scene.tab.read(`${written(messages)}.map(message => window.postMessage(message, '*')).length`);
    /** What the hub was asked by that name, on whatever channel. */
    const heardOf = (evil: string) => scene.pages.asked.filter(({ payload }) => payload['evil'] === evil);
    const offered = () => scene.pages.tools.flat().map(tool => (tool as { name: string }).name);

    /** An ordinary page of the other origin, in a tab of its own. */
    async function expectOthersServed(): Promise<void> {
      const messages = written([asks('ordinary')]);
      const html = `${keeping}<script>for (const message of ${messages}) postMessage(message, '*');</script>`;
      await scene.tab.beside(page(html, scene.otherPort), async read => {
        await expect.poll(() => read('sessionStorage.answered')).toBe('{"ordinary":1}');
      });
    }

    /** The page of the tab is served as ever: each of its requests once, on each channel. */
    async function expectServed(name: string): Promise<void> {
      await post(forged(name));
      await expect.poll(() => kept('answered')).toMatchObject({ [`${name}-1`]: 1, [`${name}-2`]: 1, [`${name}-3`]: 1 });
      expect(heardOf(name)).toHaveLength(3);
    }

    test('Frames of every kind get nothing and reach no channel of the page around them, whatever it lets them.', async () => {
      const { origin, otherPort, tab } = scene;
      const attack = (name: string) => attackScript(name, 'window, parent, top');
      const http = (name: string, at: string) => ({ src: page(attack(name), at) });
      const kinds: Record<string, Record<string, string>> = {
        srcdoc: { srcdoc: attack('srcdoc') },
        'srcdoc-sandboxed': { srcdoc: attack('srcdoc-sandboxed'), sandbox: 'allow-scripts' },
        'srcdoc-as-same': { srcdoc: attack('srcdoc-as-same'), sandbox: 'allow-scripts allow-same-origin' },
        data: { src: `data:text/html,${encodeURIComponent(attack('data'))}` },
        javascript: { src: `javascript:${written(attack('javascript'))}` },
        'other-sandboxed': { ...http('other-sandboxed', otherPort), sandbox: 'allow-scripts' },
        'same-sandboxed': { ...http('same-sandboxed', origin), sandbox: 'allow-scripts' },
        'other-unlet': { ...http('other-unlet', otherPort), allow: '' },
        'same-unlet': { ...http('same-unlet', origin), allow: '' },
      };
      const html = `${keeping}<body><script>
        const add = attributes => {
          const frame = document.createElement('iframe');
          for (const [name, value] of Object.entries({ allow: 'web-agent *', ...attributes })) frame.setAttribute(name, value);
          document.body.append(frame);
          return frame;
        };
        for (const attributes of ${written(Object.values(kinds))}) add(attributes);
        add({ src: URL.createObjectURL(new Blob([${written(attack('blob'))}], { type: 'text/html' })) });
        const { contentDocument } = add({});
        contentDocument.open();
        contentDocument.write(${written(attack('written'))});
        contentDocument.close();
        const holder = document.createElement('object');
        holder.type = 'text/html';
        holder.data = ${written(page(attack('object'), otherPort))};
        document.body.append(holder);
      </script>`;
      await tab.goTo(page(html));
      const names = [...Object.keys(kinds), 'blob', 'written', 'object'];
      await expect.poll(() => kept('attacked')).toEqual(Object.fromEntries(names.map(name => [name, false])));
      await expectServed('around-frames');
      await expectOthersServed();
      for (const name of names) expect(heardOf(name), name).toEqual([]);
      expect(offered().filter(name => names.includes(name))).toEqual([]);
    });

    test('A window and the one that opened it do not reach each other’s channels, of one origin or of two.', async () => {
      const { origin, otherPort, tab } = scene;
      const opened = (name: string) => `${keeping}${attackScript(name, 'opener')}<script>
        opener.postMessage('ready', '*');
      </script>`;
      const names = { 'from-same': origin, 'from-other': otherPort };
      const windows = Object.entries(names).map(([name, at]) => page(opened(name), at));
      const html = `${keeping}<script>
        addEventListener('message', ({ data, source }) => {
          if (data !== 'ready') return;
          for (const message of ${written(forged('from-opener'))}) source.postMessage(message, '*');
        });
        for (const url of ${written(windows)}) window.open(url);
      </script>`;
      await tab.goTo(page(html));
      await expect.poll(async () => Object.keys(await kept('attacked'))).toHaveLength(2);
      await expectServed('opener');
      await expectOthersServed();
      for (const name of [...Object.keys(names), 'from-opener']) expect(heardOf(name), name).toEqual([]);
    });

    test('A window without an address of the web, into which its opener writes, gets nothing.', async () => {
      const html = `${keeping}<script>
        for (const [name, url] of [['blank', ''], ['blob', URL.createObjectURL(new Blob([${written(attackScript('popup-blob', 'window, opener'))}], { type: 'text/html' }))]]) {
          const opened = window.open(url);
          if (name === 'blob') continue;
          opened.document.open();
          opened.document.write(${written(attackScript('popup-blank', 'window, opener'))});
          opened.document.close();
        }
      </script>`;
      await scene.tab.goTo(page(html));
      await expect.poll(() => kept('attacked')).toEqual({ 'popup-blank': false, 'popup-blob': false });
      await expectServed('opener-of-blank');
      await expectOthersServed();
      for (const name of ['popup-blank', 'popup-blob']) expect(heardOf(name), name).toEqual([]);
    });

    test('What is left of a document speaks for none that has come into its place.', async () => {
      const { otherPort, tab } = scene;
      const victim = page(
        `${keeping}<script>
        addEventListener('message', ({ source }) => opener.postMessage({ attacked: 'reached', has: source === window }, '*'));
        opener.postMessage('there', '*');</script>`,
        otherPort,
      );
      const remains = `<script>
        opener.attackLater = messages => { for (const message of messages) { window.postMessage(message, '*'); self.postMessage(message, '*'); } };
        opener.postMessage('armed', '*');
      </script>`;
      const html = `${keeping}<script>
        let opened;
        addEventListener('message', ({ data }) => {
          if (data === 'armed') opened.location = ${written(victim)};
          if (data !== 'there') return;
          attackLater(${written(forged('remains'))});
          postMessage({ attacked: 'remains', has: false }, '*');
        });
        opened = window.open(${written(page(remains))});
      </script>`;
      await tab.goTo(page(html));
      await expect.poll(() => kept('attacked')).toEqual({ remains: false, reached: false });
      await expectServed('beside-remains');
      await expectOthersServed();
      expect(heardOf('remains')).toEqual([]);
    });

    test('A page that is written anew is served as before, each request once.', async () => {
      await scene.tab.goTo(page(keeping));
      await expectServed('before-writing');
      for (const round of ['first', 'second']) {
        await scene.tab.read(`setTimeout(() => {
          document.open();
          document.write(${written(`<title>Written</title>${keeping}<script>
            agent.permissions.list().catch(() => {}).then(() => { sessionStorage.written = '${round}'; });
          </script>`)});
          document.close();
        }) > 0`);
        // Its own script is answered by the API that was there before.
        await expect.poll(() => scene.tab.read('sessionStorage.written')).toBe(round);
        await expectServed(`written-${round}`);
      }
      await expectOthersServed();
    });

    test('What a javascript: address puts in place of a page is no second page.', async () => {
      await scene.tab.goTo(page(keeping));
      await expectServed('before-javascript');
      const html = `${keeping}<script>sessionStorage.written = 'javascript'</script>`;
      await scene.tab.read(`setTimeout(() => { location.href = ${written(`javascript:${written(html)}`)} }) > 0`);
      await expect.poll(() => scene.tab.read('sessionStorage.written')).toBe('javascript');
      await expectServed('javascript');
      await expectOthersServed();
    });

    test('What a page has changed of its globals is not used on the whole way, and it gets what it asked for.', async () => {
      const results: Record<string, unknown> = {
        'ai.createTextSession': 's1',
        'agent.tools.list': [{ name: 'a/b', serverId: 'a' }],
      };
      const answered: Promise<Record<string, unknown>>[] = [];
      scene.pages.answer = ({ type, payload, event, page }) => {
        if (type === 'session.promptStreaming') for (const token of ['a', 'b']) event({ type: 'token', token });
        if (type === 'agent.capabilities')
          answered.push(scene.pages.ask(page, 'page.tool', { name: 'own', args: { n: 1 } }));
        if (type === 'agent.permissions.list') throw new Refused('ERR_SCOPE_REQUIRED', 'Permission', { a: 1 });
        return results[type] ?? payload;
      };
      // Whoever looks into the page meanwhile would touch what it has changed.
      const html = `<script>${attack}</script><script>
        document.documentElement.dataset.answer = 'null';
        addEventListener('load', () => setTimeout(async () => {
          sessionStorage.result = JSON.stringify(await attacked());
          postMessage(${written(asks('over', 'agent.sessions.list'))}, '*');
        }, 500));
      </script>`;
      const asked = scene.pages.asked.length;
      await scene.tab.goTo(page(html));
      await until(
        () => scene.pages.asked.slice(asked).some(({ type }) => type === 'agent.sessions.list'),
        'all is as it was',
      );
      expect(await Promise.all(answered)).toMatchObject([{ result: 2 }]);
      await expect
        .poll(async () => JSON.parse(String(await scene.tab.read('sessionStorage.result'))))
        .toEqual({
          ...{ touched: '', prompted: { sessionId: 's1', input: 'Hi' }, text: 'ab', ownTool: 2, answer: null },
          ...{ names: ['a/b', 'page/own', 'page/drafted'], called: { tool: 'a/b', args: { x: 1 } } },
          ...{ code: 'ERR_SCOPE_REQUIRED', details: 1 },
        });
      scene.pages.answer = ({ type, payload }) => ({ type, payload });
      await expectOthersServed();
    });

    more(() => scene);
  });
}
