// Whether the extension may ask for anything at all: its user may have shut it out, or stopped it.
import { refusalError } from '../../agent-connections/mcp-reply.ts';
import { approvedGate } from '../../gates/approved-gate.ts';
import type { HarborBSession } from './harbor-b-session.ts';

/** Throws ERR_PERMISSION_DENIED. */
export function expectAdmitted({ services, agent }: Pick<HarborBSession, 'services' | 'agent'>): void {
  const now = agent();
  const verdict = approvedGate({ client: services.clients.get(now.clientId), agent: now });
  if (verdict.kind === 'deny') throw refusalError(verdict.refusal);
}
