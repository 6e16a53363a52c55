// Stories of fields: typing, filling, choosing, uploading, in the page itself, in its frames and in shadow roots.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journey } from '../support/many-pages/form-pages.ts';
import { longNote } from '../support/many-pages/text-pages.ts';
import type { PageTab } from './page-tab.ts';
import type { Story } from './story.ts';

const inFrame = {
  act: async (tab: PageTab) => {
    await tab.type('Cargo', 'Tea');
    await tab.set('Quay', 'West');
    await tab.set('Sealed', true);
    await tab.click('Load cargo');
  },
  title: 'what lies in its frame is typed into, chosen, checked and clicked',
};
const loaded = { cargo: 'Tea', quay: 'West', sealed: true, clicks: 1 };

/** What `form_input` is given in the wire format of each type, and what the field holds then. */
const values = {
  Text: ['text', 'Ana'],
  Search: ['search', 'tea'],
  Email: ['email', 'ana@example.org'],
  Phone: ['tel', '+47 55'],
  Address: ['url', 'https://example.org/'],
  Password: ['password', 'secret'],
  Number: ['number', '7'],
  Range: ['range', '60'],
  Date: ['date', '2012-10-09'],
  Time: ['time', '09:40'],
  Moment: ['moment', '2012-10-09T09:40'],
  Month: ['month', '2012-10'],
  Week: ['week', '2012-W41'],
  Colour: ['colour', '#cc0000'],
} as const;

/** A file of seven bytes in that folder. */
export function writtenFile(folder: string, name: string): string {
  const file = join(folder, name);
  writeFileSync(file, 'a paper');
  return file;
}

export const fieldStories: readonly Story[] = [
  {
    path: '/long-note',
    title: 'get_page_text reads a field whole',
    act: async tab => (await tab.call('get_page_text', { ref: await tab.ref('Note') })).includes(longNote),
    says: /^true$/,
  },
  {
    path: '/long-note',
    title: 'typing replaces a long text',
    act: tab => tab.type('Note', 'Short.'),
    facts: { value: 'Short.' },
  },
  {
    path: '/label-first',
    title: 'a date is set and the form is sent',
    act: async tab => {
      await tab.set('Date of departure', '2012-10-09');
      await tab.click('Book now');
    },
    facts: { day: '2012-10-09', sent: true },
  },
  {
    path: '/right-to-left',
    title: 'Arabic is typed and sent',
    act: async tab => {
      await tab.type('الاسم', 'سفينة');
      await tab.click('إرسال');
    },
    facts: { name: 'سفينة', sent: true },
  },
  {
    path: '/closed-policy',
    title: 'its form is filled and sent, although no script of the page may run',
    act: async tab => {
      await tab.type('Code', 'K7');
      await tab.click('Check');
      await tab.act('wait', { url: '*code=K7*' });
      return tab.address();
    },
    says: /code=K7/,
  },
  {
    path: '/editable',
    title: 'a letter is written where there is no field',
    act: async tab => {
      await tab.type('Letter', 'Dear pilot');
      await tab.click('Send');
    },
    facts: { text: 'Dear pilot', sent: 'Dear pilot' },
  },
  {
    path: '/journey',
    title: 'a form of twelve fields is filled in one call',
    act: async tab => {
      const fields: { ref: string; value: unknown }[] = [];
      for (const { name, kind, value } of journey)
        fields.push({ ref: await tab.ref(name, kind), value: kind === 'checkbox' ? value === 'true' : value });
      await tab.call('form_input', { fields });
      await tab.click('Book');
    },
    facts: {
      ...Object.fromEntries(journey.map(({ id, kind, value }) => [id, kind === 'checkbox' ? true : value])),
      sent: true,
    },
  },
  {
    path: '/input-types',
    title: 'every type of input takes a value',
    act: async tab => {
      for (const [name, [, value]] of Object.entries(values)) await tab.set(name, value);
      await tab.set('Check', true);
      await tab.set('Blue', true);
    },
    facts: { ...Object.fromEntries(Object.values(values)), check: true, blue: true },
  },
  {
    path: '/states',
    title: 'several options are chosen, a slider is set and what was hidden is opened',
    act: async tab => {
      await tab.set('Ports', ['Bergen', 'Aarhus'], 'listbox');
      await tab.set('Volume', '9');
      await tab.click('More');
      return tab.call('read_page');
    },
    facts: { ports: ['Bergen', 'Aarhus'], volume: '9', open: true },
    says: /The rest of it\./,
  },
  {
    path: '/states',
    title: 'read_page tells every state',
    act: tab => tab.call('read_page'),
    says: statesOf([
      ['"Checked"', 'checked(?!=false)'],
      ['"Mixed"', 'mixed'],
      ['"Bold"', 'pressed'],
      ['"More"', 'collapsed|expanded=false'],
      ['"Archive"', 'disabled'],
      ['"Needed"', 'required'],
      ['"Fixed"', 'read-?only'],
      ['"Wrong"', 'invalid'],
      ['"Here"', 'current'],
      ['"Loaded"', 'value="?40\\b'],
      ['"Tank"', 'value="?0\\.6\\b'],
      ['"Volume"', 'value="?7\\b'],
      ['"Zoom"', 'value="?150'],
      // Either each choice says that it is selected, or the list says what it holds.
      ['', '(?:"Oslo".*selected[^]*"Malmö".*selected|"Ports".*value="Oslo","Malmö")'],
      ['"Sea"', 'selected'],
      ['"Fog horn"', 'checked(?!=false)'],
      ['"Docks"', 'expanded'],
    ]),
  },
  {
    path: '/label-around-select',
    title: 'options are chosen by their text',
    act: async tab => {
      await tab.set('Port of call', 'Bergen');
      await tab.set('Berth', 'S1');
    },
    facts: { port: 'bgo', berth: 'S1' },
  },
  {
    path: '/uploads',
    title: 'a file goes into its field and another is dropped',
    act: async (tab, { folder }) => {
      await tab.call('file_upload', { paths: [writtenFile(folder, 'passport.txt')], ref: await tab.ref('Passport') });
      await tab.call('file_upload', {
        paths: [writtenFile(folder, 'ticket.txt')],
        ref: await tab.ref('Drop papers here'),
      });
    },
    facts: { passport: ['passport.txt:7'], dropped: ['ticket.txt'] },
  },
  {
    path: '/uploads',
    title: 'a screenshot is handed to a field',
    act: async tab => {
      const [, imageId] = /imageId (\S+?)[,.]/.exec(await tab.act('screenshot')) ?? [];
      await tab.call('upload_image', { imageId, filename: 'seen.png', ref: await tab.ref('Passport') });
      return tab.value('state.passport[0]');
    },
    says: /^seen\.png:\d{3,}$/,
  },
  { path: '/frame-same', ...inFrame, facts: { frames: { Inside: loaded } } },
  { path: '/frame-cross', ...inFrame, facts: { frames: { Inside: loaded } } },
  { path: '/frame-nested', ...inFrame, facts: { frames: { Middle: { frames: { Inside: loaded } } } } },
  {
    path: '/shadow',
    title: 'open and closed shadow roots are typed into and clicked',
    act: async tab => {
      for (const root of ['open', 'closed']) {
        await tab.type(`Mark ${root}`, root);
        await tab.click(`Sign ${root}`);
      }
    },
    facts: { openMark: 'open', openSigned: true, closedMark: 'closed', closedSigned: true },
  },
];

/** One line for each, with the name and behind it the state. */
function statesOf(states: readonly (readonly [name: string, state: string])[]): RegExp {
  return new RegExp(states.map(([name, state]) => `(?=[^]*${name}.*(?:${state}))`).join(''));
}
