// agent.browser.activeTab.* and navigation: what a page reads of itself, does to itself and where it goes. Carried out in its own document.

import { pageDeeds, pageReadBounds } from '../../../contract/page-deeds.ts';
import { readability } from '../../../contract/readability.ts';
import {
  ElementFactsSchema,
  FoundSchema,
  PageElementsSchema,
  PageTextSchema,
  PictureSchema,
} from '../../../contract/schemas/page-deeds.ts';
import { openableAddress, originOf } from '../../../contract/sites.ts';
import { deedFor } from './carry-out.ts';
import { invalid, needText, numberIn, textIn } from './page-asked.ts';
import { PageFault } from './page-fault.ts';
import type { PageAct } from '../../../contract/page-deeds.ts';
import type { PageAsked, PageFamily, PageHandler } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

/** How long something may be waited for at most. */
export const mostWaitMs = 60_000;
const usualWaitMs = 30_000;
const maxSelectorChars = 2_000;
const maxValueChars = 1_000_000;

export function browserFamily(services: PageServices): PageFamily {
  const deed = deedFor(services);
  const act =
    (kind: PageAct): PageHandler =>
    asked =>
      deed(asked, pageDeeds.act, actParams(asked, kind)).then(succeeded);
  return {
    handlers: {
      'agent.browser.activeTab.readability': async asked =>
        readability(PageTextSchema.parse(await deed(asked, pageDeeds.read, {}))),
      'agent.browser.activeTab.getElements': async asked =>
        PageElementsSchema.parse(await deed(asked, pageDeeds.elements, {})).slice(0, pageReadBounds.elements),
      'agent.browser.activeTab.getElement': async asked => {
        const ref = refOf(asked);
        const facts = ElementFactsSchema.nullable().parse(await deed(asked, pageDeeds.element, { ref }));
        if (facts) return facts;
        throw noElement(ref);
      },
      'agent.browser.activeTab.waitForSelector': asked => waitFor(services, asked),
      'agent.browser.activeTab.click': act('click'),
      'agent.browser.activeTab.fill': act('fill'),
      'agent.browser.activeTab.select': act('select'),
      'agent.browser.activeTab.scroll': act('scroll'),
      'agent.browser.activeTab.screenshot': asked => picture(services, asked, {}),
      'agent.browser.navigate': async asked => {
        const url = addressOf(asked);
        await deed(asked, pageDeeds.navigate, { url }, originOf(url) ?? undefined);
        return { success: true, url };
      },
      'agent.browser.waitForNavigation': asked =>
        deed(asked, pageDeeds.waitForLoad, { timeoutMs: waitMsOf(asked) }).then(succeeded),
    },
  };
}

async function waitFor(services: PageServices, asked: PageAsked): Promise<unknown> {
  const ref = refOf(asked);
  const timeoutMs = waitMsOf(asked);
  const params = { ref, visible: asked.payload.visible === true, timeoutMs };
  const { found } = FoundSchema.parse(await deedFor(services)(asked, pageDeeds.waitFor, params));
  if (found) return { success: true, ref };
  throw new PageFault('ERR_TIMEOUT', `${JSON.stringify(ref)} was not there within ${timeoutMs} ms.`, {
    ref,
    timeoutMs,
  });
}

export async function picture(
  services: PageServices,
  asked: PageAsked,
  place: { readonly tabId?: number; readonly origin?: string },
): Promise<unknown> {
  const format = asked.payload.format === 'jpeg' ? 'jpeg' : 'png';
  const quality = numberIn(asked.payload, 'quality');
  const params = { ...place, format, ...(quality !== undefined && { quality: Math.min(100, Math.max(1, quality)) }) };
  return PictureSchema.parse(await deedFor(services)(asked, pageDeeds.screenshot, params, place.origin));
}

/** What an act is told, checked: an element by a CSS selector, and what goes into it. */
export function actParams(asked: PageAsked, act: PageAct): Record<string, unknown> {
  const { payload } = asked;
  if (act === 'scroll') return scrollParams(asked);
  const ref = refOf(asked);
  if (act === 'click') {
    const clickCount = Math.min(3, Math.max(1, Math.trunc(numberIn(payload, 'clickCount') ?? 1)));
    const button = payload.button === 'right' || payload.button === 'middle' ? payload.button : 'left';
    return { act, ref, button, clickCount };
  }
  const { value } = payload;
  if (typeof value !== 'string' || value.length > maxValueChars)
    throw invalid(`${asked.type} needs "value", a text of at most ${maxValueChars} characters.`);
  return { act, ref, value };
}

const directions: ReadonlySet<unknown> = new Set(['up', 'down', 'left', 'right', 'top', 'bottom']);

/** Both forms: a direction with an amount, or how far in pixels, or to an element. */
function scrollParams({ payload, type }: PageAsked): Record<string, unknown> {
  const [x, y] = [numberIn(payload, 'x'), numberIn(payload, 'y')];
  const ref = textIn(payload, 'selector', maxSelectorChars) ?? textIn(payload, 'ref', maxSelectorChars);
  const smooth = payload.behavior === 'smooth';
  if (ref !== undefined) return { act: 'scroll', ref, smooth };
  if (x !== undefined || y !== undefined) return { act: 'scroll', x: x ?? 0, y: y ?? 0, smooth };
  const direction = payload.direction ?? 'down';
  if (!directions.has(direction))
    throw invalid(`${type} takes "up", "down", "left" or "right", not ${JSON.stringify(direction)}.`);
  return { act: 'scroll', direction, amount: numberIn(payload, 'amount') ?? 300, smooth };
}

/** A CSS selector, which one generation calls `ref`, the other `selector`. */
function refOf(asked: PageAsked): string {
  return needText(asked, typeof asked.payload.ref === 'string' ? 'ref' : 'selector', maxSelectorChars);
}

export function addressOf(asked: PageAsked): string {
  const text = needText(asked, 'url', 20_000);
  const address = openableAddress(text);
  if (address !== null && address !== 'about:blank') return address;
  throw invalid(`${JSON.stringify(text.slice(0, 200))} cannot be opened; use an http or https address.`);
}

export function waitMsOf({ payload }: PageAsked): number {
  return Math.min(mostWaitMs, Math.max(0, numberIn(payload, 'timeout') ?? usualWaitMs));
}

/** Also where that is said by an error of its own kind. */
export function succeeded(): { success: true } {
  return { success: true };
}

function noElement(ref: string): PageFault {
  return new PageFault('ERR_ELEMENT_NOT_FOUND', `Nothing in the page matches ${JSON.stringify(ref)}.`, { ref });
}
