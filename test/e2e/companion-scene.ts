// What the tests of the companion share: the built extension, a hub's place, the site with orders, and an agent that works in one tab.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openPlace } from '../support/hub-process.ts';
import { until } from '../support/panel-client.ts';
import { repositoryRoot } from '../support/provided.ts';
import { serveOrders } from './orders-site.ts';
import type { AddressInfo } from 'node:net';
import type { Firefox } from '../support/firefox.ts';
import type { Agent, HubPlace } from '../support/hub-process.ts';

export interface CompanionScene {
  readonly place: HubPlace;
  /** Of the site with orders. */
  readonly origin: string;
  /** Fails when a browser, a relay or a hub is left behind. */
  close(): Promise<void>;
}

export async function openCompanionScene(): Promise<CompanionScene> {
  const build = ['build.mjs', '--if-stale', 'extension'];
  await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
  const site = await serveOrders();
  const place = openPlace();
  return {
    place,
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    close: async () => {
      await new Promise(resolve => site.close(resolve));
      await place.end();
    },
  };
}

/** The text of the answer of a tool; in the agent's tab once it has one. */
export async function toolText(
  agent: Agent,
  tabId: number,
  tool: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const { text, isError } = await agent.call(tool, tabId === 0 ? args : { tabId, ...args });
  if (isError) throw new Error(`${tool}: ${text}`);
  return text;
}

/** The add-on may hear later than the panel how it stands. */
export async function popupSays(firefox: Firefox, text: string): Promise<void> {
  await until(async () => (await firefox.popupText()).includes(text), `the pop-up says ${text}`);
}
