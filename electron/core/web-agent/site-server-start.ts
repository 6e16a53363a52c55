// From a server that a page has brought to one that can be called: its user approves the address, unless it was approved for that site before,
// and it is connected.
import { inEnglish } from '../../../words/english.ts';
import { wait } from '../platform/wait.ts';
import { isReachable } from '../servers/lifecycle/server-state.ts';
import { PageFault } from './page-fault.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { PageAsked } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

interface SiteServerStart {
  readonly server: Server;
  /** Aborted when the document is gone. */
  readonly left: AbortSignal;
  /** Asked after everything that it waits for. */
  readonly expectAllowed: () => void;
}

/** Nobody looks at a page for longer that waits for it. */
const approvalMs = 10 * 60_000;

/** Rejects with ERR_MCP_REGISTER: the user does not want it, or it cannot be reached. */
export async function expectUsable(
  services: PageServices,
  asked: PageAsked,
  { server, left, expectAllowed }: SiteServerStart,
): Promise<void> {
  const { id, hash } = server;
  const { servers, siteServers } = services;
  const { origin } = asked.page;
  const signal = AbortSignal.any([asked.request.signal, left]);
  if (siteServers.isApproved(origin, hash)) {
    if (siteServers.isOpened(origin, hash)) await siteServers.open(id, true, hash);
    await servers.changes.approve(id, hash);
  } else {
    await approved(services, asked, id, signal);
    expectAllowed();
    // The very address that was shown; the user may have changed it meanwhile.
    if (servers.get(id)?.hash === hash) await siteServers.approved(origin, hash);
  }
  signal.throwIfAborted();
  await started(services, id, signal);
  expectAllowed();
}

/** The clock stands still meanwhile. */
async function approved(services: PageServices, { time }: PageAsked, id: string, signal: AbortSignal): Promise<void> {
  const goOn = time.hold();
  try {
    await wait<void>({
      signal,
      timeoutMs: approvalMs,
      begin: settle => {
        const look = () => {
          const server = services.servers.get(id);
          if (!server) settle(() => fail(denied('The user did not want this server, and removed it.')));
          // Whatever else is done to it, stopping and removing among them, approves nothing.
          else if (services.servers.configs.approvedHash(id) !== null) settle(() => {});
        };
        look();
        return services.onServers(look);
      },
      onTimeout: () => fail(denied('The user did not approve the address of this server in time.')),
      onAbort: () => fail(signal.reason as Error),
    });
  } finally {
    goOn();
  }
}

async function started({ servers }: PageServices, id: string, signal: AbortSignal): Promise<void> {
  const begun = servers.start(id).then(
    () => null,
    (error: unknown) => error,
  );
  const error = await wait<unknown>({
    signal,
    begin: settle => {
      void begun.then(end => settle(() => end));
      return () => {};
    },
    onAbort: () => fail(signal.reason as Error),
  });
  const server = servers.get(id);
  if (!server) throw denied('The user removed this server.');
  if (error === null && isReachable(server.state)) return;
  const { state } = server;
  const why = 'reason' in state && state.reason ? inEnglish(state.reason) : error instanceof Error ? error.message : '';
  throw failed(`The server at ${server.commandLine} could not be reached. ${why}`.trim());
}

export function failed(why: string): PageFault {
  return new PageFault('ERR_MCP_REGISTER', why, { reason: 'CONNECTION_FAILED' });
}

export function denied(why: string): PageFault {
  return new PageFault('ERR_MCP_REGISTER', `Permission denied: ${why}`, { reason: 'USER_DENIED' });
}

function fail(error: Error): never {
  throw error;
}
