// One page with something for each act that is about elements, and what the question about each of them has to name.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isNear, pictureOf } from './decided-shop.ts';
import { PageTab } from './page-tab.ts';
import type { CallDescription, Prompt } from '../../contract/schemas/permissions.ts';
import type { Agent } from '../support/hub-process.ts';
import type { DecidedPlace } from './decided-scene.ts';

const title = 'Orders of today';
const at = (left: number, top: number) =>
  `style="position:absolute;left:${left}px;top:${top}px;width:140px;height:40px"`;

/** Its text field has the focus. */
export const askedPage = `<title>${title}</title>
  <button ${at(20, 20)}><i>Save</i></button>
  <button draggable="true" ${at(20, 80)}>Draft</button><button ${at(300, 80)}>Archive</button>
  <label ${at(20, 140)}>Invoice <input type="file"></label>
  <label ${at(20, 200)}>Street <input id="street"></label>
  <label ${at(300, 200)}>Country <select><option>Peru</option><option>Chad</option></select></label>
  <label ${at(20, 260)}>Gift <input type="checkbox"></label>
  <button style="position:absolute;left:20px;top:3000px">Far below</button>
  <script>document.querySelector('#street').focus()</script>`;

type Ref = (name: string, role?: string) => Promise<string>;
type Act = CallDescription['act'];

export interface AskedRow {
  readonly title: string;
  readonly tool: string;
  args(ref: Ref, file: string): Promise<Record<string, unknown>>;
  readonly act: Act;
  /** Role and name of each, in order. */
  readonly names: readonly (readonly [role: string, name: string])[];
  /** Whether what is named lies below what the tab shows, where the picture has nothing to mark. */
  readonly outOfView?: true;
}

const computer = (
  action: NonNullable<Act>,
  name: readonly [string, string],
  where: (ref: Ref) => Promise<object>,
): Pick<AskedRow, 'tool' | 'act' | 'names' | 'args'> => ({
  tool: 'computer',
  act: action,
  names: [name],
  args: async ref => ({ action, ...(await where(ref)) }),
});

export const askedRows: readonly AskedRow[] = [
  {
    title: 'a click by ref',
    ...computer('left_click', ['button', 'Save'], async ref => ({ ref: await ref('Save') })),
  },
  {
    title: 'a click by selector',
    ...computer('double_click', ['button', 'Save'], async () => ({ selector: 'button' })),
  },
  {
    title: 'a click at a coordinate',
    ...computer('right_click', ['button', 'Save'], async () => ({ coordinate: [90, 40] })),
  },
  {
    title: 'a drag by refs',
    tool: 'computer',
    act: 'left_click_drag',
    names: [
      ['button', 'Draft'],
      ['button', 'Archive'],
    ],
    args: async ref => ({ action: 'left_click_drag', start_ref: await ref('Draft'), ref: await ref('Archive') }),
  },
  {
    title: 'a drag between coordinates',
    tool: 'computer',
    act: 'left_click_drag',
    names: [
      ['button', 'Draft'],
      ['button', 'Archive'],
    ],
    args: async () => ({ action: 'left_click_drag', start_coordinate: [90, 100], coordinate: [370, 100] }),
  },
  {
    title: 'typing into a field by ref',
    ...computer('type', ['textbox', 'Street'], async ref => ({ ref: await ref('Street', 'textbox'), text: 'Main St' })),
  },
  {
    title: 'keys for what has the focus',
    ...computer('key', ['textbox', 'Street'], async () => ({ text: 'Enter' })),
  },
  {
    title: 'a button below what is shown',
    ...computer('left_click', ['button', 'Far below'], async ref => ({ ref: await ref('Far below') })),
    outOfView: true,
  },
  {
    title: 'a form of several fields',
    tool: 'form_input',
    act: 'fill',
    names: [
      ['textbox', 'Street'],
      ['combobox', 'Country'],
      ['checkbox', 'Gift'],
    ],
    args: async ref => ({
      fields: [
        { ref: await ref('Street', 'textbox'), value: 'Main St' },
        { ref: await ref('Country', 'combobox'), value: 'Chad' },
        { selector: 'input[type=checkbox]', value: true },
      ],
    }),
  },
  {
    title: 'a file for its field',
    tool: 'file_upload',
    act: 'upload',
    names: [['file', 'Invoice']],
    args: async (ref, file) => ({ ref: await ref('Invoice', 'file'), paths: [file] }),
  },
  {
    title: 'a GIF for a place of the page',
    tool: 'gif_creator',
    act: 'upload',
    names: [['button', 'Save']],
    args: async () => ({ action: 'export', coordinate: [40, 40] }),
  },
];

/** Asks about every row, one after the other, and denies it. */
export async function expectAllNamed(scene: DecidedPlace, claude: Agent, url: string): Promise<void> {
  const tab = await PageTab.open(claude.client, url);
  const file = join(scene.place.folder, 'invoice.txt');
  writeFileSync(file, 'invoice');
  for (const row of askedRows) {
    const args = await row.args((name, role) => tab.ref(name, role), file);
    const calling = claude.call(row.tool, { tabId: tab.tabId, ...args });
    await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, `${row.title} is asked about`);
    const prompt = Object.values(scene.hub.snapshot.prompts)[0]!;
    const isInView = !row.outOfView;
    const elements = row.names.map(([role, name]) => ({ role, name, frame: null, isInView }));
    const told = { act: row.act, title, elements, more: 0, untold: null, hasPicture: true };
    expect(prompt.description, row.title).toEqual(told);
    // What would be typed or handed over is shown with the arguments; the picture is of the page alone.
    expect(await outlineOf(scene, prompt), row.title).toBe(isInView);
    await scene.hub.request('prompts:answer', {
      promptId: prompt.id,
      effect: 'deny',
      lifetime: 'use',
      breadth: 'tool',
    });
    await scene.hub.waitFor(({ prompts }) => !(prompt.id in prompts), 'the question is gone');
    expect((await calling).isError, row.title).toBe(true);
  }
}

/** Whether its picture marks something. */
async function outlineOf({ hub }: DecidedPlace, { id: promptId, call }: Prompt): Promise<boolean> {
  const { data } = await hub.request('prompts:picture', { promptId, call });
  const image = pictureOf(Buffer.from(data ?? '', 'base64'));
  const pixels = image.get_raw_pixels();
  for (let start = 0; start < pixels.length; start += 4)
    if (isNear([...pixels.slice(start, start + 3)], [214, 51, 108])) return true;
  return false;
}
