// Each browser is told which questions of its pages wait, when that changes and when it comes.
import { expect, test } from 'vitest';
import { AskingBrowsers } from '../../../../electron/core/companion-pages/asking-browsers.ts';
import { buildBrowser, buildState, noon } from '../../../support/hub-fixtures.ts';
import { buildSiteQuestion } from '../../../support/question-fixtures.ts';

function open() {
  const state = buildState();
  const told: [string, readonly string[], boolean][] = [];
  const seen = { is: false };
  const asking = new AskingBrowsers({
    state,
    isPanelSeen: () => seen.is,
    tell: (browserId, { questions, panel }) => told.push([browserId, questions.map(({ id }) => id), panel]),
  });
  state.set('browsers', 'b1', buildBrowser({ id: 'b1' }));
  state.set('browsers', 'b2', buildBrowser({ id: 'b2' }));
  return { state, asking, told, seen };
}

test('A question is told to its own browser, once, and that it has ended.', () => {
  const { state, asking, told } = open();
  asking.changed();
  state.set('siteQuestions', 'page-1', buildSiteQuestion());
  asking.changed();
  asking.changed();
  state.remove('siteQuestions', 'page-1');
  asking.changed();
  expect(told).toEqual([
    ['b1', ['page-1'], false],
    ['b1', [], false],
  ]);
});

test('A panel that comes in front is told while something waits.', () => {
  const { state, asking, told, seen } = open();
  seen.is = true;
  asking.changed();
  state.set('siteQuestions', 'page-1', buildSiteQuestion());
  asking.changed();
  seen.is = false;
  asking.changed();
  expect(told.map(([, , panel]) => panel)).toEqual([true, false]);
});

test('A browser that comes back is told anew, and one that is away nothing.', () => {
  const { state, asking, told } = open();
  state.set('siteQuestions', 'page-1', buildSiteQuestion());
  asking.changed();
  state.set('browsers', 'b1', buildBrowser({ id: 'b1', state: { kind: 'away', since: noon } }));
  asking.changed();
  state.set('browsers', 'b1', buildBrowser({ id: 'b1', state: { kind: 'connected', since: noon + 1, relayPid: 1 } }));
  asking.changed();
  expect(told.map(([id]) => id)).toEqual(['b1', 'b1']);
});
