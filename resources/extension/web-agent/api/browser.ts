// agent.browser: the calling tab, and tabs that this origin has opened (spec 003 "window.agent").
import { freeze, OwnString } from './captured.ts';
import { fetchOptions } from './fetch-options.ts';
import { type Ask, family } from './members.ts';
import { copyOptions, isObject, isText, nothing, own, textWith } from './values.ts';

/** One generation got the address of the picture, another an object that holds it. */
function readPicture(result: unknown): unknown {
  const dataUrl = isObject(result) ? own(result, 'dataUrl') : result;
  return isText(dataUrl) ? textWith(dataUrl, { dataUrl }) : result;
}

/** `scroll('down', 300)` of one generation, `scroll({x, y, selector, behavior})` of another. */
function scroll(ask: Ask, where: unknown, amount: unknown): unknown {
  return ask(isObject(where) ? copyOptions(where) : { direction: where, amount });
}

export function createBrowser(): object {
  const activeTab = freeze({
    ...family('agent.browser.activeTab', ['browserInteraction', 'browserControl'], { readability: '' }),
    ...family('agent.browser.activeTab', ['browserInteraction'], {
      getElements: '...',
      getElement: 'ref',
      waitForSelector: ['ref', '...'],
      click: ['ref', 'options'],
      fill: ['ref', 'value'],
      select: ['ref', 'value'],
      scroll,
      screenshot: (ask, options) => ask(copyOptions(options), readPicture),
    }),
  });
  const members = family('agent.browser', ['browserControl'], {
    navigate: 'url',
    waitForNavigation: '...',
    fetch: (ask, url, options) => ask({ url: OwnString(url), options: fetchOptions(nothing(), options) }),
    tabs: { list: '', get: 'tabId', create: '...', close: 'tabId' },
    tab: {
      readability: 'tabId',
      getHtml: ['tabId', 'selector'],
      waitForLoad: ['tabId', '...'],
      click: ['tabId', 'selector', 'options'],
      fill: ['tabId', 'selector', 'value'],
      scroll: ['tabId', '...'],
      screenshot: (ask, tabId, options) => ask(copyOptions(options, { tabId }), readPicture),
      navigate: ['tabId', 'url'],
      waitForNavigation: ['tabId', '...'],
    },
  });
  return freeze({ activeTab, ...members });
}
