// What pages of an earlier run have left behind: it is looked for at each start, before any page is served.
import type { PageServices } from './page-services.ts';

/** The pages of an earlier run are gone, and so are the servers that they brought. Never rejects. */
export async function endSiteServers({
  servers,
  siteServers,
  platform,
}: Pick<PageServices, 'servers' | 'siteServers' | 'platform'>): Promise<void> {
  for (const { serverId, adding } of [...siteServers.all()]) {
    const server = servers.get(serverId);
    // Its user may have a server of that id since.
    const isIts = server !== null && (adding === undefined || server.name === adding);
    await (isIts ? servers.changes.remove(serverId) : siteServers.forget(serverId)).catch((error: unknown) =>
      platform.log.warn(
        { server: serverId, reason: String(error) },
        'The server of a page that is gone was not removed.',
      ),
    );
  }
}
