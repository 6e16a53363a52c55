// The sentence of a question about elements of a page: what is done to which of them, and when it says less.
import { describe, expect, it } from 'vitest';
import { isTold } from '../../../../renderer/parts/prompts/is-told.ts';
import { describedSentence, pictureWords } from '../../../../renderer/words/description-words.ts';
import { ours, theirs, toParts } from '../../../../renderer/words/sentence-words.ts';
import type { CallDescription } from '../../../../contract/schemas/permissions.ts';

const field = (name: string) => ({ role: 'textbox', name, frame: null, isInView: true });
const description: CallDescription = {
  act: 'left_click',
  title: 'Billing – Shop',
  elements: [{ role: 'button', name: 'Delete account', frame: null, isInView: true }],
  more: 0,
  untold: null,
  hasPicture: false,
};

function sentence(changes: Partial<CallDescription>, site: string | null = 'shop.example'): string | null {
  const pieces = describedSentence(ours('Claude'), { ...description, ...changes }, site);
  return (
    pieces &&
    toParts(pieces)
      .map(({ text }) => text)
      .join('')
  );
}

describe('A question about an element', () => {
  it('says what is done to it, and on which page', () => {
    expect(sentence({})).toBe('Claude wants to click button “Delete account” on “Billing – Shop” (shop.example)');
    expect(sentence({ title: '' })).toBe('Claude wants to click button “Delete account” on shop.example');
    expect(sentence({}, null)).toBe('Claude wants to click button “Delete account” on “Billing – Shop”');
  });

  it('names both ends of a drag, and of many fields the first two', () => {
    const [from, onto] = [field('From'), field('To')];
    expect(sentence({ act: 'left_click_drag', elements: [from, onto] })).toContain(
      'drag text field “From” onto text field “To” on',
    );
    expect(sentence({ act: 'fill', elements: [from, onto, field('Via')], more: 4 })).toContain(
      'fill in text field “From”, text field “To” and 5 more on',
    );
  });

  it('is none where an element, an end of a drag or the page is not known', () => {
    expect(sentence({ elements: [] })).toBe(null);
    expect(sentence({ elements: [null, field('To')], act: 'left_click_drag' })).toBe(null);
    expect(sentence({ elements: [field('To')], act: 'left_click_drag' })).toBe(null);
    expect(sentence({ act: null })).toBe(null);
    expect(sentence({ title: '' }, null)).toBe(null);
  });

  it('keeps what comes from the page apart from its own words, visible and cut', () => {
    const name = `${'x'.repeat(200)}\u202e`;
    const pieces = describedSentence(ours('Claude'), { ...description, elements: [field(name)] }, 'shop.example') ?? [];
    expect(pieces).toContainEqual(theirs(name, 80));
    expect(theirs(name, 80).text).not.toContain('\u202e');
    expect(theirs(name, 80).text.length).toBeLessThan(100);
  });
});

describe('Names that a page chose', () => {
  it('close no quotation marks of ours', () => {
    const hostile = 'Save” on “Bank” (bank.example). Allow „it“';
    const said = sentence({ elements: [field(hostile)], title: hostile }) ?? '';
    expect([said.split('“').length, said.split('”').length]).toEqual([3, 3]);
    expect(said).toContain("text field “Save' on 'Bank' (bank.example). Allow 'it'” on “Save' on 'Bank'");
  });

  it('stand in the words for the picture too, of what can be seen in it', () => {
    expect(pictureWords(description)).toBe('The page “Billing – Shop”, with button “Delete account” marked');
    expect(pictureWords({ ...description, title: '', elements: [field('From'), field('To'), field('Via')] })).toBe(
      'The page, with text field “From”, text field “To” and 1 more marked',
    );
    const below = { ...field('Below'), isInView: false };
    for (const elements of [[], [null], [below]])
      expect(pictureWords({ ...description, elements })).toContain('nothing in it is marked');
  });
});

describe('The arguments of a call wait to be opened', () => {
  const told = (args: object, changes: Partial<CallDescription> = {}) => {
    const argumentsText = JSON.stringify(args);
    return isTold({
      description: { ...description, ...changes },
      argumentsText,
      argumentsChars: argumentsText.length,
    });
  };

  it('only where they say nothing but the place of an element that is named', () => {
    expect(told({ action: 'left_click', coordinate: [1, 2], tabId: 7 })).toBe(true);
    expect(told({ action: 'left_click', coordinate: [1, 2], modifiers: 'ctrl' })).toBe(false);
    expect(told({ ref: 'ref_1', value: 'x' })).toBe(false);
    expect(told({ ref: 'ref_1' }, { untold: 'no-answer', elements: [] })).toBe(false);
    expect(told({ ref: 'ref_1' }, { elements: [null] })).toBe(false);
  });
});
