// The page API in plain pages of a real Chromium, as a companion would put it there, with a content script that answers from a list.
import fs from 'node:fs';
import path from 'node:path';
import { pageFlags } from '../../contract/web-agent.ts';
import { launchChromium } from '../support/chromium.ts';
import { repositoryRoot } from '../support/provided.ts';
import { createTempHome } from '../support/temp-home.ts';
import type { BrowserContext, Page } from 'playwright';
import type { PageFlags } from '../../contract/web-agent.ts';

export const builtFolder = path.join(repositoryRoot, 'dist/extension/chromium/web-agent');

const allNames = Object.keys(pageFlags) as (keyof PageFlags)[];
export const allOn = Object.fromEntries(allNames.map(name => [name, true])) as PageFlags;
export const allOff = Object.fromEntries(allNames.map(name => [name, false])) as PageFlags;

export interface OpenOptions {
  /** Other than the defaults. */
  readonly flags?: Partial<PageFlags>;
  readonly url?: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A script that runs before the API, as one of another extension. */
  readonly before?: string;
  /** In place of the content side, a script in a world of its own, as the content script of a companion has one. */
  readonly isolated?: string;
}

export interface PageApiScene {
  readonly context: BrowserContext;
  /** A page with the API, and with the globals of `contentSide`. */
  open(options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
}

/** What the other side of the channel is to a test. */
export interface ContentSide {
  /** What the page has said, without the name of the channel. */
  said: Said[];
  /** By the type of a request: what it is answered with; null leaves it open. What is not named is answered with null. */
  answers: Record<string, { result?: unknown; error?: object } | null>;
  reply(message: object): void;
}
export interface Said {
  readonly request?: { id: string; type: string; payload: unknown };
  readonly abort?: { id: string };
  readonly tools?: unknown[];
  readonly answer?: { id: string; ok: boolean; result?: unknown; error?: { code: string; message: string } };
}

/** Runs in the page after the API. */
function contentSide(): void {
  const channel = 'harbor_web_agent';
  const post = window.postMessage.bind(window);
  const side: ContentSide = { said: [], answers: {}, reply: message => post({ channel, ...message }, '*') };
  Object.assign(window, { side });
  window.addEventListener('message', ({ data, source }) => {
    if (source !== window || data?.channel !== channel) return;
    const { request, abort, tools, answer } = data as Said;
    if (!request && !abort && !tools && !answer) return;
    const { channel: _, ...said } = data;
    side.said.push(said);
    if (!request) return;
    const answered = request.type in side.answers ? side.answers[request.type] : { result: null };
    if (answered) side.reply({ response: { id: request.id, ok: !answered.error, ...answered } });
  });
}

/** Scripts in the order in which a browser runs what is registered. */
export function registeredScripts(flags: Partial<PageFlags> = {}): string[] {
  const changed = allNames.filter(name => (flags[name] ?? pageFlags[name]) !== pageFlags[name]);
  const files = changed.map(name => `flags/${name}-${flags[name] ? 'on' : 'off'}.js`);
  return [...files, 'page-api.js'].map(file => fs.readFileSync(path.join(builtFolder, file), 'utf8'));
}

export async function openPageApiScene(): Promise<PageApiScene> {
  const home = createTempHome();
  const context = await launchChromium({ userDataDir: path.join(home.folder, 'profile'), env: home.env });
  const open = async (options: OpenOptions = {}): Promise<Page> => {
    const { flags, url = 'https://site.test/', html = '', headers = {}, before = '', isolated } = options;
    const page = await context.newPage();
    await page.route('**/*', route =>
      route.fulfill({ contentType: 'text/html', headers, body: `<!doctype html><title>Site</title>${html}` }),
    );
    const answering = isolated === undefined ? [`(${String(contentSide)})()`] : [];
    const scripts = [before, ...registeredScripts(flags), ...answering];
    for (const content of scripts) await page.addInitScript({ content });
    if (isolated !== undefined) {
      const debuggee = await context.newCDPSession(page);
      await debuggee.send('Page.enable');
      await debuggee.send('Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: 'content' });
    }
    await page.goto(url);
    return page;
  };
  const close = async (): Promise<void> => {
    await context.close();
    home.remove();
  };
  return { context, open, close };
}

/** What an expression comes to in the page; errors come as `{name, code, message, details}`. */
export async function outcome(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(`(async () => {
    const { agent, harbor } = window;
    const ai = window.ai ?? harbor.ai;
    const { modelContext } = navigator;
    try {
      return await (${expression});
    } catch (error) {
      const { name, code, message, details } = error;
      return { thrown: error instanceof Error, name, code, message, ...(details && { details }) };
    }
  })()`);
}

/** Names the content side's globals for a script that runs in the page. */
declare global {
  interface Window {
    side: ContentSide;
  }
}
