// What an agent is told of what it cannot read at once: the rest of lists, names and values, what has no room, and what lies in shadow trees and frames.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageSize } from '../../electron/core/images/image-size.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

const count = 250;
const numbers = Array.from({ length: count }, (_, index) => index + 1);
const lists = `<!doctype html><title>Lists</title><select aria-label="Town">${numbers.map(number => `<option>Town ${number}</option>`).join('')}</select>
<select aria-label="Fruit"><option>None</option><optgroup label="Sweet"><option>Pear</option><option disabled>Fig</option></optgroup>
<optgroup label="Sour" disabled><option>Lemon</option></optgroup></select>
<div aria-disabled="true"><button>Shut</button><button aria-disabled="false">Open</button><p>Words</p></div>`;

const long = `<!doctype html><title>Long</title><textarea aria-label="Story">${'line\n'.repeat(200)}last</textarea>
<img alt="${'picture '.repeat(300)}of the end" src="data:," width="20" height="20"><button aria-label="${'press '.repeat(300)}at last">x</button>
<p ${Array.from({ length: 35 }, (_, index) => `data-a${index}="1"`).join(' ')}>Attributes</p>`;

const flat = `<!doctype html><title>Flat</title>${numbers.map(number => `<p>Short words ${number}</p>`).join('')}<button>After all of it</button>`;

const shadows = `<!doctype html><title>Shadows</title><h1>Outside</h1><div id="host"></div><script>
  const root = document.getElementById('host').attachShadow({ mode: 'closed' });
  root.innerHTML = '<label>Name <input class="name"></label><button class="go">Go</button><p class="said">Said inside</p><details><summary>More</summary>Folded away</details>';
  root.querySelector('.go').addEventListener('click', () => { document.title = 'Gone ' + root.querySelector('.name').value; });
</script>`;

const inert = `<!doctype html><title>Inert</title><p>Alive</p><div id="off" inert><p>Words behind</p></div><div inert></div>`;

let scene: ExtensionScene;
let tabId = 0;

describeWith(['chromium'], 'reading on', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/lists': lists,
      '/long': long,
      '/flat': flat,
      '/shadows': shadows,
      '/inert': inert,
      '/framed': `<!doctype html><title>Framed</title><p>Before</p><iframe src="/inner" title="Inner" width="300" height="100"></iframe><p>After</p>
        <iframe src="/shadows" width="300" height="150"></iframe><p>The end</p>`,
      '/inner': '<button>In the frame</button><p>Framed words</p>',
    });
  });
  afterAll(() => scene?.close());

  const ask = (tool: string, args: object) => scene.companion.call(tool, args, tabId);
  const call = async (tool: string, args: object = {}) => (await ask(tool, args)).text;
  const open = async (path: string) => {
    if (tabId > 0) await scene.companion.call('tabs_close', {}, tabId);
    tabId = await scene.open(path);
  };

  test.each(['all', 'interactive'])(
    'A list of choices is read to its end where its line says, with filter %s.',
    async filter => {
      await open('/lists');
      const seen = new Set<string>();
      const ahead: object[] = [{ filter }];
      for (let args = ahead.shift(); args; args = ahead.shift()) {
        const text = await call('read_page', { ...args, max_chars: 1_500 });
        for (const [town] of text.matchAll(/"Town \d+"/g)) seen.add(town);
        for (const [, ref, only, from] of text.matchAll(
          /read_page ref_id=(ref_\d+)( filter=interactive)? from=(\d+)\)/g,
        )) {
          expect(only ? 'interactive' : 'all').toBe(filter);
          ahead.push({ filter, ref_id: ref, from: Number(from) });
        }
        expect(ahead.length).toBeLessThan(3);
      }
      expect(seen.size).toBe(count);
    },
  );

  test('Choices say which group they are in and which of them are disabled, and so does what is disabled by what is around it.', async () => {
    await open('/lists');
    const text = (await call('read_page')).replace(/ \[ref_\d+\]/g, '');
    expect(text).toContain(
      'combobox "Fruit" value="None" of "None" | in "Sweet": "Pear" | "Fig" disabled | in "Sour": "Lemon" disabled',
    );
    expect(text).toContain('button "Shut" disabled\n');
    expect(text).toMatch(/button "Open"\n *"Words"\n/);
  });

  test('A long value is told by find as its beginning, with the way to the rest, and its words are found.', async () => {
    await open('/long');
    const { elements } = JSON.parse(await call('find', { query: 'story last' }));
    const [, ref = ''] =
      /^value="line\\n[^"]+…" \(\+904 characters; get_page_text ref=(ref_\d+)\)$/.exec(elements[0].details) ?? [];
    expect(ref).toBe(elements[0].ref);
    expect((await call('get_page_text', { ref })).endsWith('\nline\nlast')).toBe(true);
    const described = JSON.parse(await call('find', { selector: 'p' })).elements[0];
    expect([Object.keys(described.attributes).length, described.moreAttributes]).toEqual([30, 5]);
  });

  test('A long name that is written nowhere on the page is read where its mark says.', async () => {
    await open('/long');
    const text = await call('read_page', { max_chars: 1_200 });
    const marks = [
      ...text.matchAll(/^(\w+) "[^"]+…" \[ref_\d+\].* \(\+\d+ characters; get_page_text ref=(ref_\d+)\)$/gm),
    ];
    const names = await Promise.all(marks.map(async ([, role, ref]) => [role, await call('get_page_text', { ref })]));
    expect(names).toEqual([
      ['image', expect.stringMatching(/\n\nName: picture .*of the end$/)],
      ['button', expect.stringMatching(/\n\nName: press .*at last\n\nx$/)],
    ]);
  });

  test('What can be used is told before texts that have no room for it.', async () => {
    await open('/flat');
    const text = await call('read_page', { max_chars: 3_000 });
    expect(text).toMatch(
      /"Short words 60"[^]*\(\d+ more parts, of which only what can be used follows; read_page from=\d+\)\n/,
    );
    expect(text).toContain('button "After all of it" [ref_');
    expect(text.length).toBeLessThan(3_200);
  });

  test('A CSS selector and a text are looked for in closed shadow trees too.', async () => {
    await open('/shadows');
    expect(await call('computer', { action: 'wait', selector: '.go', duration: 2 })).toContain('is there after');
    expect(await call('computer', { action: 'wait', text: 'Said inside', duration: 2 })).toContain('is there after');
    expect(JSON.parse(await call('find', { selector: 'input.name' }))).toMatchObject({
      matches: 1,
      elements: [{ role: 'textbox', name: 'Name' }],
    });
    expect(await call('get_page_text', { selector: '.said' })).toMatch(/\n\nSaid inside$/);
    await call('form_input', { selector: 'input.name', value: 'Ana' });
    await call('computer', { action: 'left_click', selector: '.go' });
    await expect.poll(() => call('read_page')).toMatch(/^Gone Ana\n/);
  });

  test('What is folded away is no text that is seen, also beside a shadow tree.', async () => {
    await open('/shadows');
    const text = await call('get_page_text');
    expect(text).toContain('More');
    expect(text).not.toContain('Folded away');
  });

  test('An inert text says that it is there and how it is read.', async () => {
    await open('/inert');
    const [, ref = ''] = /\(text, cannot be used now; read_page ref_id=(ref_\d+)\)/.exec(await call('read_page')) ?? [];
    expect(await call('read_page', { ref_id: ref })).toContain('"Words behind"');
  });

  test('The text of a frame stands where the frame does.', async () => {
    await open('/framed');
    await expect.poll(() => call('get_page_text')).toContain('Said inside');
    const text = (await call('get_page_text')).replace(/ref_\d+/g, 'ref');
    expect(text.split('\n\n').slice(1, 4)).toEqual([
      'Before',
      'iframe "Inner" [ref]:\n  In the frame',
      '  Framed words',
    ]);
    expect(text).toMatch(/\n\nAfter\n\niframe \[ref\]:\n  Outside\n[^]*  Said inside\n[^]*\n\nThe end$/);
  });

  test('The numbers on a picture are on what lies in frames and shadow trees too.', async () => {
    await open('/framed');
    await expect.poll(() => call('get_page_text')).toContain('Said inside');
    const framed = await ask('computer', { action: 'screenshot', annotate: true, format: 'png', scale: 1 });
    const [, short = '', ref = ''] = /12 is ref_12, (f\d+_\d+) is (f\d+_ref_\d+)\./.exec(wordsOf(framed)) ?? [];
    expect(ref.replace('ref_', '')).toBe(short);
    await open('/shadows');
    const [plain, marked] = [
      await ask('computer', { action: 'screenshot', format: 'png', scale: 1 }),
      await ask('computer', { action: 'screenshot', annotate: true, format: 'png', scale: 1 }),
    ];
    expect(wordsOf(marked)).toContain('A number on it is a ref');
    expect(imageSize(Buffer.from(imageOf(marked), 'base64'))).toEqual(imageSize(Buffer.from(imageOf(plain), 'base64')));
    expect(imageOf(marked)).not.toBe(imageOf(plain));
  });
});

interface Answer {
  readonly content: readonly Readonly<Record<string, unknown>>[];
}

function imageOf({ content }: Answer): string {
  return String(content.find(({ data }) => data !== undefined)?.['data']);
}

function wordsOf({ content }: Answer): string {
  return String(content.findLast(({ text }) => text !== undefined)?.['text']);
}
