// Frames in a real Firefox: it tells which element holds which frame, also in shadow trees, and scripted events are made inside of the frame.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type FirefoxScene, openFirefoxScene } from './firefox-scene.ts';
import type { Agent } from '../support/hub-process.ts';

let scene: FirefoxScene;
let claude: Agent;

describeWith(['firefox'], 'A frame in Firefox', () => {
  beforeAll(async () => {
    scene = await openFirefoxScene(
      (_, bank) => ({
        '/': `<title>Shop</title><h1>Goods</h1><div style="height:2000px"></div><iframe title="Account" src="${bank}/" width="400" height="300"></iframe>
          <div id="host"></div><script>
            const inner = ['one', 'two'].map(name => '<iframe src="${bank}/' + name + '"></iframe>').join('');
            host.attachShadow({ mode: 'open' }).innerHTML = inner;
          </script>`,
        '/busy': `<title>Busy</title><h1>Here</h1><iframe title="Round" src="${bank}/spin"></iframe>`,
      }),
      () => ({
        '/spin': `<p>Round</p><script>setInterval(async () => { if ((await fetch('/go')).status === 200) for (;;); }, 50)</script>`,
        '/': `<label>Sum <input id="sum"></label><button onclick="out.textContent = 'Paid ' + sum.value">Pay</button><p id="out"></p>`,
        '/one': '<p>First of two</p>',
        '/two': '<p>Second of two</p>',
      }),
    );
    ({ claude } = scene);
  });
  afterAll(async () => {
    await scene?.close();
  });

  test('is read in its place, filled, typed into and pressed, far down and of another site.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    let text = '';
    await until(async () => {
      ({ text } = await claude.call('read_page', { tabId }));
      return ['Pay', 'First of two', 'Second of two'].every(words => text.includes(words));
    }, 'all frames are read');
    expect(text.indexOf('First of two')).toBeLessThan(text.indexOf('Second of two'));
    const refOf = (name: string) => new RegExp(`"${name}" \\[(f\\d+_ref_\\d+)\\]`).exec(text)?.[1] ?? 'no ref';
    const act = async (args: object) => claude.call('computer', { tabId, ...args });
    expect(await claude.call('form_input', { tabId, ref: refOf('Sum'), value: '5' })).toMatchObject({ isError: false });
    expect(await act({ action: 'type', ref: refOf('Sum'), text: '78' })).toMatchObject({ isError: false });
    expect(await act({ action: 'key', ref: refOf('Sum'), text: 'Backspace' })).toMatchObject({ isError: false });
    expect(await act({ action: 'left_click', ref: refOf('Pay') })).toMatchObject({ isError: false });
    expect((await claude.call('get_page_text', { tabId })).text).toContain('Paid 57');
  });

  test('of a site that the agent is denied is told of by its line alone, and neither read nor used.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    let before = '';
    await until(async () => {
      before = (await claude.call('read_page', { tabId })).text;
      return before.includes('"Pay"');
    }, 'the frame is read');
    const [, pay = ''] = /"Pay" \[(f\d+_ref_\d+)\]/.exec(before) ?? [];
    for (const scope of ['activeTab.read', 'activeTab.interact'] as const)
      await scene.grant('deny', `browser:${scope}`, scene.bank.origin);
    const { text } = await claude.call('read_page', { tabId });
    expect(text).toMatch(/^iframe "Account" \[ref_\d+\] .*: not read/m);
    expect((await claude.call('get_page_text', { tabId })).text).toContain('Goods');
    for (const [tool, args] of [
      ['read_page', {}],
      ['get_page_text', {}],
      ['find', { query: 'pay button' }],
    ] as const) {
      const said = (await claude.call(tool, { tabId, ...args })).text;
      for (const secret of ['"Pay"', 'Sum', 'First of two']) expect(said).not.toContain(secret);
    }
    expect(await claude.call('computer', { tabId, action: 'left_click', ref: pay })).toMatchObject({ isError: true });
  });

  test('that is busy for ever is named by find as not read.', async () => {
    await scene.revoke('deny', 'browser:activeTab.read', scene.bank.origin);
    const tabId = await scene.open(claude, `${scene.shop.origin}/busy`);
    const find = async (query = 'never said') => JSON.parse(await scene.said(tabId, 'find', { query }));
    await until(async () => (await find('Round')).matches > 1, 'the frame is read');
    scene.bank.serve('/go');
    await until(async () => (await find()).unread !== undefined, 'the frame does not answer any more');
    expect(await find()).toMatchObject({
      matches: 0,
      unread: expect.stringMatching(/^iframe \[ref_\d+\] http:.*: not read, because it is busy or/),
    });
  });
});
