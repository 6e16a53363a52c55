// Gate 3: what the call is for exists and can answer.
import { nameOf } from '../browsers/browser-names.ts';
import { isReachable } from '../servers/lifecycle/server-state.ts';
import { isOfSite } from '../sites/site-servers.ts';
import { deny, pass } from './gate.ts';
import type { BrowserTarget, GatedCall, GateVerdict, PluginTarget, ServerTarget } from './gate.ts';

export function targetGate({ target, agent, byUser }: GatedCall): GateVerdict {
  switch (target.kind) {
    case 'browser':
      return browserGate(target);
    case 'server':
      return serverGate(target, agent, byUser);
    case 'plugin':
      return pluginGate(target);
    case 'hub':
      return pass;
  }
}

function browserGate(target: BrowserTarget): GateVerdict {
  const { browser, needsTab, tabId, tab, inHub, others = '', next, moved, elsewhere } = target;
  if (inHub) return pass;
  if (!browser) return deny({ kind: 'no-browser-connected' });
  if (browser.state.kind !== 'connected') {
    const goesOn = next ? nameOf(next) : null;
    return deny({ kind: 'browser-not-connected', browser: browser.name, others, next: goesOn });
  }
  if (!needsTab) return pass;
  if (moved)
    return deny({ kind: 'browser-changed', before: moved.from, browser: nameOf(browser), byUser: moved.byUser });
  if (elsewhere && tabId !== null)
    return deny({
      kind: 'tab-elsewhere',
      tabId,
      there: elsewhere.browser,
      here: nameOf(browser),
      isHere: elsewhere.isHere,
    });
  if (tab) return pass;
  return deny(tabId === null ? { kind: 'no-own-tab' } : { kind: 'no-tab', tabId, browser: browser.name });
}

function pluginGate({ pluginId, state }: PluginTarget): GateVerdict {
  return state === 'active' ? pass : deny({ kind: 'plugin-down', pluginId, state });
}

function serverGate(
  { serverId, server, isManaged }: ServerTarget,
  agent: GatedCall['agent'],
  byUser: GatedCall['byUser'],
): GateVerdict {
  // For everybody else there is none of that id.
  const { site } = server ?? {};
  if (site && !site.open && !byUser && !isOfSite(site.origin, agent))
    return deny({ kind: 'server-down', serverId, state: null });
  if (server && (isManaged || isReachable(server.state))) return pass;
  return deny({ kind: 'server-down', serverId, state: server?.state.kind ?? null });
}
