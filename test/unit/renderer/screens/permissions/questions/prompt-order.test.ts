// The order of questions: batches of one agent, which one is shown, and where one goes when it is gone.
import { describe, expect, it } from 'vitest';
import {
  currentPrompt,
  neighbour,
  promptGroups,
  queueItems,
  queueOrder,
} from '../../../../../../renderer/screens/permissions/questions/prompt-order.ts';
import { openPrompts } from '../../../../../../renderer/store/attention.ts';
import { fixtureSiteQuestion } from '../../../../../support/panel-fixture/sites.ts';
import { fixtureSnapshot } from '../../../../../support/panel-fixture/snapshot.ts';

const snapshot = fixtureSnapshot(1_800_000_000_000);
const template = snapshot.prompts['prompt-87']!;
const ask = (id: string, agentId: string, askedAt = Number(id)) => ({ ...template, id, agentId, askedAt });
const none: ReadonlySet<string> = new Set();

describe('the queue', () => {
  it('puts the questions of one agent together, where its oldest one stands', () => {
    const prompts = [ask('1', 'a'), ask('2', 'b'), ask('3', 'a'), ask('4', 'c'), ask('5', 'b')];
    const groups = promptGroups(prompts);
    expect(groups.map(({ agentId, prompts: own }) => [agentId, own.map(({ id }) => id)])).toEqual([
      ['a', ['1', '3']],
      ['b', ['2', '5']],
      ['c', ['4']],
    ]);
    expect(queueOrder(queueItems(groups, []))).toEqual(['1', '3', '2', '5', '4']);
  });

  it('has the questions of pages among them, whoever asked first standing first', () => {
    const groups = promptGroups([ask('1', 'a'), ask('3', 'b'), ask('5', 'a')]);
    const pages = [fixtureSiteQuestion(0), fixtureSiteQuestion(0)].map((question, at) => {
      return { ...question, id: `page-${at}`, askedAt: 2 + 2 * at };
    });
    expect(queueOrder(queueItems(groups, pages))).toEqual(['1', '5', 'page-0', '3', 'page-1']);
  });

  it('is the same for the same questions, however they arrive, also those of one millisecond', () => {
    const prompts = ['9', '10', '11', '100'].map(id => ask(id, `agent ${id}`, 0));
    const shuffled = { ...snapshot, prompts: Object.fromEntries(prompts.toReversed().map(each => [each.id, each])) };
    expect(queueOrder(queueItems(promptGroups(openPrompts(shuffled)), []))).toEqual(['9', '10', '11', '100']);
  });
});

describe('the question that is shown', () => {
  it('is the first, and stays while others come, also before it', () => {
    expect(currentPrompt(['1', '2'], null, [], none)).toBe('1');
    expect(currentPrompt(['0', '1', '2', '3'], '1', ['1', '2'], none)).toBe('1');
  });

  it('is followed by the one that stood behind it, and at the end by the first', () => {
    expect(currentPrompt(['1', '3'], '2', ['1', '2', '3'], none)).toBe('3');
    expect(currentPrompt(['1', '2'], '3', ['1', '2', '3'], none)).toBe('1');
    expect(currentPrompt(['1', '4'], '2', ['1', '2', '3', '4'], none)).toBe('4');
    expect(currentPrompt([], '2', ['2'], none)).toBeNull();
  });

  it('is none of those that were left waiting, until one is new', () => {
    expect(currentPrompt(['1', '2', '3'], '2', ['1', '2', '3'], new Set(['2']))).toBe('3');
    expect(currentPrompt(['1', '2'], '2', ['1', '2'], new Set(['1', '2']))).toBeNull();
    expect(currentPrompt(['1', '2', '3'], null, ['1', '2'], new Set(['1', '2']))).toBe('3');
  });
});

it('Next and previous go around the end, and begin at it when none is shown.', () => {
  const order = ['1', '2', '3'];
  expect([neighbour(order, '3', 1), neighbour(order, '1', -1), neighbour(order, '1', 1)]).toEqual(['1', '3', '2']);
  expect([neighbour(order, null, 1), neighbour(order, null, -1), neighbour([], '1', 1)]).toEqual(['1', '3', null]);
});
