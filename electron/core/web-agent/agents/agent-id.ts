// Ids of agents that outlive the hub that gave them: an id holds the digest of a secret, and whoever has the secret proves with the next hub
// that the id is its own. The digest is also of the browser and the origin, as its browser tells it, so that no other site can use what it has heard.
import { createHash } from 'node:crypto';
import type { HubPlatform } from '../../platform/platform.ts';
import type { Page } from '../page.ts';

type Owner = Pick<Page, 'origin' | 'tab'>;

/** An id, and the secret that proves whose it is. The companion keeps it; the page never learns it. */
export interface OwnedId {
  readonly id: string;
  readonly secret: string;
}

const form = /^agent-\d{1,16}-\d{1,10}-([0-9a-f]{32})$/;

export function newAgentId(platform: Pick<HubPlatform, 'now' | 'randomBytes'>, owner: Owner, number: number): OwnedId {
  const secret = platform.randomBytes(16).toString('hex');
  return { id: `agent-${platform.now()}-${number}-${digestOf(owner, secret)}`, secret };
}

export function isOwnId(owner: Owner, { id, secret }: OwnedId): boolean {
  return form.exec(id)?.[1] === digestOf(owner, secret);
}

function digestOf({ origin, tab }: Owner, secret: string): string {
  const owned = JSON.stringify([tab.browserId, origin, secret]);
  return createHash('sha256').update(owned).digest('hex').slice(0, 32);
}
