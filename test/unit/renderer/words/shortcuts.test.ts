// The one table of keys: none means two things where both could be meant.
import { describe, expect, it } from 'vitest';
import { shortcutGroups } from '../../../../renderer/words/shortcut-words.ts';

/** Each key of a group alone: `J K` are two, `Ctrl Shift P` is one, and G waits for a second letter. */
function keysOf({ keys }: (typeof shortcutGroups)[number]): string[] {
  return keys.flatMap(([text]) => (/^(Ctrl|G) /.test(text) ? [text] : text.split(' ')));
}

const [everywhere, ...others] = shortcutGroups;

describe('the table of keys', () => {
  it('names no key twice in one place', () => {
    for (const group of shortcutGroups) {
      const keys = keysOf(group);
      expect(
        keys.filter((key, at) => keys.indexOf(key) !== at),
        group.title,
      ).toEqual([]);
    }
  });

  it('names nothing on a screen that means something else everywhere', () => {
    const taken = new Set(everywhere ? keysOf(everywhere) : []);
    for (const group of others)
      expect(
        keysOf(group).filter(key => taken.has(key)),
        group.title,
      ).toEqual([]);
  });

  it('leaves the keys of lists to lists on every screen that has one', () => {
    const lists = new Set(others.filter(({ title }) => title === 'In lists').flatMap(keysOf));
    for (const group of others.filter(({ title }) => ['Traces', 'Tabs', 'Connect'].includes(title)))
      expect(
        keysOf(group).filter(key => lists.has(key)),
        group.title,
      ).toEqual([]);
  });
});
