// Gate 3: what the call is for exists and can answer.
import { canCall, isComing } from '../servers/lifecycle/server-state.ts';
import { deny, pass } from './gate.ts';
import type { BrowserTarget, GatedCall, GateVerdict, ServerSeen, ServerTarget } from './gate.ts';

export function targetGate({ target }: GatedCall): GateVerdict {
  return target.kind === 'browser' ? browserGate(target) : serverGate(target);
}

function browserGate({ browser, needsTab, tabId, tab }: BrowserTarget): GateVerdict {
  if (!browser) {
    return deny(
      'ERR_BROWSER_UNAVAILABLE',
      'target',
      'No browser is connected. Ask the user to connect one in Pilothouse under Connect.',
    );
  }
  if (browser.state.kind !== 'connected') {
    return deny(
      'ERR_BROWSER_UNAVAILABLE',
      'target',
      `${browser.name} is not connected now. Ask the user to start it, then call again.`,
    );
  }
  if (!needsTab) return pass;
  if (tabId === null) return deny('ERR_NOT_OWNER', 'owner: no tab', 'You own no tab. Call tabs_create first.');
  if (!tab)
    return deny(
      'ERR_INVALID_ARGUMENTS',
      'target',
      `Tab ${tabId} is not open in ${browser.name}. Call tabs_context for your tabs.`,
    );
  return pass;
}

function serverGate({ serverId, server }: ServerTarget): GateVerdict {
  const words = server ? awayWords(server) : unavailable(serverId, 'is not known');
  return words === null ? pass : deny('ERR_SERVER_UNAVAILABLE', 'target', words);
}

/** Why the server cannot be called, or null: a call waits for one that is on its way, within its own time. */
export function awayWords({ id, state }: ServerSeen): string | null {
  return canCall(state) || isComing(state) ? null : unavailable(id, `is ${state.kind}`);
}

function unavailable(serverId: string, state: string): string {
  return `The MCP server ${serverId} ${state}. Ask the user to start it in Pilothouse under Servers.`;
}
