// Tabs that show a PDF in a real Chromium, whose viewer is a frame of the browser's own inside a document of the site.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import { isNear, picturesIn, pixelAtPoint, secret } from './decided-shop.ts';
import type { Agent } from '../support/hub-process.ts';

const green = [0, 153, 51];

let scene: DecidedScene;
let claude: Agent;

describeWith(['chromium'], 'A PDF', () => {
  beforeEach(async () => {
    scene = await openDecidedScene(
      (_, bank) => ({
        '/goods.pdf': pdf('Goods of the shop'),
        '/frame': `<title>Shop</title><h1>Goods</h1><iframe src="${bank}/account.pdf" width="400" height="300" style="position:absolute;left:0;top:100px;border:0"></iframe>`,
        '/own': `<title>Shop</title><h1>Goods</h1><iframe src="/goods.pdf" width="400" height="300" style="position:absolute;left:0;top:100px;border:0"></iframe>`,
      }),
      () => ({ '/account.pdf': pdf(secret) }),
    );
    claude = await scene.agent();
    for (const scope of [
      'navigate',
      'activeTab.read',
      'activeTab.screenshot',
      'activeTab.interact',
      'script',
    ] as const) {
      await scene.grant('allow', `browser:${scope}`, scene.shop.origin);
      await scene.grant('deny', `browser:${scope}`, scene.bank.origin);
    }
  });
  afterEach(() => scene?.close());

  const look = async (tabId: number) => {
    const result = await claude.client.callTool({
      name: 'computer',
      arguments: { action: 'screenshot', scale: 1, tabId },
    });
    const [image] = picturesIn(result);
    return {
      at: (x: number, y: number) => (image ? pixelAtPoint(image, x, y) : []),
      text: JSON.stringify(result.content),
    };
  };

  test('of a site that may be read is seen and clicked, and whoever reads it is told that a picture shows it.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/goods.pdf`);
    await until(async () => isNear((await look(tabId)).at(500, 480), green), 'the viewer has drawn it');
    expect((await look(tabId)).text).not.toContain('covered');
    for (const [tool, args] of [
      ['get_page_text', {}],
      ['read_page', {}],
      ['find', { query: 'goods' }],
    ] as const)
      expect(await claude.call(tool, { tabId, ...args })).toEqual({
        text: 'This is a PDF, and the browser lets no extension read what is in it; look at it with a screenshot. [ERR_TOOL_FAILED]',
        isError: true,
      });
    const type = await claude.call('javascript_tool', { tabId, text: 'document.contentType' });
    expect(type).toEqual({ text: '"application/pdf"', isError: false });
    const click = { action: 'left_click', tabId, coordinate: [500, 200] };
    expect(await claude.call('computer', click)).toMatchObject({ isError: false });
    expect(await claude.call('computer', { action: 'key', tabId, text: 'PageDown' })).toMatchObject({ isError: false });
  });

  test('of a denied site in a page is covered, cannot be clicked, and none of its requests are told.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    await drawn(`${scene.bank.origin}/account.pdf`);
    const { at, text } = await look(tabId);
    expect([at(200, 120), at(200, 250), at(390, 390)].every(pixel => isNear(pixel, [0, 0, 0]))).toBe(true);
    expect(text).toContain(`Frames of ${scene.bank.origin} are covered`);
    const click = await claude.call('computer', { action: 'left_click', tabId, coordinate: [200, 200] });
    expect(click.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    const { text: read } = await claude.call('get_page_text', { tabId });
    expect(read).toMatch(
      /Goods\n\niframe \[ref_\d+\] \S+: not read, because no rule lets this agent read there; \S.*$/,
    );
    expect((await claude.call('read_network_requests', { tabId })).text).not.toContain('account.pdf');
  });

  test('of its own site in a page is seen and clicked.', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/own`);
    await drawn(`${scene.shop.origin}/goods.pdf`);
    await until(async () => isNear((await look(tabId)).at(200, 300), [255, 255, 255]), 'the viewer has drawn it');
    expect((await look(tabId)).text).not.toContain('covered');
    const click = { action: 'left_click', tabId, coordinate: [200, 300] };
    expect(await claude.call('computer', click)).toMatchObject({ isError: false });
  });

  /** The viewer has the PDF in a frame of its own. */
  const drawn = (url: string) =>
    until(() => {
      const frames = scene.browser.pages().flatMap(page => page.frames());
      return frames.filter(frame => frame.url() === url).length === 2;
    }, 'the viewer has begun');
});

/** One page with a line of text. */
function pdf(line: string): string {
  const text = `BT /F1 24 Tf 40 700 Td (${line}) Tj ET 0 0.6 0.2 rg 0 0 612 300 re f`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = places.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return `${body}xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}
