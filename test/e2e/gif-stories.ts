// The stories of recordings, the same in every browser: an agent comes through relay and hub, and what it exports is looked at by another program.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageSize } from '../../electron/core/images/image-size.ts';
import { readGif, type ShownGif } from '../support/gifs.ts';
import { describeWith } from '../support/provided.ts';
import { type DecidedPlace, openDecidedPlace } from './decided-scene.ts';
import { type DrivenBrowser, type Family, type Layer, layers, startBrowser } from './many-pages-scene.ts';
import type { Scope } from '../../contract/permissions.ts';
import type { Agent } from '../support/hub-process.ts';

const orange = [255, 120, 0];
const red = [220, 30, 60];
const shopColour = [235, 245, 250];
const bankColour = [180, 0, 180];
const adsColour = [0, 150, 60];

const work = (bank: string) => `<!doctype html><title>Work</title>
<body style="margin:0;height:2000px;background:rgb(${shopColour.join(' ')})">
<button id="go" style="position:absolute;left:200px;top:100px;width:80px;height:40px">Go</button>
<input id="name" style="position:absolute;left:200px;top:160px">
<div id="knob" style="position:absolute;left:200px;top:250px;width:40px;height:40px;background:gold"></div>
<a id="away" href="${bank}/" style="position:absolute;left:400px;top:100px">To the bank</a>`;
const framed = (bank: string) => `<!doctype html><title>Framed</title>
<body style="margin:0;background:rgb(${shopColour.join(' ')})"><button id="go">Go</button>
<iframe src="${bank}/ads" style="position:absolute;left:200px;top:100px;width:200px;height:100px;border:0"></iframe>`;
/** Says what is dropped on it: name, kind and the first letters. */
const drops = `<!doctype html><title>Drops</title><body style="margin:0;background:rgb(${shopColour.join(' ')})">
<div id="zone" role="region" aria-label="Attachments" style="position:absolute;left:200px;top:100px;width:200px;height:100px;background:gold"></div>
<p id="got"></p><script>
zone.ondragover = event => event.preventDefault();
zone.ondrop = async event => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  got.append([file.name, file.type, (await file.text()).slice(0, 6), event.clientX, event.clientY].join(' ') + '; ');
};
</script>`;
/** Another noise with each click, which no GIF makes small. */
const noisy = `<!doctype html><title>Noise</title><body style="margin:0"><canvas width="1200" height="700"></canvas><script>
const paint = () => {
  const pen = document.querySelector('canvas').getContext('2d');
  const image = pen.createImageData(1200, 700);
  const words = new Uint32Array(image.data.buffer);
  for (let at = 0; at < words.length; at += 1) words[at] = 0xff000000 | Math.random() * 0xffffff;
  pen.putImageData(image, 0, 0);
};
paint();
onclick = paint;
</script>`;

const scopes: readonly Scope[] = [
  ...(['browser:activeTab.read', 'browser:activeTab.interact', 'browser:activeTab.screenshot'] as const),
  ...(['browser:navigate', 'browser:tabs.create'] as const),
];

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly gif: ShownGif | null;
  readonly picture: Buffer | null;
}

/** A tab of an agent's, in which it records. */
class RecordedTab {
  readonly agent: Agent;
  readonly tabId: number;

  constructor(agent: Agent, tabId: number) {
    this.agent = agent;
    this.tabId = tabId;
  }

  async ask(tool: string, args: object = {}): Promise<Answer> {
    const result = await this.agent.client.callTool({ name: tool, arguments: { tabId: this.tabId, ...args } });
    const blocks = result.content as readonly { type: string; text?: string; data?: string; mimeType?: string }[];
    const text = blocks.flatMap(block => block.text ?? []).join('\n');
    const image = blocks.find(({ type }) => type === 'image');
    const picture = image?.data === undefined ? null : Buffer.from(image.data, 'base64');
    const gif = picture && image?.mimeType === 'image/gif' ? readGif(picture) : null;
    return { text, isError: result.isError === true, gif, picture };
  }

  async say(tool: string, args: object = {}): Promise<string> {
    const { text, isError } = await this.ask(tool, args);
    if (isError) throw new Error(`${tool}: ${text}`);
    return text;
  }

  act(action: string, args: object = {}): Promise<string> {
    return this.say('computer', { action, ...args });
  }

  record(action: string, args: object = {}): Promise<string> {
    return this.say('gif_creator', { action, ...args });
  }

  async export(args: object = {}): Promise<{ gif: ShownGif; text: string }> {
    const { gif, text, isError } = await this.ask('gif_creator', { action: 'export', ...args });
    if (!gif || isError) throw new Error(`No GIF: ${text}`);
    return { gif, text };
  }
}

export function describeRecordings(family: Family): void {
  describeWith([family], `recordings in ${family}`, () => {
    let scene: DecidedPlace;
    let browser: DrivenBrowser;
    let agent: Agent;
    let agentId = '';
    let other: Agent;
    let otherId = '';
    let opened = 0;
    beforeAll(async () => {
      scene = await openDecidedPlace(
        (_, bank) => ({ '/': work(bank), '/framed': framed(bank), '/noisy': noisy, '/drops': drops }),
        () => ({
          '/': `<!doctype html><title>Bank</title><body style="background:rgb(${bankColour.join(' ')})">`,
          '/ads': `<!doctype html><body style="background:rgb(${adsColour.join(' ')})">`,
        }),
      );
      browser = await startBrowser(family, scene.place, scene.hub);
      for (const scope of scopes)
        for (const { origin } of [scene.shop, scene.bank]) await scene.grant('allow', scope, origin);
      agent = await scene.agent();
      await scene.hub.waitFor(({ agents }) => Object.keys(agents).length === 1, 'the first agent is here');
      [agentId = ''] = Object.keys(scene.hub.snapshot.agents);
      other = await scene.agent();
      await scene.hub.waitFor(({ agents }) => Object.keys(agents).length === 2, 'the second agent is here');
      otherId = Object.keys(scene.hub.snapshot.agents).find(id => id !== agentId) ?? '';
    });
    afterAll(async () => {
      await browser?.close();
      await scene?.close();
    });

    const open = async (path: string, layer: Layer = 'in the background') => {
      const mark = `tab=${(opened += 1)}`;
      const tab = new RecordedTab(agent, await scene.open(agent, `${scene.shop.origin}${path}?${mark}`));
      // Firefox shows an empty page first, and nobody has decided on that.
      await scene.hub.waitFor(
        ({ tabs }) => Object.values(tabs).some(({ tabId, url }) => tabId === tab.tabId && url.includes(mark)),
        'the hub knows what the tab shows',
      );
      if (layer === 'in front') await browser.bringToFront(mark);
      return tab;
    };
    const browserId = () => Object.keys(scene.hub.snapshot.browsers)[0] ?? '';

    describe.each(layers)('%s', layer => {
      test('Each act has its frame, with what was done drawn on it, in a GIF of half the page’s size.', async () => {
        const tab = await open('/', layer);
        expect(await tab.record('start_recording')).toMatch(/^Recording tab \d+: one frame now/);
        const drags = family === 'chromium';
        await tab.act('left_click', { coordinate: [240, 120] });
        await tab.act('type', { selector: '#name', text: 'a secret word' });
        if (drags) await tab.act('left_click_drag', { start_coordinate: [220, 270], coordinate: [420, 270] });
        await tab.say('form_input', { selector: '#name', value: 'Ana' });
        await tab.say('read_page');
        await tab.say('navigate', { url: `${scene.bank.origin}/` });
        // A look shows nothing new, but for the bar that tells of the debugger, which slides into a window late.
        if (layer === 'in the background') await tab.act('screenshot');
        const frames = drags ? 6 : 5;
        expect(await tab.record('stop_recording')).toBe(`Stopped recording tab ${tab.tabId}: ${frames} frames.`);
        const { gif, text } = await tab.export();
        expect(text).toMatch(new RegExp(`^The GIF: ${frames} frames, ${gif.width}x${gif.height}, \\d+ bytes\\.$`));
        const { picture } = await tab.ask('computer', { action: 'screenshot', format: 'png' });
        const { width = 0, height = 0 } = imageSize(picture!) ?? {};
        // The bar takes a little of a window in front.
        expect([gif.width, gif.height >= height, gif.height < height * 1.2]).toEqual([width, true, true]);
        expect(gif.frames.map(({ delayMs }) => delayMs)).toEqual([...Array(frames - 1).fill(1_000), 2_500]);
        const [start, click] = gif.frames;
        expect(start?.count(orange, 4)).toBeLessThan(click!.count(orange, 4));
        expect([click?.at(120, 60), click?.at(111, 60), click?.at(30, 150)]).toEqual([orange, orange, shopColour]);
        if (drags) expect(gif.frames[3]?.at(160, 135)).toEqual(red);
        // How far it has come stands at the bottom.
        const bar = gif.frames.map(({ at }) => String(at(gif.width * 0.7, gif.height - 2)) === String(orange));
        expect([bar[0], bar.at(-1)]).toEqual([false, true]);
        expect(gif.frames.map(({ count }) => count(bankColour) > 1_000)).toEqual([
          ...Array(frames - 1).fill(false),
          true,
        ]);
        await tab.say('tabs_close');
      });
    });

    test('What is switched off is not drawn, and what is not honoured is named.', async () => {
      const tab = await open('/');
      await tab.record('start_recording');
      await tab.act('left_click', { coordinate: [240, 120] });
      const options = {
        showClickIndicators: false,
        showActionLabels: false,
        showProgressBar: false,
        showWatermark: false,
        quality: 1,
      };
      const { gif, text } = await tab.export({ options: { ...options, loop: 1 } });
      expect(text).toMatch(/ Not honoured here: "options\.loop"\.$/);
      for (const frame of gif.frames) {
        expect(frame.count(orange)).toBe(0);
        expect(frame.at(gif.width - 10, 12)).toEqual(shopColour);
      }
      expect(await tab.record('clear')).toBe(`Cleared the recording of tab ${tab.tabId}, of 2 frames.`);
      expect(await tab.ask('gif_creator', { action: 'export' })).toMatchObject({
        isError: true,
        text: expect.stringContaining(`There is no recording of tab ${tab.tabId}`),
      });
    });

    test('A click that leads to another page is marked on the page that was clicked.', async () => {
      const tab = await open('/');
      await tab.record('start_recording');
      await tab.act('left_click', { selector: '#away' });
      const { gif } = await tab.export({ options: { showProgressBar: false } });
      expect(gif.frames.map(({ count }) => [count(orange, 4) > 20, count(bankColour) > 1_000])).toEqual([
        [false, false],
        [true, false],
        [false, true],
      ]);
    });

    test('No frame is taken where pictures are denied, and those of a site that is denied since are left out.', async () => {
      const tab = await open('/');
      const { bank } = scene;
      const bankPage = { url: `${bank.origin}/` };
      await tab.record('start_recording');
      await tab.say('navigate', bankPage);
      await tab.say('navigate', { url: `${scene.shop.origin}/` });
      const denial = await scene.grant('deny', 'browser:activeTab.screenshot', bank.origin);
      const { gif, text } = await tab.export();
      expect(text).toContain(' 1 frame left out: this call may not have pictures of what they show.');
      expect(gif.frames).toHaveLength(2);
      for (const { count } of gif.frames) expect(count(bankColour)).toBe(0);
      await tab.record('clear');
      await tab.record('start_recording');
      await tab.say('navigate', bankPage);
      await tab.say('navigate', { url: `${scene.shop.origin}/` });
      expect(await tab.record('stop_recording')).toBe(
        `Stopped recording tab ${tab.tabId}: 2 frames. 1 step without a frame: a picture of its page is not allowed.`,
      );
      await scene.hub.request('grants:revoke', { grantId: denial });
      const after = await tab.export();
      for (const { count } of after.gif.frames) expect(count(bankColour)).toBe(0);
    });

    test('A frame in a page is covered where pictures of its site are denied; denied since, the whole picture is left out.', async () => {
      const tab = await open('/framed');
      const isShown = ({ gif }: { gif: ShownGif }) => gif.frames.map(({ count }) => count(adsColour) > 1_000);
      await tab.record('start_recording');
      expect(isShown(await tab.export())).toEqual([true]);
      const denial = await scene.grant('deny', 'browser:activeTab.screenshot', scene.bank.origin);
      expect(await tab.ask('gif_creator', { action: 'export' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('No frame is left'),
      });
      await tab.act('left_click', { selector: '#go' });
      await scene.hub.request('grants:revoke', { grantId: denial });
      expect(isShown(await tab.export())).toEqual([true, false]);
    });

    test('A GIF is dropped at a place of the page once that is allowed as an upload is, without frames that may not be pictured.', async () => {
      const tab = await open('/drops');
      await tab.record('start_recording');
      const drop = { action: 'export', coordinate: [300, 150], filename: '../the drop' };
      const asking = tab.ask('gif_creator', drop);
      await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the drop is asked about');
      const prompt = Object.values(scene.hub.snapshot.prompts)[0]!;
      expect(prompt).toMatchObject({ scope: 'browser:files', readOnly: false, description: { act: 'upload' } });
      const answer = { promptId: prompt.id, effect: 'deny', lifetime: 'use', breadth: 'tool' } as const;
      await scene.hub.request('prompts:answer', answer);
      expect(await asking).toMatchObject({ isError: true, gif: null });
      const files = await scene.grant('allow', 'browser:files', scene.shop.origin);
      expect(await tab.say('gif_creator', drop)).toMatch(
        /^Dropped the drop\.gif on .*Attachments.*\nThe GIF: 1 frame, \d+x\d+, \d+ bytes\.$/s,
      );
      // The drop was an act, and has a frame.
      expect(await tab.say('gif_creator', { ...drop, download: true })).toMatch(
        /^Dropped .*\nSaved "the drop.*\.gif" among the browser's downloads: 2 frames, /s,
      );
      const got = 'the drop.gif image/gif GIF89a 300 150;';
      expect(await tab.say('get_page_text')).toContain(`${got} ${got}`);
      const denial = await scene.grant('deny', 'browser:activeTab.screenshot', scene.shop.origin);
      expect(await tab.ask('gif_creator', drop)).toMatchObject({
        isError: true,
        text: expect.stringContaining('No frame is left'),
      });
      for (const grantId of [denial, files]) await scene.hub.request('grants:revoke', { grantId });
    });

    test('Whoever owns the tab next gets nothing of it, and neither does its owner when it comes back.', async () => {
      const tab = await open('/');
      await tab.record('start_recording');
      await tab.act('left_click', { coordinate: [240, 120] });
      const at = { browserId: browserId(), tabId: tab.tabId };
      await scene.hub.request('tabs:give', { ...at, agentId: otherId });
      const theirs = new RecordedTab(other, tab.tabId);
      const nothing = {
        isError: true,
        gif: null,
        text: expect.stringContaining(
          `There is no recording of tab ${tab.tabId}: none was started since the tab is yours`,
        ),
      };
      expect(await theirs.ask('gif_creator', { action: 'export' })).toMatchObject(nothing);
      expect(await tab.ask('gif_creator', { action: 'export' })).toMatchObject({ isError: true, gif: null });
      await scene.hub.request('tabs:give', { ...at, agentId });
      expect(await tab.ask('gif_creator', { action: 'export' })).toMatchObject(nothing);
    });

    test('A GIF is saved among the downloads under a bare name, also a large one; one that is answered is made to fit.', async () => {
      const tab = await open('/noisy');
      await tab.record('start_recording');
      for (let click = 0; click < 15; click += 1) await tab.act('left_click', { coordinate: [100, 100] });
      const saved = await tab.record('export', { download: true, filename: '../the checkout.gif' });
      expect(saved).toMatch(
        /^Saved "the checkout\.gif" among the browser's downloads: 16 frames, \d+x\d+, \d+ bytes\.$/,
      );
      const file = ['Downloads', '']
        .map(folder => join(scene.place.folder, folder, 'the checkout.gif'))
        .find(existsSync);
      const bytes = await readFile(file ?? 'nowhere');
      expect([bytes.length > 2_500_000, readGif(bytes).frames.length]).toEqual([true, 16]);
      const { picture, text } = await tab.ask('gif_creator', { action: 'export' });
      expect(picture!.length).toBeLessThan(3_500_000);
      expect(text).toMatch(/It was scaled by 0\.\d\d to be small enough\.|left out to make it small enough\./);
    });
  });
}
