// The attribute by which a call finds its element leaves the user's page with the call, however that ends.
import { expect, test } from 'vitest';
import { HeldElements, type Tell } from '../../../../../electron/core/browsers/foreign/held-elements.ts';
import { cancelled } from '../../../../../electron/core/platform/wait.ts';

const call = {
  tool: 'computer',
  args: { action: 'left_click', coordinate: [5, 5] },
  tabId: 7,
  decided: { origin: 'https://shop.example' },
};
const element = { number: 3, role: 'button', name: 'Save', text: '', since: 1, from: 'https://shop.example' };

/** A page that does what the scripts say at once; `answers` what comes back of it. */
function openPage(found: object | null = element) {
  const attributes = new Set<string>();
  const asker = new AbortController();
  const page = { attributes, asker, answers: true };
  const tell: Tell = async ({ args }, _mostMs, signal = asker.signal) => {
    if (signal.aborted) throw cancelled();
    const [, isSet, attribute = ''] = /(set|remove)Attribute\('([^']+)'/.exec(String(args.text)) ?? [];
    if (isSet === 'set' && found) attributes.add(attribute);
    if (isSet === 'remove') attributes.delete(attribute);
    if (!page.answers) throw cancelled();
    return { content: [{ type: 'text', text: JSON.stringify(isSet === 'set' ? found : true) }] };
  };
  const click = (act: () => void) =>
    new HeldElements('0a1b2c').whileAtPlace(call, [5, 5], tell, async () => {
      expect(attributes.size).toBe(1);
      act();
      return { content: [] };
    });
  return { ...page, page, click };
}

test('A call whose time is over before the script has answered leaves nothing behind.', async () => {
  const { attributes, page, click } = openPage();
  page.answers = false;
  await expect(click(() => {})).rejects.toThrow(cancelled().message);
  expect([...attributes]).toEqual([]);
});

test('Neither does one that its asker leaves meanwhile.', async () => {
  const { attributes, asker, click } = openPage();
  const cancels = () => {
    asker.abort();
    throw cancelled();
  };
  await expect(click(cancels)).rejects.toThrow(cancelled().message);
  expect([...attributes]).toEqual([]);
});

test('Neither does one that came upon the page of another site.', async () => {
  const { attributes, click } = openPage({ ...element, from: 'https://else.example' });
  await expect(click(() => {})).rejects.toThrow('nothing is at 5, 5');
  expect([...attributes]).toEqual([]);
});
