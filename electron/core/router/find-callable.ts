// Which tool a call means, and why there is none: a server that is away has its tools all the same.
import { HubError } from '../../../contract/errors.ts';
import { Refused } from '../gates/refusal.ts';
import { isReachable } from '../gates/target-gate.ts';
import { serverIdIn } from '../tools/tool-names.ts';
import type { Callable } from '../tools/callable.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { HubView } from './plan-call.ts';

/** Throws ERR_TOOL_NOT_FOUND, ERR_TOOL_NOT_ALLOWED, and Refused for a name of a server that does not run. */
export function findCallable(
  catalogue: Pick<ToolCatalogue, 'findFor'>,
  view: Pick<HubView, 'server'>,
  name: string,
  clientId: string,
): Callable {
  try {
    return catalogue.findFor(name, clientId);
  } catch (error) {
    const serverId = serverIdIn(name);
    const server = serverId === null ? null : view.server(serverId);
    const isUnknown = error instanceof HubError && error.code === 'ERR_TOOL_NOT_FOUND';
    if (!server || !isUnknown || isReachable(server)) throw error;
    throw new Refused({ kind: 'no-server', serverId: server.id, state: server.state.kind });
  }
}
