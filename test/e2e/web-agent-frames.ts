// Frames and the Web Agent API: they have it where every page around them lets them, as the browser has it and not as they say.
import { expect, test } from 'vitest';
import type { WebAgentScene } from './web-agent-scene.ts';

/** What a frame told the page of its tab. */
export interface Inside {
  /** Whether the API is there for it. */
  readonly has: boolean;
  /** What its last request came to: `ok`, or the code of its error. */
  readonly end: string | null;
}

/** A page with one frame for each `frame`, which is `NAME ALLOW SRC`; what they tell is kept. */
export function embedding(frames: readonly string[]): string {
  const elements = frames.map(frame => {
    const { name, allow, src } = JSON.parse(frame) as Record<'name' | 'allow' | 'src', string>;
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<iframe id="${name}" allow="${escaped(allow)}" src="${escaped(src)}"></iframe>`;
  });
  return `<!doctype html><title>Embedding</title><script>
    const inside = {};
    addEventListener('message', ({ data }) => {
      if (typeof data?.inside !== 'string') return;
      inside[data.inside] = { has: data.has, end: data.end };
      document.documentElement.dataset.inside = JSON.stringify(inside);
    });
  </script>${elements.join('')}`;
}

/** It tells what it has, and asks as often as it is told to. */
export const embedded = `<!doctype html><title>Embedded</title><script>
  const inside = new URLSearchParams(location.search).get('name');
  const tell = (end = null) => top.postMessage({ inside, has: 'agent' in window, end }, '*');
  const ask = () => agent.permissions.list().then(() => tell('ok'), ({ code }) => tell(code));
  addEventListener('message', ({ data }) => {
    if (data === 'ask') 'agent' in window ? ask() : tell('none');
    if (data?.go) location = data.go;
  });
  if ('agent' in window) ask();
  else {
    addEventListener('agent-ready', ask, { once: true });
    tell();
  }
</script>`;

export function frameStories(scene: () => WebAgentScene): void {
  const inner = (name: string, origin = scene().otherPort) => `${origin}/inner?name=${name}&${Math.random()}`;
  const outer = (frames: readonly Record<'name' | 'allow' | 'src', string>[], origin = scene().origin) =>
    `${origin}/embedding?${frames.map(frame => `frame=${encodeURIComponent(JSON.stringify(frame))}`).join('&')}`;
  const told = async (name: string): Promise<Inside | undefined> =>
    JSON.parse(String((await scene().tab.read('document.documentElement.dataset.inside')) ?? '{}'))[name];
  const say = (name: string, data: string) =>
    scene().tab.read(`document.getElementById('${name}').contentWindow.postMessage(${data}, '*')`);

  test('A frame has it where the page around it says so, and the hub hears in which page it stands.', async () => {
    const { origin, otherPort, tab, pages } = scene();
    const frames = [
      { name: 'none', allow: '', src: inner('none') },
      { name: 'camera', allow: 'camera; web-agents *', src: inner('camera') },
      { name: 'refused', allow: "web-agent 'none'", src: inner('refused') },
      { name: 'another', allow: 'web-agent https://other.example', src: inner('another') },
      { name: 'own', allow: '', src: inner('own', origin) },
      { name: 'let', allow: 'camera; web-agent', src: inner('let') },
      { name: 'named', allow: `web-agent ${otherPort}`, src: inner('named') },
    ];
    await tab.goTo(outer(frames));
    await expect.poll(() => told('let')).toEqual({ has: true, end: 'ok' });
    await expect.poll(() => told('named')).toEqual({ has: true, end: 'ok' });
    for (const name of ['none', 'camera', 'refused', 'another', 'own']) {
      await say(name, '"ask"');
      await expect.poll(() => told(name), { message: name }).toEqual({ has: false, end: 'none' });
    }
    const { opened } = await pages.open('/inner?name=let');
    expect(opened).toMatchObject({ origin: otherPort, embeddedIn: origin });
    expect(opened.frameId).toBeGreaterThan(0);
    expect(pages.opened.filter(one => /name=(none|camera|refused|another|own)&/.test(one.opened.url))).toEqual([]);
  });

  test('What is taken back holds for the next request, and what is given again too.', async () => {
    const { tab, pages } = scene();
    await tab.goTo(outer([{ name: 'late', allow: 'web-agent *', src: inner('late') }]));
    await expect.poll(() => told('late')).toEqual({ has: true, end: 'ok' });
    const { page } = await pages.open('/inner?name=late');
    await tab.read(`document.getElementById('late').allow = ''`);
    await say('late', '"ask"');
    await expect.poll(() => told('late')).toEqual({ has: true, end: 'ERR_PERMISSION_DENIED' });
    await expect.poll(() => pages.closed).toContain(page);
    await tab.read(`document.getElementById('late').allow = 'web-agent *'`);
    await say('late', '"ask"');
    await expect.poll(() => told('late')).toEqual({ has: true, end: 'ok' });
  });

  test('A frame within a frame needs the word of both.', async () => {
    const { origin, otherPort, tab } = scene();
    const within = (name: string, allow: string) => outer([{ name, allow, src: inner(name, origin) }], otherPort);
    const frames = [
      { name: 'shut', allow: '', src: within('first', 'web-agent *') },
      { name: 'silent', allow: 'web-agent *', src: within('second', '') },
      { name: 'open', allow: 'web-agent *', src: within('third', 'web-agent') },
    ];
    await tab.goTo(outer(frames));
    await expect.poll(() => told('third')).toEqual({ has: true, end: 'ok' });
    await expect.poll(() => told('first')).toEqual({ has: false, end: null });
    await expect.poll(() => told('second')).toEqual({ has: false, end: null });
  });

  test('A frame that has gone to another site has what that one is let.', async () => {
    const { origin, tab, pages } = scene();
    const frames = [
      { name: 'goer', allow: 'web-agent', src: inner('goer') },
      { name: 'guest', allow: 'web-agent *', src: inner('guest') },
    ];
    await tab.goTo(outer(frames));
    for (const name of ['goer', 'guest']) await expect.poll(() => told(name)).toEqual({ has: true, end: 'ok' });
    await say('goer', JSON.stringify({ go: inner('gone', origin) }));
    await say('guest', JSON.stringify({ go: inner('moved', origin) }));
    await expect.poll(() => told('moved')).toEqual({ has: true, end: 'ok' });
    await expect.poll(() => told('gone')).toEqual({ has: false, end: null });
    await say('goer', '"ask"');
    await expect.poll(() => told('gone')).toEqual({ has: false, end: 'none' });
    expect((await pages.open('/inner?name=moved')).opened).toMatchObject({ origin, embeddedIn: origin });
  });
}
