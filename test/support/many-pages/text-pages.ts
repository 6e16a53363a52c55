// Pages that are mostly text: what reading must give back whole, in order and once.
import { controlsOf, documentOf, type SitePage, staticPage } from './page.ts';

const sentences = [
  'The harbour was built in 1848 and has been dredged every spring since.',
  'Ships wait outside until the pilot has come aboard.',
  'Each captain signs the log before the ropes are cast off.',
  'At low water the old quay stands two metres clear of the mud.',
  'Fog signals are given by bell, never by lamp.',
];

/** Paragraph 7 begins with `Paragraph 7.`, so that what is missing can be named. */
const paragraphs = Array.from({ length: 40 }, (_, index) => {
  const text = Array.from({ length: 6 }, (_, at) => sentences[(index + at) % sentences.length]).join(' ');
  return `Paragraph ${index + 1}. ${text}`;
});

const links = Array.from({ length: 30 }, (_, index) => `Chapter ${index + 1}`);

/** 3,000 characters, each line with its number. */
export const longNote = Array.from(
  { length: 60 },
  (_, index) => `Line ${index + 1} of the long note, said in full.`,
).join('\n');

const article = `<nav aria-label="Chapters">${links.map((link, index) => `<a href="/article#c${index + 1}">${link}</a> `).join('')}</nav>
<main><h1>The harbour</h1>${paragraphs.map((text, index) => `<p id="c${index + 1}">${text.replace('pilot', '<b>pilot</b>').replace('log', '<a href="/log">log</a>')}</p>`).join('')}</main>`;

export const textPages: readonly SitePage[] = [
  staticPage('/article', 'Article', article, {
    controls: [
      ...controlsOf(...links.map(link => `link ${link}`)),
      ...paragraphs.map(() => ({ role: 'link', name: 'log' })),
    ],
    texts: paragraphs,
  }),
  staticPage(
    '/long-note',
    'Long note',
    `<h1>Note</h1><label>Note <textarea id="note" rows="6" oninput="note('value', this.value)">${longNote}</textarea></label>`,
    { controls: controlsOf('textbox Note'), texts: ['Note'] },
  ),
  staticPage(
    '/label-first',
    'Label first',
    `<h1>Journey</h1><div>Enter <b>09/10/2012</b> as the date</div>
<p>Leaves <i>Oslo</i> at <b>9:40</b>, arrives in <i>Bergen</i> at <b>16:25</b>.</p>
<label for="day">Date <span>of departure</span></label><input id="day" type="date" onchange="note('day', this.value)">
<button onclick="note('sent', true)">Book <b>now</b></button>`,
    {
      controls: controlsOf('- Date of departure', 'button Book now'),
      texts: ['Enter 09/10/2012 as the date', 'Leaves Oslo at 9:40, arrives in Bergen at 16:25.'],
    },
  ),
  {
    path: '/right-to-left',
    serve: () =>
      documentOf(
        'مرفأ',
        `<h1>المرفأ</h1><p>تنتظر السفن حتى يصعد المرشد.</p><label>الاسم <input oninput="note('name', this.value)"></label>
<button onclick="note('sent', true)">إرسال</button>`,
        'lang="ar" dir="rtl"',
      ),
    controls: controlsOf('textbox الاسم', 'button إرسال'),
    texts: ['المرفأ', 'تنتظر السفن حتى يصعد المرشد.'],
  },
  {
    path: '/closed-policy',
    // Neither scripts nor styles nor pictures of its own: what a tool needs in the page must not depend on the page's leave.
    serve: () =>
      '<!doctype html><html lang="en"><title>Closed policy</title><h1>Strict</h1><form action="/closed-policy"><label>Code <input name="code"></label><button>Check</button></form>',
    headers: { 'content-security-policy': "default-src 'none'; form-action 'self'" },
    controls: controlsOf('textbox Code', 'button Check'),
    texts: ['Strict'],
  },
  staticPage(
    '/editable',
    'Editable',
    `<h1>Letter</h1><div role="textbox" aria-label="Letter" aria-multiline="true" contenteditable="true" style="min-height:80px;border:1px solid"
oninput="note('text', this.innerText)"><p>Dear captain,</p></div><button onclick="note('sent', document.querySelector('[role=textbox]').innerText)">Send</button>`,
    { controls: controlsOf('textbox Letter', 'button Send'), texts: ['Dear captain,'] },
  ),
];
