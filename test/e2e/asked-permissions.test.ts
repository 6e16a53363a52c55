// Pages that ask for what only their user can permit, in a real Chromium and a real Firefox: the answer of the call names it, and nothing waits for the user.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { startWindowManager } from '../support/window-manager.ts';
import { startDisplay } from '../support/xvfb.ts';
import { openPlainScene, type PlainScene } from './extension-scene.ts';
import { type FirefoxScene, openFirefoxScene } from './firefox-scene.ts';

const button = (id: string, script: string) => `<button id="${id}" onclick="${script}">${id}</button>`;
const place = "navigator.geolocation.getCurrentPosition(() => say('given'), () => say('refused'))";
const say = '<p id="said">waiting</p><script>const say = text => { said.textContent = text; };</script>';

const pages = {
  '/front': '<!doctype html><title>Front</title>front',
  '/asks': `<!doctype html><title>Asks</title>${say}${button('place', place)}
    ${button('news', "Notification.requestPermission().then(answer => say(answer), () => say('refused'))")}
    ${button('copied', "navigator.clipboard.readText().then(() => say('given'), () => say('refused'))")}
    ${button('sound', 'navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => {})')}
    ${button('native', 'say(Geolocation.prototype.getCurrentPosition.toString())')}
    ${button('nothing', "say('nothing')")}`,
  '/holds': `<!doctype html><title>Holds</title><script>document.write('<iframe allow="geolocation" style="width:500px" src="' + location.search.slice(1) + '"></iframe>')</script>`,
  '/greets': `<!doctype html><title>Greets</title>${say}<script>${place}</script>${button('on', "say('gone on')")}`,
};

const sentence = (name: string, tabId: number) =>
  `The page asks for permission: ${name}. No tool answers that: ask the user to allow or block it in tab ${tabId}, or go on without.`;

let scene: PlainScene;
let sites = 0;

/** An address of a site of its own: a Chromium without windows answers for its user, and remembers that for the site. */
const fresh = (path: string) => {
  sites += 1;
  return `${scene.origin.replace('127.0.0.1', `site${sites}.localhost`)}${path}`;
};
const open = async (path: string) => {
  const { tab } = await scene.companion.call('tabs_create', { url: fresh(path) });
  return tab?.tabId ?? 0;
};
const click = async (tabId: number, id: string) => {
  const args = { action: 'left_click', selector: `#${id}` };
  const { content, surprise } = await scene.companion.call('computer', args, tabId);
  return { told: content.map(({ text }) => String(text)).join(' '), surprise };
};
const said = async (tabId: number) =>
  JSON.parse((await scene.companion.call('javascript_tool', { text: 'said.textContent' }, tabId)).text);

function theyAreNamed(): void {
  test.each([
    ['place', 'geolocation'],
    ['news', 'notifications'],
    ['copied', 'clipboard-read'],
    ['sound', 'microphone'],
  ])('a click on #%s names %s, and the next call works and does not tell it again', async (id, name) => {
    const tabId = await open('/asks');
    const { told, surprise } = await click(tabId, id);
    expect(told).toContain(sentence(name, tabId));
    expect(surprise).toBe(true);
    expect((await click(tabId, 'nothing')).told).not.toContain('permission');
    expect(await said(tabId)).toBe('nothing');
  });

  test('a page that asks while it loads is named by what loads it, by tabs_create as by navigate', async () => {
    const opened = await scene.companion.call('tabs_create', { url: fresh('/greets') });
    const tabId = opened.tab?.tabId ?? 0;
    expect(JSON.parse(opened.text).note).toBe(sentence('geolocation', tabId));
    await scene.companion.call('navigate', { url: `${scene.origin}/front` }, tabId);
    const { content } = await scene.companion.call('navigate', { url: fresh('/greets') }, tabId);
    expect(content.map(({ text }) => text).join(' ')).toContain(sentence('geolocation', tabId));
    expect((await click(tabId, 'on')).told).not.toContain('permission');
    expect(await said(tabId)).toBe('gone on');
  });

  test('a frame of another site that asks is named', async () => {
    const tabId = await open(`/holds?${fresh('/asks')}`);
    const { text } = await scene.companion.call('read_page', {}, tabId);
    const [, ref] = /button "place" \[(f\d+_ref_\d+)\]/.exec(text) ?? [];
    // A browser that hardly gets the processor draws a new frame late, and is pressed only where it has drawn.
    const args = { action: 'left_click', ref, selector_timeout: 30 };
    const { content } = await scene.companion.call('computer', args, tabId);
    expect(content.map(each => each.text).join(' ')).toContain(sentence('geolocation', tabId));
  });

  test('a script that asks is named', async () => {
    const tabId = await open('/asks');
    const text = `${place.replaceAll("'", '"')}; 1`;
    const { content } = await scene.companion.call('javascript_tool', { text }, tabId);
    expect(content.map(each => each.text).join(' ')).toContain(sentence('geolocation', tabId));
  });

  test('they are named still once the messages of the page were read', async () => {
    const tabId = await open('/asks');
    await scene.companion.call('read_console_messages', {}, tabId);
    expect((await click(tabId, 'place')).told).toContain(sentence('geolocation', tabId));
  });

  test('the page sees native functions, and nothing under a name of ours', async () => {
    const tabId = await open('/asks');
    await click(tabId, 'native');
    expect(await said(tabId)).toContain('[native code]');
    const names = await scene.companion.call('javascript_tool', { text: 'Object.keys(globalThis).join()' }, tabId);
    expect(names.text).not.toContain('pilothouse');
  });
}

describeWith(['chromium'], 'In a headless Chromium, pages ask for permissions:', () => {
  beforeAll(async () => {
    scene = await openPlainScene(pages);
  }, 60_000);
  afterAll(() => scene?.close());
  theyAreNamed();
});

describeWith(['chromium', 'display', 'window manager'], 'Under a window manager, pages ask for permissions:', () => {
  let end = async () => {};
  beforeAll(async () => {
    const display = await startDisplay();
    const endManager = await startWindowManager(display.name);
    end = async () => {
      await endManager();
      await display.stop();
    };
    scene = await openPlainScene(pages, display.name);
  }, 60_000);
  afterAll(async () => {
    await scene?.close();
    await end();
  });
  theyAreNamed();
});

describeWith(['firefox'], 'In Firefox, a page that asks for permissions', () => {
  let firefox: FirefoxScene;
  beforeAll(async () => {
    const bank = `${say}${button('theirs', place)}`;
    firefox = await openFirefoxScene(
      (_, other) => ({ '/': `${pages['/asks']}<iframe allow="geolocation" src="${other}/"></iframe>` }),
      () => ({ '/': bank }),
    );
    await firefox.grant('allow', 'browser:activeTab.interact', firefox.bank.origin);
  });
  afterAll(() => firefox?.close());

  test('is named by the call, one time, also in a frame.', async () => {
    const { claude, shop } = firefox;
    const tabId = await firefox.open(claude, `${shop.origin}/`);
    const told = async (aim: object) => (await claude.call('computer', { tabId, action: 'left_click', ...aim })).text;
    expect(await told({ selector: '#place' })).toContain(sentence('geolocation', tabId));
    expect(await told({ selector: '#nothing' })).not.toContain('permission');
    expect(await told({ selector: '#news' })).toContain(sentence('notifications', tabId));
    const { text } = await claude.call('find', { tabId, query: 'theirs' });
    expect(await told({ ref: /"(f\d+_ref_\d+)"/.exec(text)?.[1] })).toContain(sentence('geolocation', tabId));
  });
});
