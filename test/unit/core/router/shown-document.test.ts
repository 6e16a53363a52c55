// An answer for this use is for the document that was shown, of the page and of the frame that was asked about: its browser is told of no other.
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { buildClient, buildReportedTab } from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult, turn } from './router-world.ts';
import type { TabMoved } from '../../../../contract/schemas/companion.ts';
import type { Permit } from '../../../../electron/core/router/permit.ts';

const shop = 'https://example.com';
const bank = 'https://bank.example';
const click = { action: 'left_click', coordinate: [1, 2], tabId: 42 };

const report = ({ tabs }: Pick<ReturnType<typeof createWorld>, 'tabs'>, document?: string) =>
  tabs.report('b1', [buildReportedTab({ url: `${shop}/orders`, ...(document && { document }) })]);

/** A world that writes down the page of each attempt; the first of them ends with `moves`, in order. */
function createPages(document?: string, ...moves: readonly TabMoved[]) {
  const made = createWorld();
  const pages: Permit['page'][] = [];
  made.world.execute = async permit => {
    const moved = moves[pages.length];
    pages.push(permit.page);
    if (moved) throw new HubError('ERR_TAB_MOVED', 'Elsewhere.', { details: moved });
    return doneResult;
  };
  report(made, document);
  return { ...made, pages };
}

async function allowed(made: ReturnType<typeof createPages>, lifetime: 'use' | 'always'): Promise<void> {
  await turn();
  await made.answer('allow', lifetime, 'site');
  await turn();
}

const inFrame: TabMoved = { url: bank, origin: bank, inFrame: true, begun: false, documents: ['f1', 'f2'] };

describe('A call that was allowed for this use', () => {
  test('is sent with the document that was there when it was asked about.', async () => {
    const made = createPages('d1');
    const { result } = made.call('computer', click);
    await allowed(made, 'use');
    await result;
    expect(made.pages).toEqual([{ origin: shop, document: 'd1' }]);
  });

  test.each(['later', 'never'])('is sent for no document where none was known, told %s.', async when => {
    const made = createPages();
    const { result } = made.call('computer', click);
    await turn();
    if (when === 'later') report(made, 'd1');
    await allowed(made, 'use');
    await result;
    expect(made.pages).toEqual([{ origin: shop, document: '' }]);
  });

  test('is sent with the document that its browser described, when that was asked.', async () => {
    const made = createPages();
    const shown = {
      act: 'left_click' as const,
      title: 'Orders',
      elements: [],
      more: 0,
      untold: null,
      hasPicture: false,
    };
    made.world.describe = async () => ({ shown, keys: [], picture: null, document: 'd2' });
    const { result } = made.call('computer', click);
    await turn();
    report(made, 'd2');
    await allowed(made, 'use');
    await result;
    expect(made.pages).toMatchObject([{ origin: shop, document: 'd2' }]);
  });

  test('in a frame is sent with the documents of it that were asked about; by a rule any of that site will do.', async () => {
    for (const lifetime of ['use', 'always'] as const) {
      const made = createPages('d1', inFrame);
      await made.grants.addAll([interactAt(shop)]);
      const { result } = made.call('computer', click);
      await allowed(made, lifetime);
      expect(await result).toEqual(doneResult);
      const held = lifetime === 'use' ? { frameDocuments: { [bank]: ['f1', 'f2'] } } : {};
      expect(made.pages).toEqual([{ origin: shop }, { origin: shop, frames: [bank], ...held }]);
    }
  });

  test('is not sent again for another document of a frame that was asked about already.', async () => {
    const made = createPages('d1', inFrame, { ...inFrame, documents: ['f3'] });
    await made.grants.addAll([interactAt(shop)]);
    const { result } = made.call('computer', click);
    await allowed(made, 'use');
    expect(JSON.stringify(await result)).toContain('ERR_TAB_MOVED');
    expect([made.pages.length, made.prompt()]).toEqual([2, undefined]);
  });

  test('is read again in the document that its browser told of, and not in one that the hub knew before.', async () => {
    const made = createPages('d1', { url: `${shop}/orders`, origin: shop, begun: false, documents: ['d2'] });
    const { result } = made.call('get_page_text', { tabId: 42 });
    await allowed(made, 'use');
    await allowed(made, 'use');
    expect(await result).toEqual(doneResult);
    expect(made.pages.map(({ document }) => document)).toEqual(['d1', 'd2']);
  });
});

test('Of two calls about one frame before and after it went on, one answer for this use speaks of the first alone.', async () => {
  const made = createWorld();
  report(made, 'd1');
  await made.grants.addAll([interactAt(shop)]);
  const documents = ['f1', 'f2'];
  const sent: unknown[] = [];
  made.world.execute = async ({ page }) => {
    sent.push(page.frameDocuments?.[bank]);
    if (page.frames) return doneResult;
    throw new HubError('ERR_TAB_MOVED', 'Elsewhere.', { details: { ...inFrame, documents: [documents.shift()] } });
  };
  const first = made.call('computer', click);
  await turn();
  const second = made.call('computer', click);
  await turn();
  expect(made.prompt()?.asks).toHaveLength(2);
  await made.answer('allow', 'use');
  await first.result;
  await turn();
  expect(sent).toEqual([undefined, undefined, ['f1']]);
  expect(second.request.verdict).toBe(null);
  expect(made.prompt()).toBeDefined();
});

function interactAt(origin: string) {
  return {
    effect: 'allow' as const,
    scope: 'browser:activeTab.interact' as const,
    resource: { kind: 'site' as const, origin },
    subject: { kind: 'client' as const, id: buildClient().id },
    ...{ agentId: null, tab: null, tools: null, reading: false, lifetime: 'always' as const },
  };
}
