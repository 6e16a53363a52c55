// Pages of fields: every type of input, every state that a control can be in, and forms to be filled.
import { controlsOf, type SitePage, staticPage } from './page.ts';

/** The form of twelve fields: how each is called, and what a solved page holds in it. */
export const journey: readonly {
  readonly name: string;
  readonly id: string;
  readonly kind: 'textbox' | 'combobox' | 'checkbox';
  readonly value: string;
}[] = [
  { name: 'First name', id: 'first', kind: 'textbox', value: 'Ana' },
  { name: 'Last name', id: 'last', kind: 'textbox', value: 'Moreno' },
  { name: 'Email', id: 'email', kind: 'textbox', value: 'ana@example.org' },
  { name: 'Phone', id: 'phone', kind: 'textbox', value: '+47 55 12 34 56' },
  { name: 'Street', id: 'street', kind: 'textbox', value: 'Quay 4' },
  { name: 'Town', id: 'town', kind: 'textbox', value: 'Bergen' },
  { name: 'Postcode', id: 'postcode', kind: 'textbox', value: '5003' },
  { name: 'Country', id: 'country', kind: 'combobox', value: 'Norway' },
  { name: 'Cabin', id: 'cabin', kind: 'combobox', value: 'Outside' },
  { name: 'Dog on board', id: 'dog', kind: 'checkbox', value: 'true' },
  { name: 'Newsletter', id: 'news', kind: 'checkbox', value: 'true' },
  { name: 'Remarks', id: 'remarks', kind: 'textbox', value: 'A quiet table, please.' },
];

const choices: Readonly<Record<string, readonly string[]>> = {
  country: ['Denmark', 'Iceland', 'Norway', 'Sweden'],
  cabin: ['Inside', 'Outside', 'Suite'],
};

function journeyField({ name, id, kind }: (typeof journey)[number]): string {
  const said = kind === 'checkbox' ? 'checked' : 'value';
  const noted = `oninput="note('${id}', this.${said})"`;
  if (kind === 'checkbox') return `<label><input type="checkbox" id="${id}" ${noted}> ${name}</label>`;
  if (kind === 'textbox') {
    const field = id === 'remarks' ? `<textarea id="${id}" ${noted}></textarea>` : `<input id="${id}" ${noted}>`;
    return `<label>${name} ${field}</label>`;
  }
  const options = (choices[id] ?? []).map(choice => `<option>${choice}</option>`).join('');
  return `<label for="${id}">${name}</label><select id="${id}" ${noted}>${options}</select>`;
}

const inputTypes = `
<label>Text <input id="text"></label><label>Search <input id="search" type="search"></label>
<label>Email <input id="email" type="email"></label><label>Phone <input id="tel" type="tel"></label>
<label>Address <input id="url" type="url"></label><label>Password <input id="password" type="password"></label>
<label>Number <input id="number" type="number" min="0" max="10"></label><label>Range <input id="range" type="range" min="0" max="100" value="20"></label>
<label>Date <input id="date" type="date"></label><label>Time <input id="time" type="time"></label>
<label>Moment <input id="moment" type="datetime-local"></label><label>Month <input id="month" type="month"></label>
<label>Week <input id="week" type="week"></label><label>Colour <input id="colour" type="color" value="#336699"></label>
<label>Check <input id="check" type="checkbox"></label>
<label>Red <input name="paint" id="red" type="radio" value="red"></label><label>Blue <input name="paint" id="blue" type="radio" value="blue"></label>
<label>File <input id="file" type="file"></label><label>Many files <input id="files" type="file" multiple></label>
<input type="submit" value="Submit" onclick="event.preventDefault(); note('submitted', true)"><input type="reset" value="Reset"><input type="button" value="Plain"><input type="image" alt="Picture button" onclick="event.preventDefault(); note('pictured', true)">
<script>for (const field of document.querySelectorAll('input')) field.addEventListener('input', () =>
  note(field.id, field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.type === 'file' ? [...field.files].map(file => file.name) : field.value));</script>`;

const states = `
<label>Checked <input type="checkbox" checked></label><label>Mixed <input type="checkbox" id="mixed"></label>
<button aria-pressed="true">Bold</button><button aria-pressed="false">Italic</button>
<button aria-expanded="false" aria-controls="more" onclick="this.setAttribute('aria-expanded', true); document.getElementById('more').hidden = false; note('open', true)">More</button>
<div id="more" hidden>The rest of it.</div>
<button disabled>Archive</button><label>Needed <input required></label><label>Fixed <input readonly value="Pier 9"></label>
<label>Wrong <input aria-invalid="true" value="no mail"></label><a href="#here" aria-current="page">Here</a>
<progress aria-label="Loaded" max="100" value="40"></progress><meter aria-label="Tank" min="0" max="1" value="0.6"></meter>
<label>Volume <input type="range" min="0" max="11" value="7" oninput="note('volume', this.value)"></label>
<div role="slider" tabindex="0" aria-label="Zoom" aria-valuemin="10" aria-valuemax="400" aria-valuenow="150" aria-valuetext="150 percent">150</div>
<label>Ports <select multiple size="4" onchange="note('ports', [...this.selectedOptions].map(option => option.text))"><option selected>Oslo</option><option>Bergen</option><option selected>Malmö</option><option>Aarhus</option></select></label>
<div role="tablist"><button role="tab" aria-selected="true">Sea</button><button role="tab" aria-selected="false">Land</button></div>
<button role="switch" aria-checked="true">Fog horn</button>
<ul role="tree"><li role="treeitem" aria-expanded="true" aria-selected="true" tabindex="0">Docks</li></ul>
<script>document.getElementById('mixed').indeterminate = true;</script>`;

export const formPages: readonly SitePage[] = [
  staticPage(
    '/journey',
    'Journey',
    `<h1>Journey</h1><form onsubmit="event.preventDefault(); note('sent', true)">${journey.map(journeyField).join('\n')}<button>Book</button></form>`,
    {
      controls: [...journey.map(({ kind, name }) => ({ role: kind, name })), ...controlsOf('button Book')],
      texts: ['Journey'],
    },
  ),
  staticPage('/input-types', 'Input types', `<h1>Inputs</h1>${inputTypes}`, {
    controls: controlsOf(
      ...['textbox Text', 'searchbox Search', 'textbox Email', 'textbox Phone', 'textbox Address', '- Password'],
      ...['spinbutton Number', 'slider Range', '- Date', '- Time', '- Moment', '- Month', '- Week', '- Colour'],
      ...['checkbox Check', 'radio Red', 'radio Blue', '- File', '- Many files'],
      ...['button Submit', 'button Reset', 'button Plain', 'button Picture button'],
    ),
    texts: ['Inputs'],
  }),
  staticPage('/states', 'States', `<h1>States</h1>${states}`, {
    controls: controlsOf(
      ...['checkbox Checked', 'checkbox Mixed', 'button Bold', 'button Italic', 'button More', 'button Archive'],
      ...['textbox Needed', 'textbox Fixed', 'textbox Wrong', 'link Here', 'slider Volume', 'slider Zoom'],
      ...['listbox Ports', 'option Oslo', 'option Bergen', 'option Malmö', 'option Aarhus'],
      ...['tab Sea', 'tab Land', 'switch Fog horn', 'treeitem Docks'],
    ),
    texts: ['States'],
  }),
  staticPage(
    '/label-around-select',
    'Label around a select',
    `<label>Port of call <select id="port" onchange="note('port', this.value)"><option value="osl">Oslo</option><option value="bgo">Bergen</option><option value="mma">Malmö</option></select></label>
<label><span>Berth</span> <select id="berth" onchange="note('berth', this.value)"><optgroup label="North"><option>N1</option><option>N2</option></optgroup><optgroup label="South"><option>S1</option></optgroup></select></label>`,
    { controls: controlsOf('combobox Port of call', 'combobox Berth', 'option Bergen', 'option S1'), texts: [] },
  ),
  staticPage(
    '/uploads',
    'Uploads',
    `<h1>Papers</h1><label>Passport <input id="passport" type="file" onchange="note('passport', [...this.files].map(file => file.name + ':' + file.size))"></label>
<button onclick="document.getElementById('hidden').click()">Choose a picture</button><input id="hidden" type="file" hidden onchange="note('picture', [...this.files].map(file => file.name))">
<div id="drop" role="button" tabindex="0" aria-label="Drop papers here" style="width:240px;height:80px;border:2px dashed" ondragover="event.preventDefault()"
ondrop="event.preventDefault(); note('dropped', [...event.dataTransfer.files].map(file => file.name))">Drop papers here</div>`,
    { controls: controlsOf('- Passport', 'button Choose a picture', 'button Drop papers here'), texts: ['Papers'] },
  ),
];
