// What an agent reads of a page, in a real Chromium: all of the text once and in order, everything that can be used, states, and how to read on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

const folder = join(repositoryRoot, 'test/fixtures/reading');
const tenPages = readdirSync(folder).filter(name => name.endsWith('.html'));

const texts = `<!doctype html><title>Texts</title>
<p>Enter <b>as</b> the <i>date</i><input value="09/10/2012" aria-label="Day"> and <a href="/x">go&nbsp;on</a>.</p>
<div>one<br>two</div><pre>  a
    b</pre><button title="Close it"> Close
 </button><p id="long">${'word '.repeat(400)}end</p><textarea aria-label="Story">${'line\n'.repeat(300)}last</textarea>
<label>Size <select><option>Small</option><option selected>Large</option></select></label>
<h2><a href="#top">Only once</a></h2><ul><li>First<li>Second</ul><p style="visibility:hidden">Not seen <span style="visibility:visible">but this</span></p>
<p style="display:none">Never</p><details><summary>More</summary>Folded away</details><span aria-hidden="true">★</span>`;

const states = `<!doctype html><title>States</title>
<input type="checkbox" aria-label="A" checked><input type="checkbox" aria-label="B" id="b">
<div role="checkbox" aria-checked="mixed" tabindex="0">C</div><button aria-pressed="true">D</button><button aria-expanded="false">E</button>
<fieldset disabled><input aria-label="F"></fieldset><input aria-label="G" aria-invalid="true" required readonly value="7"><a href="/h" aria-current="page">H</a>
<progress aria-label="I" value="3" max="4"></progress><input type="range" aria-label="J" min="1" max="9" value="5"><input type="date" aria-label="K" value="2026-11-23">
<select aria-label="L" multiple><option selected>x</option><option>y</option><option selected>z</option></select><div role="tab" aria-selected="true" tabindex="0">M</div>
<div role="slider" aria-label="N" tabindex="0" aria-valuenow="2" aria-valuetext="low"></div><input type="password" aria-label="O" value="hunter2">
<script>document.getElementById('b').indeterminate = true</script>`;

const shadows = `<!doctype html><title>Shadows</title><x-open><b slot="name">Slotted</b></x-open><x-closed></x-closed><script>
  customElements.define('x-open', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<p>Before</p><button><slot name="name"></slot> button</button><p>After</p>'; } });
  customElements.define('x-closed', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'closed' }).innerHTML = '<p>Closed words</p><button onclick="document.title = String(event.isTrusted)">Closed button</button>'; } });
</script>`;

const nameless = `<!doctype html><title>Nameless</title><style>.hand { cursor: pointer; display: block; width: 20px; height: 20px } .thin { cursor: pointer }</style>
<span class="hand icon-trash"></span><span class="hand"><svg width="9" height="9"><use href="#gear"></use></svg></span><div class="hand" title="Pin it"></div>
<div onclick="0">Own words</div><button><i class="fa-save"></i></button><span class="thin"></span><li class="hand"><a href="/a">Inner</a></li>
<div aria-hidden="true">quiet <button>Hidden one</button></div><div inert>still <button>Inert one</button></div>
<input type="radio" id="r" style="display:none" checked><label for="r">Radio in disguise</label>`;

const changing = `<!doctype html><title>Changing</title><button id="go">Save</button><p>Old words</p><p id="gone">Leaving</p><input aria-label="Name"><script>
  document.getElementById('go').addEventListener('click', event => {
    event.target.textContent = 'Saved';
    document.getElementById('gone').remove();
    document.body.append(Object.assign(document.createElement('button'), { textContent: 'Undo' }));
  });
</script>`;

let scene: ExtensionScene;
let tabId = 0;

describeWith(['chromium'], 'reading pages', () => {
  beforeAll(async () => {
    const fixtures = tenPages.map(name => [`/${name}`, readFileSync(join(folder, name), 'utf8')] as const);
    scene = await openExtensionScene({
      ...Object.fromEntries(fixtures),
      '/texts': texts,
      '/states': states,
      '/shadows': shadows,
      '/nameless': nameless,
      '/changing': changing,
    });
  });
  afterAll(() => scene?.close());

  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;
  const opened = (path: string) => async () => {
    tabId = await scene.open(path);
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  };
  /** The lines of the tree, without refs. */
  const read = async (args: object = {}): Promise<string[]> => {
    const text = await call('read_page', args);
    return text
      .split('\n')
      .slice(4, -2)
      .map(line => line.replace(/ \[ref_\d+\]/, ''));
  };

  describe.each(tenPages)('of the ten pages %s', name => {
    beforeAll(opened(`/${name}`));

    test('takes at most 0.7 times the characters of Playwright’s snapshot and names everything that can be used in it', async () => {
      const ours = await call('read_page', { max_chars: 5_000_000 });
      const page = scene.context.pages().find(each => each.url().endsWith(`/${name}`));
      const snapshot = await page!.ariaSnapshot({ mode: 'ai' });
      // As its server for MCP answers browser_snapshot.
      const theirs = `### Page\n- Page URL: ${page!.url()}\n- Page Title: ${await page!.title()}\n### Snapshot\n\`\`\`yaml\n${snapshot}\n\`\`\``;
      expect(ours.length / theirs.length).toBeLessThanOrEqual(0.7);
      const used =
        /^ *- '?(button|link|textbox|searchbox|checkbox|radio|combobox|listbox|slider|spinbutton|switch|tab|menuitem|menuitemcheckbox|treeitem) ("(?:[^"\\]|\\.)*")/gm;
      const named = [...theirs.matchAll(used)].map(([, role, words]) => `${role} ${words}`);
      expect(named.length).toBeGreaterThan(0);
      // What takes files is a button there.
      const isRead = (words: string) => ours.includes(words) || ours.includes(words.replace(/^button/, 'file'));
      expect(named.filter(words => !isRead(words))).toEqual([]);
    });
  });

  describe('a table of 1,000 rows', () => {
    beforeAll(opened('/table.html'));

    test('is summarised, and who only follows what the answers say reaches all of its 2,000 controls', async () => {
      const seen = new Set<string>();
      const asked = new Set<string>();
      const ahead: object[] = [{}];
      for (let args = ahead.shift(); args; args = ahead.shift()) {
        const text = await call('read_page', args);
        expect(text.length).toBeLessThan(51_000);
        for (const [, name] of text.matchAll(/button "((?:Edit|Delete) \d+)" \[ref_\d+\]/g)) seen.add(name ?? '');
        for (const [hint, ref, from] of text.matchAll(/read_page(?: ref_id=(ref_\d+))?(?: from=(\d+))?\)/g)) {
          if (asked.has(hint)) continue;
          asked.add(hint);
          ahead.push({ ...(ref && { ref_id: ref }), ...(from && { from: Number(from) }) });
        }
      }
      expect([seen.size, asked.size > 0]).toEqual([2_000, true]);
    });
  });

  describe('texts', () => {
    beforeAll(opened('/texts'));

    test('are read in order, once, with the breaks and spaces that are seen', async () => {
      const lines = (await read()).map(line => line.trim().replace(/^- /, ''));
      expect(lines.filter(line => !/word|value="line/.test(line))).toEqual([
        '"Enter as the date"',
        'textbox "Day" value="09/10/2012"',
        '"and"',
        'link "go on" href="/x"',
        '"."',
        String.raw`"one\ntwo"`,
        String.raw`"  a\n    b"`,
        'button "Close"',
        'combobox "Size" value="Large" of "Small" | "Large"',
        'heading level=2',
        'link "Only once" href="#top"',
        '"First"',
        '"Second"',
        '"but this"',
        'button "More" expanded=false',
      ]);
    });

    test('are whole where the page fits, and say where the rest is where it does not', async () => {
      expect((await read()).join('\n')).toContain(`${'word '.repeat(400)}end"`);
      const text = await call('read_page', { max_chars: 1_500 });
      expect(text.length).toBeLessThan(1_650);
      const cuts = [...text.matchAll(/…"(?: \[ref_\d+\])? \(\+\d+ characters; get_page_text ref=(ref_\d+)\)/g)];
      const whole = await Promise.all(cuts.map(([, ref]) => call('get_page_text', { ref })));
      expect(whole.map(said => said.trim().split(/\s/).at(-1))).toEqual(['end', 'last']);
    });
  });

  describe('states', () => {
    beforeAll(opened('/states'));

    test('are told of everything that has one, and no password', async () => {
      expect((await read()).map(line => line.trim().replace(/^- /, ''))).toEqual([
        'checkbox "A" checked',
        'checkbox "B" checked=mixed',
        'checkbox "C" checked=mixed',
        'button "D" pressed',
        'button "E" expanded=false',
        'textbox "F" disabled',
        'textbox "G" value="7" readonly required invalid',
        'link "H" href="/h" current=page',
        'progressbar "I" value=3 max=4',
        'slider "J" value="5" min=1 max=9',
        'textbox "K" type=date value="2026-11-23"',
        'listbox "L" value="x","z" multiple of "x" | "y" | "z"',
        'tab "M" selected',
        'slider "N" value="low"',
        'textbox "O" type=password filled',
      ]);
    });
  });

  describe('shadow trees', () => {
    beforeAll(opened('/shadows'));

    test('are read open or closed, with what is put into their slots where it is seen', async () => {
      expect(await read()).toEqual([
        '"Before"',
        'button "Slotted button"',
        '"After"',
        '"Closed words"',
        'button "Closed button"',
      ]);
      const text = (await call('get_page_text', {})).replace(/\s+/g, ' ');
      expect(text).toContain('Before Slotted button After Closed words');
    });

    test('hold elements that can be found and clicked', async () => {
      const { elements } = JSON.parse(await call('find', { query: 'closed button' }));
      await call('computer', { action: 'left_click', ref: elements[0].ref });
      await expect.poll(() => call('read_page', {})).toMatch(/^true\n/);
    });
  });

  describe('what has no text', () => {
    beforeAll(opened('/nameless'));

    test('is told with what its markup says, and what nobody can reach is left out with a word', async () => {
      expect((await read()).map(line => line.trim())).toEqual([
        'clickable hint="icon-trash"',
        'clickable hint="gear"',
        'clickable "Pin it"',
        'clickable "Own words"',
        'button hint="fa-save"',
        'link "Inner" href="/a"',
        'button "Hidden one"',
        expect.stringMatching(/^\(1 controls?, cannot be used now; read_page ref_id=ref_\d+\)$/),
        'radio "Radio in disguise" checked',
      ]);
    });
  });

  describe('since', () => {
    beforeAll(opened('/changing'));

    test('read_page and find answer with what is new, another or gone', async () => {
      const first = await call('read_page', {});
      const [, reading] = /\n\nreading (\d+)$/.exec(first) ?? [];
      const found = JSON.parse(await call('find', { query: 'button' }));
      expect(await call('read_page', { since: Number(reading) })).toMatch(
        /\n\nsince reading \d+:\nnothing changed\n\nreading \d+$/,
      );
      await call('computer', { action: 'left_click', ref: found.elements[0].ref });
      await expect
        .poll(async () => (await call('read_page', { since: Number(reading) })).replaceAll(/ref_\d+/g, 'ref'))
        .toMatch(/\n~ button "Saved" \[ref\] focused\n\+ button "Undo" \[ref\]\ngone: 1 text\n\nreading \d+$/);
      const later = JSON.parse(await call('find', { query: 'button', since: found.reading }));
      expect(later.elements.map((element: { name: string }) => element.name).toSorted()).toEqual(['Saved', 'Undo']);
    });

    test('a reading of other arguments or of no one is answered with all of it', async () => {
      const [, reading] = /\n\nreading (\d+)$/.exec(await call('read_page', {})) ?? [];
      expect(await call('read_page', { since: Number(reading), filter: 'interactive' })).toMatch(
        /textbox "Name"[^]*\(all of it, because reading \d+ was of another page or with other arguments\)\n\nreading \d+$/,
      );
      expect(await call('read_page', { since: 999_999 })).toContain(
        '(all of it, because reading 999999 of this tab is not kept any more)',
      );
    });
  });
});
