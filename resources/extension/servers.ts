// The companion's page of the servers that this browser runs by itself: which there are, and adding and removing them by a click of their user.
import { visibleText } from '../../contract/visible-text.ts';
import { BoxFault } from './boxed/box-fault.ts';
import { boxBounds } from './boxed/boxed-server.ts';
import { newBoxWorker, tryServer } from './boxed/boxes.ts';
import { PickFault, readPicked } from './boxed/read-picked.ts';
import { digestOf, dropServer, keepServer, keptServers, onServersChanged } from './boxed/server-store.ts';
import { part } from './own-pages/part.ts';
import { watchState } from './state.ts';
import type { BoxedServer } from './boxed/boxed-server.ts';
import type { Picked } from './boxed/read-picked.ts';

const words = (name: string, of: string[] = []) => chrome.i18n.getMessage(name, of);
const language = words('language');
const kinds = { script: 'JavaScript', module: 'WebAssembly' } as const;

/** What was picked, and its SHA-256. */
let picked: (Picked & { readonly digest: string }) | null = null;

function made(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

function sizeOf(bytes: number): string {
  const units = [
    [1_048_576, 'megabyte'],
    [1_024, 'kilobyte'],
    [1, 'byte'],
  ] as const;
  const [size, unit] = units.find(([least]) => bytes >= least) ?? units[2];
  const value = bytes / size;
  return value.toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: 1 });
}

function aboutCode({ kind, bytes, digest }: Pick<BoxedServer, 'kind' | 'bytes' | 'digest'>): string {
  return words('serversCode', [kinds[kind], sizeOf(bytes), digest.slice(0, 16)]);
}

function show(servers: readonly BoxedServer[]): void {
  part('list').replaceChildren(...servers.map(row));
}

function row(server: BoxedServer): HTMLElement {
  const line = document.createElement('li');
  const remove = made('button', words('serversRemove'));
  remove.setAttribute('type', 'button');
  remove.setAttribute('aria-label', words('serversRemoveNamed', [visibleText(server.title)]));
  remove.addEventListener('click', event => event.isTrusted && void dropServer(server.id));
  line.append(
    made('strong', visibleText(server.title)),
    remove,
    made('p', aboutCode(server)),
    made('p', server.tools.map(({ name }) => `${server.id}/${name}`).join('  '), 'names'),
  );
  return line;
}

function say(text: string | null, isTrying = false): void {
  const fault = part('fault');
  fault.textContent = text;
  fault.hidden = text === null;
  fault.dataset.kind = isTrying ? 'trying' : 'fault';
}

async function pick(files: readonly File[]): Promise<void> {
  forget();
  say(null);
  if (files.length === 0) return;
  try {
    const large = files.find(({ size }) => size > 2 * boxBounds.moduleBytes);
    if (large) throw new PickFault('serversLarge', large.name, String(boxBounds.moduleBytes / 1_048_576));
    const read = await Promise.all(
      files.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const found = readPicked(read);
    picked = { ...found, digest: await digestOf(found.code) };
    await showPicked(picked);
  } catch (error) {
    if (!(error instanceof PickFault)) throw error;
    const [name, ...of] = error.words;
    say(
      words(
        name,
        of.map(text => visibleText(text)),
      ),
    );
  }
}

async function showPicked(found: Picked & { readonly digest: string }): Promise<void> {
  const isOther = (await keptServers()).some(({ id, digest }) => id === found.id && digest !== found.digest);
  const list = (texts: readonly string[]) => texts.map(text => visibleText(text)).join(', ');
  part('pickedTitle').textContent = words('serversPicked', [visibleText(found.title), found.id]);
  part('pickedCode').textContent = aboutCode({ ...found, bytes: found.code.length });
  const may = [
    words('serversMay'),
    words('serversMayNot'),
    words('serversBounds', [String(boxBounds.memoryBytes / 1_048_576), String(boxBounds.turnMs / 1_000)]),
    found.kind === 'module' ? words('serversForgets') : words('serversRests', [String(boxBounds.idleMs / 1_000)]),
    ...(found.hosts.length > 0 ? [words('serversHosts', [list(found.hosts)])] : []),
    ...(found.variables.length > 0 ? [words('serversVariables', [list(found.variables)])] : []),
    ...(isOther ? [words('serversReplaces', [found.id])] : []),
  ];
  part('pickedMay').replaceChildren(...may.map(text => made('li', text)));
  part('picked').hidden = false;
}

/** Nothing of it runs before its user has pressed this. */
async function add(): Promise<void> {
  if (!picked) return;
  const { code, variables: _, ...found } = picked;
  enable(false);
  say(words('serversTrying', [visibleText(found.title)]), true);
  try {
    const tried = await tryServer(found, code, newBoxWorker);
    if (tried.tools.length === 0) throw new Error(words('serversNoTools', [visibleText(found.title)]));
    await keepServer({ ...found, ...tried, bytes: code.length, addedAt: Date.now() }, code);
    say(null);
    forget();
  } catch (error) {
    if (error instanceof BoxFault) return say(words('serversNotAdded', [visibleText(found.title), wordsOf(error)]));
    say(visibleText(error instanceof Error ? error.message : String(error)));
  } finally {
    enable(true);
  }
}

function wordsOf({ said: [name, ...of] }: BoxFault): string {
  return words(
    name,
    of.map(text => visibleText(text)),
  );
}

function enable(isOn: boolean): void {
  for (const id of ['add', 'cancel', 'files']) (part(id) as HTMLButtonElement).disabled = !isOn;
}

function forget(): void {
  picked = null;
  part('picked').hidden = true;
  (part('files') as HTMLInputElement).value = '';
}

document.documentElement.lang = language;
document.title = words('serversTitle');
const texts = { title: 'serversTitle', intro: 'serversIntro', addTitle: 'serversAddTitle', addText: 'serversAddText' };
for (const [id, name] of Object.entries({
  ...texts,
  pickText: 'serversPick',
  add: 'serversAdd',
  cancel: 'serversCancel',
}))
  part(id).textContent = words(name);
part('files').addEventListener('change', () => void pick([...((part('files') as HTMLInputElement).files ?? [])]));
part('add').addEventListener('click', event => event.isTrusted && void add());
part('cancel').addEventListener('click', () => {
  forget();
  say(null);
});
onServersChanged(show);
void keptServers().then(show);
void watchState(({ kind }) => {
  part('standing').textContent = words(kind === 'approved' ? 'serversRest' : 'serversServe');
});
