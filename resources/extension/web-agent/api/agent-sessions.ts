// agent.sessions: sessions with capabilities and limits that the hub keeps (spec 003 "window.agent").
import { freeze } from './captured.ts';
import { toldError } from './errors.ts';
import { family, guarded } from './members.ts';
import { request } from './requests.ts';
import { asking } from './text-session.ts';
import { copyOptions, listOf, own } from './values.ts';

function sessionOf(result: unknown): object {
  if (own(result, 'success') === false) throw toldError(own(result, 'error'));
  const sessionId = own(result, 'sessionId');
  const capabilities = own(result, 'capabilities');
  const allowed = own(own(capabilities, 'tools'), 'allowedTools');
  return freeze({
    sessionId,
    capabilities,
    ...asking(sessionId),
    callTool: guarded(['toolAccess'], (tool, args) =>
      request('agent.tools.call', { tool, args: args ?? {}, sessionId }),
    ),
    listAllowedTools: freeze(() => listOf(allowed)),
    ...family('agent.sessions', [], { terminate: ask => ask({ sessionId }, () => undefined) }),
  });
}

function isTerminated(result: unknown): boolean {
  return result === true || own(result, 'terminated') === true;
}

export function createSessions(): object {
  return family('agent.sessions', [], {
    create: (ask, options) => ask(copyOptions(options), sessionOf),
    get: 'sessionId',
    list: '',
    terminate: (ask, sessionId) => ask({ sessionId }, isTerminated),
  });
}
