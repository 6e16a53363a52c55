// What an agent may do now, by the very gates that a call would pass; nothing is counted, asked or carried out.

import { ruleCode } from '../../../contract/call-rules.ts';
import { HubError } from '../../../contract/errors.ts';
import { runGates } from '../gates/gates.ts';
import { refusalCode, refusalRule } from '../gates/refusal.ts';
import { opensAddress } from '../tools/browser-tools.ts';
import { findCallable } from './find-callable.ts';
import { openedOrigin, planCall } from './plan-call.ts';
import type { GateVerdict } from '../gates/gate.ts';
import type { Callable } from '../tools/callable.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { Permit } from './permit.ts';
import type { HubView } from './plan-call.ts';

export interface PermissionCheckServices {
  readonly catalogue: Pick<ToolCatalogue, 'findFor' | 'browserTools'>;
  readonly view: HubView;
}

type Arguments = Readonly<Record<string, unknown>>;

/** As its agent reads it: `asks` is the user's to answer, `waits` until the user lets agents go on. */
interface Checked {
  readonly tool: string;
  readonly decision: 'allowed' | 'asks' | 'waits' | 'refused';
  readonly scope?: string;
  /** What decided, where something did: `grant 24`, `own-tabs`. */
  readonly rule?: string;
  readonly code?: string;
}

/** For one tool, or one line for each of the browser's. Throws HubError for a tool that there is not. */
export function checkPermissions(services: PermissionCheckServices, permit: Permit, args: Arguments): unknown {
  const { agent } = permit.call;
  if (args.tool !== undefined)
    return checkCallable(
      services,
      permit,
      findCallable(services.catalogue, services.view, String(args.tool), agent),
      args,
    );
  const all = services.catalogue.browserTools(agent).map(callable => checkCallable(services, permit, callable, args));
  return { decisions: all };
}

/** For one tool with these arguments; what they lack is the code ERR_INVALID_ARGUMENTS. */
export function checkCallable(
  services: Pick<PermissionCheckServices, 'view'>,
  { call }: Permit,
  callable: Callable,
  given: Arguments,
): Checked {
  const { agent, client, byUser } = call;
  const { tool: _, url, ...args } = given;
  const opens = callable.kind === 'browser' && opensAddress(callable.tool);
  const at = opens || typeof url !== 'string' ? null : { origin: openedOrigin(url) };
  try {
    const planned = planCall(
      services.view,
      agent,
      callable,
      opens && url !== undefined ? { ...args, url } : args,
      null,
      at,
    );
    const said = runGates({ ...planned, client, ...(byUser && { byUser }) });
    return { tool: callable.id, scope: planned.scope, ...decisionOf(said) };
  } catch (error) {
    if (error instanceof HubError) return { tool: callable.id, decision: 'refused', code: error.code };
    throw error;
  }
}

function decisionOf(said: GateVerdict): Omit<Checked, 'tool' | 'scope'> {
  switch (said.kind) {
    case 'pass':
      return { decision: 'allowed', ...(said.rule && { rule: ruleCode(said.rule) }) };
    case 'ask':
      return { decision: 'asks' };
    case 'wait':
    case 'deny': {
      const { refusal } = said;
      const decision = said.kind === 'wait' ? 'waits' : 'refused';
      return { decision, rule: ruleCode(refusalRule(refusal)), code: refusalCode(refusal) };
    }
  }
}
