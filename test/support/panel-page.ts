// The panel in a page that a test drives: by roles and names, as a person or a screen reader would.
import { realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { holdPage } from './jitter.ts';
import { settle } from './look.ts';
import { repositoryRoot } from './provided.ts';
import type { Page } from 'playwright';

export const screens = [
  'Overview',
  'Traces',
  'Tabs',
  'Fleet',
  'Permissions',
  'Agents',
  'Servers',
  'Tools',
  'Chat',
  'Connect',
  'Catalogue',
  'Models',
  'Doctor',
  'Settings',
] as const;
export type ScreenName = (typeof screens)[number];

/** A bound for what hangs; a busy machine must not reach it. */
const patienceMs = 60_000;
const folder = join(repositoryRoot, 'test-results/screenshots');

export class Panel {
  readonly #page: Page;
  /** What the page complained of: errors, refused resources, violations of its policy. */
  readonly troubles: string[] = [];

  readonly #prefix: string;

  /** `prefix` sets the pictures of this page apart from those of the same test elsewhere. */
  constructor(page: Page, prefix = '') {
    this.#page = page;
    this.#prefix = prefix;
    page.setDefaultTimeout(patienceMs);
    page.on('pageerror', error => this.troubles.push(error.message));
    page.on('console', message => {
      if (message.type() === 'error') this.troubles.push(message.text());
    });
  }

  /** Loads the panel from a printed address. */
  async open(url: string): Promise<void> {
    await holdPage(this.#page);
    await this.#page.goto(url);
  }

  async go(screen: ScreenName): Promise<void> {
    const nav = this.#page.getByRole('navigation', { name: 'Main' });
    const link = nav.getByRole('link', { name: new RegExp(`^${screen}`) });
    // Out of a fleet its screen has no place there: the palette leads to it, and its address.
    if (screen === 'Fleet' && (await link.count()) === 0) await this.#page.evaluate(() => (location.hash = '#/fleet'));
    else await link.click();
    await this.#page.getByRole('heading', { name: screen, level: 1 }).waitFor();
  }

  /** Answers the prompt with this sentence, for everything of its scope; its buttons are dead for half a second, so the click waits. */
  async answer(sentence: string, answer: 'Allow once' | 'Always allow' | 'Deny' | 'This use only'): Promise<void> {
    await this.go('Permissions');
    const card = this.#page.getByRole('group').filter({ hasText: sentence });
    const lifetime = { 'Always allow': 'always', 'This use only': 'this use' }[answer as string] ?? /^10 minutes/;
    await card.getByRole('radiogroup', { name: 'How much' }).getByRole('radio').last().click();
    await card.getByRole('radio', { name: lifetime }).click();
    await card.getByRole('button', { name: answer === 'Deny' ? 'Deny' : 'Allow', exact: true }).click();
    await card.waitFor({ state: 'detached' });
  }

  /** Makes a credential under Connect and returns one of the lines that are shown this once. */
  async makeCredential(name: string, start: string, line: string): Promise<string> {
    await this.openOtherAgent();
    await this.#page.getByRole('textbox', { name: 'Name of the agent' }).fill(name);
    await this.#page.getByRole('radio', { name: start }).click();
    await this.#page.getByRole('button', { name: 'Make a credential' }).click();
    await this.#page.getByRole('region', { name: `Credential for ${name}` }).waitFor();
    return this.shown(line);
  }

  /** Opens the form for an agent that is not in the table; where none was found, it is open. */
  async openOtherAgent(): Promise<void> {
    const agents = this.#page.getByRole('region', { name: 'Agents', exact: true });
    await agents.getByText(/^\d+ found; a switch/).waitFor();
    const other = agents.getByRole('button', { name: 'Any other agent' });
    if ((await other.getAttribute('aria-expanded')) === 'false') await other.click();
  }

  /** The text of a line that has a copy button. */
  async shown(line: string): Promise<string> {
    const item = this.#page.getByRole('listitem').filter({ hasText: line }).getByRole('code');
    return ((await item.first().textContent()) ?? '').trim();
  }

  /** Of a picture of this page. */
  nameOf(name: string): string {
    return `${this.#prefix}${name}`;
  }

  async screenshot(name: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await this.#page.screenshot({ path: join(folder, `${this.nameOf(name)}.png`) });
  }

  /** For the README, when PILOTHOUSE_DOCS names the folder of its pictures. */
  async pictureForDocs(name: string): Promise<void> {
    const docs = process.env.PILOTHOUSE_DOCS;
    if (!docs) return;
    // Of the rules that the scene changed as another program; they stay until somebody has read them.
    const dismissals = this.#page.locator('.notice button');
    await dismissals.evaluateAll(buttons => buttons.forEach(button => (button as HTMLElement).click()));
    await settle(this.#page);
    await this.#page.evaluate(nameNoMachine, [[repositoryRoot, modulesRoot()], join(tmpdir(), 'pilothouse-')] as const);
    await this.#page.screenshot({ path: join(repositoryRoot, docs, `${name}.png`) });
  }

  /** The same of what is shown, in both themes, and in the smallest window where that is asked for; the page is left dark. */
  async picturesForDocs(name: string, small?: 'small'): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      await this.#page.emulateMedia({ colorScheme: theme });
      await this.pictureForDocs(`screens/${name}-${theme}`);
      const size = this.#page.viewportSize();
      if (!small || !size) continue;
      await this.#page.setViewportSize({ width: 800, height: 600 });
      await this.pictureForDocs(`screens/${name}-${theme}-800`);
      await this.#page.setViewportSize(size);
    }
  }
}

/** Where the installed packages lie, which may be a link to elsewhere. */
function modulesRoot(): string {
  return dirname(realpathSync(join(repositoryRoot, 'node_modules')));
}

/** In the page: paths as they would be in a user's home. */
function nameNoMachine([repositories, home]: readonly [readonly string[], string]): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isRest = /^[\w-]*/;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = repositories.reduce((before, each) => before.replaceAll(each, '~/pilothouse'), node.nodeValue ?? '');
    const [first = '', ...others] = text.split(home);
    if (others.length > 0 || first !== node.nodeValue)
      node.nodeValue = [first, ...others.map(other => other.replace(isRest, '~'))].join('');
  }
}
